"""What is odd about an evaluation, judged by its values in positions that differ in one thing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose, isfinite
from typing import NamedTuple

from pacgrid.common.failure import Failure
from pacgrid.state import State

from ..model.diagnosis import Finding
from ..model.evaluation_report import EvaluationWarning, FeatureSummary
from .changed_positions import PositionPair
from .mistakes.textbook import EVALUATION

SLOW_SECONDS = 0.001
"""CPU time for one value from which on an evaluation is slow."""


def _finding(mistake: str, title: str, thought: str, hint: str) -> Finding:
    return Finding(f"evaluation_{mistake}", title, thought, hint, EVALUATION)


CONSTANT = _finding(
    "constant",
    "has the same value in every position",
    "A line returns before the features are added up, or their weights are 0.",
    "Print the value in two positions of a game. Which part should have made them differ?",
)
BLIND_TO_GHOSTS = _finding(
    "blind_to_ghosts",
    "ignores the ghosts",
    "The search sees a ghost coming, so the evaluation needn't.",
    "What changes for Pac-Man when a ghost comes near, beyond the depth of the search?",
)
SOME_GHOSTS = _finding(
    "some_ghosts",
    "ignores some of the ghosts",
    "One ghost was enough to try it out.",
    "Does it look at each ghost, whatever their number?",
)
BLIND_TO_FOOD = _finding(
    "blind_to_food",
    "ignores the food that is left",
    "The score counts the food, so the evaluation needn't.",
    "Two positions have the same score. In one, food is near. Which one should Pac-Man prefer?",
)
FAILS = _finding(
    "fails",
    "fails in some positions",
    "Such a position can't occur.",
    "Read this position with State.parse, and call your function on it.",
)
INFINITE = _finding(
    "infinite",
    "is infinite in some positions",
    "Nothing is worse than a ghost next to Pac-Man.",
    "All infinite values are equal, so the search can't tell such positions apart. Is one of them"
    " better? And is it really better or worse than any finished game?",
)
UNSTABLE = _finding(
    "unstable",
    "gives another value when it is asked again",
    "A little chance breaks ties, or the last position is kept to compare with.",
    "A search asks for values in any order, for positions that are never reached. What does the"
    " value depend on besides the state?",
)
SLOW = _finding(
    "slow",
    "takes long for one value",
    "It is called once in a move.",
    "A search calls it thousands of times in a move. What could be computed once for each maze?",
)
FIXED_FEATURE = _finding(
    "fixed_feature",
    "has a feature that never changes",
    "It counts, so it helps.",
    "What is the same in all positions can't say which of them is better.",
)
MIRRORED = _finding(
    "mirrored",
    "changes when the board is mirrored",
    "",
    "Is east really better than west? If not, where do coordinates come in?",
)
ORDER = _finding(
    "order",
    "changes when two ghosts change places",
    "",
    "Two ghosts of a kind are equally dangerous. Are they equal to the evaluation?",
)


@dataclass(frozen=True)
class ObservedValues:
    """The values that an evaluation gave."""

    bases: Sequence[State]
    """Positions of games."""
    pairs: Sequence[PositionPair]
    values: Mapping[State, float]
    """Of all of these, as far as it gave one."""
    again: Mapping[State, float]
    """Of `bases`, when it was asked again."""
    mirrored: Mapping[State, float]
    """By each of `bases`: the value after left and right were exchanged."""
    failures: Mapping[State, Failure]
    seconds: float
    """CPU time for one value."""


class EvaluationJudgement(NamedTuple):
    """What is odd about an evaluation."""

    warnings: tuple[EvaluationWarning, ...]
    refuted: tuple[str, ...]
    """The names of general warnings that its values refute."""


def judge(observed: ObservedValues, features: Sequence[FeatureSummary] = ()) -> EvaluationJudgement:
    """What is odd about an evaluation with these values and features."""
    known = [state for state in observed.bases if state in observed.values]
    value = observed.values.get(known[0]) if known else None
    particular = tuple(_particular(observed))
    if len(known) > 1 and all(_same(observed.values, known[0], state) for state in known):
        evidence = f"{value:g} in all of {len(known)} positions of the games"
        shown = (str(known[0]), str(known[-1]))
        constant = EvaluationWarning(CONSTANT, evidence, shown, is_general=True)
        return EvaluationJudgement((constant, *particular), ())
    parts = [*_ghosts(observed), _food(observed), *_features(features, len(known))]
    general = tuple(part for part in parts if isinstance(part, EvaluationWarning))
    refuted = tuple(part for part in parts if isinstance(part, str))
    if any(warning.finding in (BLIND_TO_GHOSTS, SOME_GHOSTS) for warning in general):
        particular = tuple(warning for warning in particular if warning.finding != ORDER)
    if len(known) > 1:
        refuted += (CONSTANT.mistake,)
    return EvaluationJudgement((*general, *particular), refuted)


def _ghosts(observed: ObservedValues) -> Iterator[EvaluationWarning | str]:
    """Whether it notices each ghost: warnings, and the names of refuted ones."""
    by_ghost: dict[str, list[PositionPair]] = {}
    for pair in observed.pairs:
        if pair.thing.startswith("ghost ") and _is_known(observed, pair):
            by_ghost.setdefault(pair.thing, []).append(pair)
    missed = [thing for thing, pairs in by_ghost.items() if not _is_noticed(observed, pairs)]
    if not by_ghost:
        return
    if len(missed) < len(by_ghost):
        yield BLIND_TO_GHOSTS.mistake
        if not missed and len(by_ghost) > 1:
            yield SOME_GHOSTS.mistake
        if not missed:
            return
    pairs = by_ghost[missed[0]]
    what = f"{' and '.join(missed)} near Pac-Man or far away: the same value in all"
    finding = SOME_GHOSTS if len(missed) < len(by_ghost) else BLIND_TO_GHOSTS
    yield _unnoticed(observed, finding, what, pairs)


def _food(observed: ObservedValues) -> EvaluationWarning | str | None:
    """Whether it notices the food: a warning, or its name if it is refuted."""
    pairs = [pair for pair in observed.pairs if pair.thing == "food" and _is_known(observed, pair)]
    if not pairs:
        return None
    if _is_noticed(observed, pairs):
        return BLIND_TO_FOOD.mistake
    return _unnoticed(
        observed, BLIND_TO_FOOD, "food moved or taken away: the same value in all", pairs
    )


def _features(features: Sequence[FeatureSummary], count: int) -> Iterator[EvaluationWarning | str]:
    """Which features never change: warnings, and the names of refuted ones."""
    for feature in features:
        name = f"{FIXED_FEATURE.mistake}: {feature.name}"
        if feature.least < feature.most:
            yield name
        elif count > 1:
            evidence = f"{feature.name} is {feature.least:g} in all of {count} positions"
            finding = replace(FIXED_FEATURE, mistake=name)
            yield EvaluationWarning(finding, evidence, is_general=True)


def _particular(observed: ObservedValues) -> Iterator[EvaluationWarning]:
    """What is odd somewhere, each with the first position."""
    values = observed.values
    for state, failure in list(observed.failures.items())[:1]:
        yield EvaluationWarning(FAILS, failure.message, (str(state),))
    if infinite := next((state for state, value in values.items() if not isfinite(value)), None):
        yield EvaluationWarning(INFINITE, f"{values[infinite]:g}", (str(infinite),))
    if observed.seconds > SLOW_SECONDS:
        evidence = f"about {float(f'{1000 * observed.seconds:.1g}'):g} ms of CPU time"
        yield EvaluationWarning(SLOW, evidence)
    changed = [s for s, again in observed.again.items() if not _same_value(values[s], again)]
    if changed:
        before, after = values[changed[0]], observed.again[changed[0]]
        share = f"{len(changed)} of {len(observed.again)} positions"
        evidence = f"{before:g}, then {after:g} for the same position; so it is in {share}"
        yield EvaluationWarning(UNSTABLE, evidence, (str(changed[0]),))
        return  # what it depends on is unknown, so comparing says nothing
    for state, other in observed.mirrored.items():
        if not _same_value(values[state], other):
            evidence = f"{values[state]:g}, mirrored {other:g}"
            yield EvaluationWarning(MIRRORED, evidence, (str(state),), is_remark=True)
            break
    for thing, first, second in observed.pairs:
        is_known = first in values and second in values
        if thing == "order of the ghosts" and is_known and not _same(values, first, second):
            evidence = f"{values[first]:g} and {values[second]:g}"
            yield EvaluationWarning(ORDER, evidence, (str(first), str(second)), is_remark=True)
            break


def _unnoticed(
    observed: ObservedValues, finding: Finding, what: str, pairs: Sequence[PositionPair]
) -> EvaluationWarning:
    first, second = pairs[0].first, pairs[0].second
    evidence = f"{what} of {len(pairs)} pairs of positions; here {observed.values[first]:g} in both"
    return EvaluationWarning(finding, evidence, (str(first), str(second)), is_general=True)


def _is_known(observed: ObservedValues, pair: PositionPair) -> bool:
    return pair.first in observed.values and pair.second in observed.values


def _is_noticed(observed: ObservedValues, pairs: Sequence[PositionPair]) -> bool:
    return any(not _same(observed.values, pair.first, pair.second) for pair in pairs)


def _same(values: Mapping[State, float], one: State, other: State) -> bool:
    return _same_value(values[one], values[other])


def _same_value(one: float, other: float) -> bool:
    """Whether two values are equal; sums may have been added up in another order."""
    return one == other or isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
