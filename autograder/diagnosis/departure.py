"""Where a search leaves every right search."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import accumulate
from math import inf
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.search_log import SearchEventKind

from .named_position import NamedPosition
from .observation import Decision, decide
from .path import ROOT, Path
from .probe import Probe
from .reference import RightAlphaBeta
from .truth import ROUNDING, Truth, truth_of

MOST_ACTIONS = 8
"""More on the way to a state are only counted."""
Departure = tuple[Path, str]
"""The state, and what the agent does there, in a line."""
StateValues = Sequence[tuple[int, float]]
"""What states are worth to a search: see `explained_values`."""

_RETURNED = re.compile(r"returned (?:Action\.(?P<action>\w+)|.*? \((?P<type>\w{1,40})\)[,:;])")


def departure(probe: Probe, observed: Decision) -> Departure | None:
    """The first state at which what `observed` asks is wrong; None if only its values are."""
    if observed.generated or observed.failure:
        truth = truth_of(probe, observed.root)
        return next(_wrong_steps(probe, observed, truth), None)
    return ROOT, "it asks for no successor at all"


def value_departure(
    observed: Decision,
    right: StateValues,
    wrong: StateValues,
    windows: Mapping[Path, tuple[float, float]],
    earlier: Sequence[Decision] = (),
) -> Departure | None:
    """The first state at which values go wrong: it has another one with the mistake, while those
    that it leads to have the right ones. Outside of alpha and beta, a bound is right, too. A value
    that is remembered may be of an `earlier` decision."""
    expected, paths = dict(right), observed.log.paths
    differ = {
        paths[number]: (value, expected[number])
        for number, value in wrong
        if number in expected
        and _is_wrong(value, expected[number], *windows.get(paths[number], (-inf, inf)))
    }
    above: set[Path] = set()
    for path in differ:
        while path is not ROOT and (path := path.parent) not in above:
            above.add(path)
    for path, (value, needed) in differ.items():
        if path not in above:
            name = name_of(observed.root, path)
            words = f"the mistake gives {name} the value {value + 0:g}, not {needed + 0:g}"
            return path, words + _remembered(observed, path, value, dict(wrong), earlier)
    return None


def _remembered(
    observed: Decision,
    path: Path,
    value: float,
    values: Mapping[int, float],
    earlier: Sequence[Decision],
) -> str:
    """Of which equal state the value is, if that of `path` is not searched; "" if there is none."""
    nodes, paths = observed.log.nodes, observed.log.paths
    state = nodes[paths.index(path)].state
    if path in observed.expanded | observed.evaluated | observed.scored:
        return ""
    for number, known in values.items():
        if paths[number] in observed.expanded and (nodes[number].state, known) == (state, value):
            return (
                f"; it remembers the value of {name_of(observed.root, paths[number])}, an equal one"
            )
    for before, decision in enumerate(reversed(earlier), start=1):
        if any(node.state == state for node in decision.log.nodes):
            moves = "its last move" if before == 1 else f"{before} moves before"
            return f"; it remembers the value of an equal state from {moves}"
    return ""


def _is_wrong(value: float, expected: float, alpha: float, beta: float) -> bool:
    """Whether `value` differs from `expected`, and is not a bound of it."""
    is_bound = expected <= value <= alpha or beta <= value <= expected
    return abs(expected - value) > ROUNDING and not is_bound


def choice_departure(observed: Decision, truth: Truth) -> Departure | None:
    """What is wrong with the action it chose."""
    if observed.chosen is None or observed.chosen in truth.best:
        return None
    best, worth = truth.best[0], truth.values
    chosen, right = (action_word(observed.root, each) for each in (observed.chosen, best))
    words = f"it chooses {chosen}, which is worth {worth[observed.chosen]:g}"
    return ROOT, f"{words}; {right} is worth {worth[best]:g}"


def name_of(root: Any, path: Path) -> str:
    """What the state at `path` from `root` is called in a sentence."""
    if not path:
        return "the first state"
    actions = path_words(root, path)
    if isinstance(root, NamedPosition):
        return f"state {reduce(NamedPosition.successor, path, root).name} (after {actions})"
    return f"the state after {actions}"


def path_words(root: Any, path: Path) -> str:
    """The actions on the way to a state; of very many, the first."""
    first = path.first(MOST_ACTIONS)
    words = list(map(str, first))
    if hasattr(root, "action_name"):
        states = accumulate(first, lambda state, action: state.successor(action), initial=root)
        words = [action_word(*step) for step in zip(states, first, strict=False)]
    actions = ", ".join(words)
    return actions if len(path) <= MOST_ACTIONS else f"{actions}, … ({len(path):,} actions)"


def action_word(state: Any, action: Action) -> str:
    """What an action in `state` is called."""
    return str(getattr(state, "action_name", str)(action))


def _wrong_steps(probe: Probe, observed: Decision, truth: Truth) -> Iterator[Departure]:
    used, needed = observed.footprint, truth.inner | truth.cut_off | truth.finished
    has_evaluation = probe.evaluation != "score" or probe.kind == "tree"
    unevaluated = truth.cut_off - used.evaluated if has_evaluation else frozenset()
    leaves = truth.inner - used.expanded
    named = partial(name_of, observed.root)
    for event in observed.log.events:
        path = observed.log.paths[event.state]
        if event.kind is SearchEventKind.SUCCESSOR and path not in needed:
            yield path.parent, f"it goes on below {named(path.parent)}, which is at the cut-off"
        elif event.kind is SearchEventKind.EVALUATE and path in truth.finished:
            yield path, f"it evaluates {named(path)}, where the game is over"
        elif event.kind is SearchEventKind.EVALUATE and path in leaves:
            yield path, f"it evaluates {named(path)}, which is not at the cut-off"
        elif event.kind is SearchEventKind.SCORE and path in leaves:
            yield path, f"it takes the score of {named(path)}, which is not at the cut-off"
        elif event.kind is SearchEventKind.SCORE and path in unevaluated:
            yield path, f"it takes the score of {named(path)}, and does not evaluate it"
    if words := _what_it_returns(observed):
        yield ROOT, words
    elif observed.failure and not observed.generated:
        yield ROOT, "it fails before it asks for any successor"
    elif observed.failure:
        path = observed.log.paths[observed.log.events[-1].state]
        over = ", where the game is over" if path in truth.finished else ""
        yield path, f"it fails in {named(path)}{over}"
    yield from _missing(observed, truth, _needed(probe, observed, truth))


def _what_it_returns(observed: Decision) -> str:
    """What that is if it is no legal action; "" if it is one, or if nothing is returned."""
    match = _RETURNED.match(observed.failure.message) if observed.failure else None
    if not match:
        return ""
    if match["action"] in Action.__members__:
        return f"it returns {Action[match['action']]}, which is not legal"
    kinds = {"NoneType": "None", "int": "a number", "float": "a number", "str": "a string"}
    kind = match["type"]
    return f"it returns {kinds.get(kind, f'a {kind}')}, not an action"


def _needed(probe: Probe, observed: Decision, truth: Truth) -> Sequence[Path]:
    """The states that a right search in the same order has to look at, in an order."""
    if probe.search != "alpha_beta":
        return sorted(truth.inner | truth.cut_off | truth.finished, key=tuple)
    agent = RightAlphaBeta(depth=probe.depth, order=observed.order)
    return decide(agent, probe, observed.root).generated


def _missing(observed: Decision, truth: Truth, needed: Sequence[Path]) -> Iterator[Departure]:
    seen = {ROOT, *observed.generated}
    states = {node.state for node in observed.log.nodes}
    for path in sorted(needed, key=len):
        if path not in seen and path.parent in seen and path.parent in truth.inner:
            state = observed.root
            for action in path:
                state = state.successor(action)
            if state not in states:  # it may remember equal ones
                yield path, f"it never looks at {name_of(observed.root, path)}"
    unevaluated = truth.cut_off.intersection(needed) & seen - observed.evaluated - observed.scored
    for path in sorted(unevaluated, key=tuple):
        yield path, f"it never evaluates {name_of(observed.root, path)}"
