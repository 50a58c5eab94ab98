"""The mistakes, alone or together, that explain all that was observed of an agent."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate, chain, combinations, islice

from pacgrid.tree.reference_search import RIGHT_SEARCHES, ReferenceSearch

from ..model.diagnosis import SearchName
from .evidence import Evidence
from .hypothesis import (
    Behaviour,
    Hypothesis,
    Mismatch,
    behaviours,
    can_be_made_together,
    mismatch,
    replies_to_all,
    simplest,
)
from .mistake import Mistake
from .observation import Observation
from .search_styles import STYLES
from .search_task import SearchTask
from .task_generator import candidate, generate

Hypotheses = tuple[Hypothesis, ...]
"""They explain the same."""


def explanation(
    mistakes: Sequence[Mistake],
    evidence: Evidence,
    may_be_two: Callable[[], bool] = lambda: True,
) -> Hypotheses:
    """What explains everything: every choice, every reported value, and every state that was
    searched. First one mistake, then one in another style, then two, if there may be two."""
    singles = [Hypothesis((each,)) for each in mistakes]
    agreeing = (each for each in singles if chooses_so(each.mutant, evidence))
    styles = STYLES[mistakes[0].search]
    varied = (Hypothesis(each.mistakes, style) for each in agreeing for style in styles)

    def pairs() -> Iterator[Hypothesis]:
        # If it always raises, two mistakes don't explain it if neither does.
        raises = all(each.decision.raises for each in evidence.decisions)
        if not raises and may_be_two():
            yield from likely_pairs(mistakes, evidence)

    for look in (singles, varied, pairs()):
        found = [h for h in look if h.can_be_built and is_exact(h.mutant, evidence)]
        if found:
            return tuple(simplest(found))
    return ()


def accused(hypotheses: Hypotheses) -> tuple[frozenset[str], ...]:
    """The different mistakes that they name."""
    return tuple(dict.fromkeys(each.names for each in hypotheses))


def chooses_so(search: type[ReferenceSearch], evidence: Evidence) -> bool:
    """Whether it explains all choices and values, whatever it searches."""
    left = mismatch(search, evidence, 0)
    return not left.choices and not left.values


def is_exact(search: type[ReferenceSearch], evidence: Evidence) -> bool:
    """Whether it explains everything to the last state."""
    return all(
        reply.mismatch(observed) == Mismatch()
        for observed, reply in replies_to_all(search, evidence)
    )


_SAMPLE = 12
"""How many observations, the smallest ones, are compared to find likely pairs."""
_MOST_COMPARED = 600
"""The observations of the sample ask no more questions than this, since every mistake is compared
with them."""
_MOST_PAIRS = 1_500
_CHOICE = 8
"""A choice that isn't explained counts as much as this many states."""


def likely_pairs(mistakes: Sequence[Mistake], evidence: Evidence) -> Iterator[Hypothesis]:
    """Two mistakes at once, the likeliest pairs first: where one explains little, the other
    explains much. None if the search is too large to compare it with every mistake."""
    parts = (evidence.with_only([each]) for each in evidence.every)
    odd = sorted(filter(_is_odd, parts), key=lambda part: part.size)[:_SAMPLE]
    sizes = accumulate(part.size for part in odd)
    sample = [part for part, size in zip(odd, sizes, strict=True) if size <= _MOST_COMPARED]
    left = [
        [n for part in sample for n in _weights(mismatch(each.mutant, part))] for each in mistakes
    ]
    pairs = combinations(range(len(mistakes) if sample else 0), 2)
    ranked = sorted(pairs, key=lambda pair: sum(map(min, *(left[each] for each in pair))))
    both = ((mistakes[other], mistakes[one]) for one, other in ranked)
    fit = (pair for pair in both if can_be_made_together(*pair))
    yield from map(Hypothesis, islice(fit, _MOST_PAIRS))


def _weights(left: Mismatch) -> tuple[int, ...]:
    """What it leaves unexplained of the choices, values and states. One mistake may explain the
    choices, and another the states."""
    return _CHOICE * left.choices, _CHOICE * left.values, left.states


def _is_odd(evidence: Evidence) -> bool:
    """Whether the right search doesn't explain it."""
    search = evidence.observations[0].task.search
    return not is_exact(RIGHT_SEARCHES[search], evidence)


Ask = Callable[[SearchTask], Observation | None]
"""Asks the agent; None if it can't be asked any more."""

MOST_ASKED = 8
"""The agent is asked about no more further tasks than this."""
_GENERATED = 60
"""How many generated tasks are searched, those that tell most mistakes apart first."""
_DRAWN = 120
"""How many tasks are drawn besides."""
_SEED = 2


def telling_task(
    hypotheses: Sequence[Hypothesis], tasks: Iterable[SearchTask], asked: Collection[SearchTask]
) -> SearchTask | None:
    """The one of `tasks` about which these searches differ most, if they differ; none of those
    that were `asked` about."""
    searches = [each.mutant for each in hypotheses]
    names = [each.names for each in hypotheses]
    best, most = None, 1
    for task in tasks:
        if task in asked:
            continue
        shown = behaviours(task, searches)
        shown_by: dict[frozenset[str], set[Behaviour]] = {}
        for name, behaviour in zip(names, shown, strict=True):
            shown_by.setdefault(name, set()).add(behaviour)
        kinds = len(set(map(frozenset, shown_by.values())))
        if kinds > most:
            best, most = task, kinds
        if most == len(shown_by):
            break
    return best


def further_tasks(search: SearchName) -> Iterator[SearchTask]:
    """What an agent may be asked about: trees and positions."""
    drawn = (candidate(search, number) for number in range(_DRAWN))
    return chain(generate(search, _GENERATED, _SEED), drawn)
