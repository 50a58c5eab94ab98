"""What is odd about an evaluation, judged by its values in positions that differ in one thing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose, isfinite
from typing import NamedTuple

from pacgrid.common.failure import Failure
from pacgrid.state import LOSS_POINTS, State

from ..model.diagnosis import Finding
from ..model.evaluation_report import CLEAR_SHARE, EvaluationWarning, FeatureSummary, Sense
from .changed_positions import PositionChange, PositionPair
from .evaluation_findings import (
    ABOVE_WIN,
    BELOW_LOSS,
    BLIND_TO_FOOD,
    BLIND_TO_GHOSTS,
    BY_COST,
    CONSTANT,
    FAILS,
    FIXED_FEATURE,
    GHOSTS_BESIDE,
    INFINITE,
    LEAVES_FOOD,
    LIKES_GHOSTS,
    LIKES_MUCH_FOOD,
    MIRRORED,
    ORDER,
    REMARKS,
    SLOW,
    SOME_GHOSTS,
    UNSTABLE,
    USUAL,
    WRONG_SIGNS,
)

SLOW_SECONDS = 0.001
"""CPU time for one value from which on an evaluation is slow."""
MANY_PAIRS = 8
"""So many pairs of positions show a sign."""
_MANY_POSITIONS = 3
_LOST, _WON = LOSS_POINTS - 1, 509
"""What the score is worth more after a round in which Pac-Man is caught, or eats the last food."""
_FAR = 5
"""Steps to an active ghost that is no danger."""


@dataclass(frozen=True)
class ObservedValues:
    """The values that an evaluation gave."""

    bases: Sequence[State]
    """Positions of games."""
    pairs: Sequence[PositionPair]
    values: Mapping[State, float]
    """Of all of these, as far as it gave one."""
    again: Mapping[State, float]
    """Of `bases`, when it was asked again in a new process, in another order."""
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
    senses: tuple[Sense, ...] = ()


def judge(observed: ObservedValues, features: Sequence[FeatureSummary] = ()) -> EvaluationJudgement:
    """What is odd about an evaluation with these values and features."""
    known = [state for state in observed.bases if state in observed.values]
    value = observed.values.get(known[0]) if known else None
    particular = tuple(_particular(observed))
    if len(known) > 1 and all(_same(observed.values, known[0], state) for state in known):
        evidence = f"{value:g} in all of {len(known)} positions of the games"
        shown = (str(known[0]), str(known[-1]))
        constant = _warning(CONSTANT, evidence, shown, is_general=True)
        return EvaluationJudgement((constant, *particular), ())
    if any(warning.finding == UNSTABLE for warning in particular):
        # What it depends on is unknown, so comparing says nothing.
        return EvaluationJudgement(particular, (CONSTANT.mistake,))
    parts = [*_ghosts(observed), _food(observed), *_features(features, len(known))]
    parts += [*_signs(observed), *_scale(observed)]
    general = tuple(part for part in parts if isinstance(part, EvaluationWarning))
    refuted = tuple(part for part in parts if isinstance(part, str))
    found = {warning.finding for warning in general}
    if found & {BLIND_TO_GHOSTS, SOME_GHOSTS, LIKES_GHOSTS}:
        particular = tuple(warning for warning in particular if warning.finding != ORDER)
    if LEAVES_FOOD in found:
        general = tuple(warning for warning in general if warning.finding != LIKES_MUCH_FOOD)
    if len(known) > 1:
        refuted += (CONSTANT.mistake,)
    return EvaluationJudgement((*general, *particular), refuted, tuple(_senses(observed)))


def _warning(
    finding: Finding, evidence: str, shown: tuple[str, ...] = (), *, is_general: bool = False
) -> EvaluationWarning:
    kind = next(each for each in BY_COST if finding.mistake.startswith(each.mistake))
    cost = len(BY_COST) - BY_COST.index(kind)
    return EvaluationWarning(finding, evidence, shown, kind in REMARKS, is_general, cost)


def _senses(observed: ObservedValues) -> Iterator[Sense]:
    """What its values do when one thing changes."""
    for change in PositionChange:
        signs = [_sign(observed, pair) for pair in _known(observed, change)]
        if signs and change != PositionChange.ORDER:
            yield Sense(change, signs.count(1), signs.count(-1), len(signs), USUAL[change])


def _signs(observed: ObservedValues) -> Iterator[EvaluationWarning]:
    """For which changes it has another sign than most evaluations."""
    for change, finding in WRONG_SIGNS.items():
        wrong, pairs = -USUAL[change], _known(observed, change)
        if len(pairs) < MANY_PAIRS:
            continue
        odd = [pair for pair in pairs if _sign(observed, pair) == wrong]
        usual = sum(_sign(observed, pair) == -wrong for pair in pairs)
        if len(odd) < CLEAR_SHARE * len(pairs) or usual > (1 - CLEAR_SHARE) / 2 * len(pairs):
            continue
        clearest = max(odd, key=lambda pair: abs(_difference(observed, pair)))
        first, second = (observed.values[state] for state in (clearest.before, clearest.after))
        went = "rose" if wrong > 0 else "fell"
        evidence = (
            f"with {change}, it {went} in {len(odd)} of {len(pairs)} pairs of positions; here from "
            f"{first:g} to {second:g}"
        )
        shown = (str(clearest.before), str(clearest.after))
        yield replace(_warning(finding, evidence, shown), change=str(change))


def _scale(observed: ObservedValues) -> Iterator[EvaluationWarning]:
    """Whether its values are on the scale of finished games."""
    bases = [state for state in observed.bases if state in observed.values and _is_safe(state)]
    low = [state for state in bases if observed.values[state] < state.score + _LOST]
    if len(low) >= _MANY_POSITIONS:
        lowest = min(low, key=lambda state: observed.values[state] - state.score)
        evidence = (
            f"in {len(low)} of {len(bases)} positions with no active ghost near; here it is "
            f"{observed.values[lowest]:g}, but being caught at once is worth {lowest.score + _LOST}"
        )
        yield _warning(BELOW_LOSS, evidence, (str(lowest),))
    last = [pair.after for pair in _known(observed, PositionChange.NEAR_FOOD)]
    high = [state for state in last if observed.values[state] > state.score + _WON]
    if len(high) >= max(_MANY_POSITIONS, CLEAR_SHARE * len(last)):
        highest = max(high, key=lambda state: observed.values[state] - state.score)
        evidence = (
            f"in {len(high)} of {len(last)} positions with a single food left; here it is "
            f"{observed.values[highest]:g}, but eating that is worth {highest.score + _WON}"
        )
        yield _warning(ABOVE_WIN, evidence, (str(highest),))


def _is_safe(state: State) -> bool:
    """Whether no active ghost is near."""
    away = (state.maze.distance(state.pacman, g.position) for g in state.ghosts if not g.scared)
    return min(away, default=_FAR) >= _FAR


def _ghosts(observed: ObservedValues) -> Iterator[EvaluationWarning | str]:
    """Whether it notices each ghost: warnings, and the names of refuted ones."""
    by_ghost: dict[int, list[PositionPair]] = {}
    for pair in _known(observed, PositionChange.GHOST_BESIDE, PositionChange.GHOST):
        by_ghost.setdefault(pair.ghost, []).append(pair)
    missed = [ghost for ghost, pairs in by_ghost.items() if not _is_noticed(observed, pairs)]
    if not by_ghost:
        return
    if len(missed) < len(by_ghost):
        yield BLIND_TO_GHOSTS.mistake
        if not missed and len(by_ghost) > 1:
            yield SOME_GHOSTS.mistake
        if not missed:
            yield from _ghosts_beside(observed)
            return
    pairs = by_ghost[missed[0]]
    if len(pairs) < MANY_PAIRS:
        return
    ghosts = " and ".join(f"ghost {ghost}" for ghost in missed)
    what = f"{ghosts} near Pac-Man or far away: the same value in all"
    finding = SOME_GHOSTS if len(missed) < len(by_ghost) else BLIND_TO_GHOSTS
    yield _unnoticed(observed, finding, what, pairs)


def _ghosts_beside(observed: ObservedValues) -> Iterator[EvaluationWarning | str]:
    """Whether it notices ghosts that aren't next to Pac-Man."""
    pairs = _known(observed, PositionChange.GHOST)
    if _is_noticed(observed, pairs):
        yield GHOSTS_BESIDE.mistake
    elif len(pairs) >= MANY_PAIRS:
        yield _unnoticed(
            observed,
            GHOSTS_BESIDE,
            f"{PositionChange.GHOST} or far away: the same value in all",
            pairs,
        )


def _food(observed: ObservedValues) -> EvaluationWarning | str | None:
    """Whether it notices the food: a warning, or its name if it is refuted."""
    pairs = _known(observed, PositionChange.NEAR_FOOD, PositionChange.FOOD_LEFT)
    if _is_noticed(observed, pairs):
        return BLIND_TO_FOOD.mistake
    if len(pairs) < MANY_PAIRS:
        return None
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
            yield _warning(finding, evidence, is_general=True)


def _particular(observed: ObservedValues) -> Iterator[EvaluationWarning]:
    """What is odd somewhere, each with the first position."""
    values = observed.values
    for state, failure in list(observed.failures.items())[:1]:
        yield _warning(FAILS, failure.message, (str(state),))
    if infinite := next((state for state, value in values.items() if not isfinite(value)), None):
        yield _warning(INFINITE, f"{values[infinite]:g}", (str(infinite),))
    if observed.seconds > SLOW_SECONDS:
        evidence = f"about {float(f'{1000 * observed.seconds:.1g}'):g} ms of CPU time"
        yield _warning(SLOW, evidence)
    changed = [s for s, again in observed.again.items() if not _same_value(values[s], again)]
    if changed:
        before, after = values[changed[0]], observed.again[changed[0]]
        share = f"{len(changed)} of {len(observed.again)} positions"
        evidence = (
            f"{before:g}, then {after:g} for the same position, asked in a new process in another"
            f" order; so it is in {share}"
        )
        yield _warning(UNSTABLE, evidence, (str(changed[0]),))
        return  # what it depends on is unknown, so comparing says nothing
    for state, other in observed.mirrored.items():
        if not _same_value(values[state], other):
            evidence = f"{values[state]:g}, mirrored {other:g}"
            yield _warning(MIRRORED, evidence, (str(state),))
            break
    for pair in _known(observed, PositionChange.ORDER):
        if _sign(observed, pair):
            evidence = f"{values[pair.before]:g} and {values[pair.after]:g}"
            yield _warning(ORDER, evidence, (str(pair.before), str(pair.after)))
            break


def _unnoticed(
    observed: ObservedValues, finding: Finding, what: str, pairs: Sequence[PositionPair]
) -> EvaluationWarning:
    first, second = pairs[0].before, pairs[0].after
    evidence = f"{what} of {len(pairs)} pairs of positions; here {observed.values[first]:g} in both"
    return _warning(finding, evidence, (str(first), str(second)), is_general=True)


def _known(observed: ObservedValues, *changes: PositionChange) -> Sequence[PositionPair]:
    """The pairs with one of the `changes` of which both values are known."""
    return [
        pair
        for pair in observed.pairs
        if pair.change in changes and {pair.before, pair.after} <= observed.values.keys()
    ]


def _is_noticed(observed: ObservedValues, pairs: Sequence[PositionPair]) -> bool:
    return any(_sign(observed, pair) for pair in pairs)


def _sign(observed: ObservedValues, pair: PositionPair) -> int:
    """1 if the value rises with the change, -1 if it falls, 0 if it stays the same."""
    if _same(observed.values, pair.before, pair.after):
        return 0
    return 1 if observed.values[pair.after] > observed.values[pair.before] else -1


def _difference(observed: ObservedValues, pair: PositionPair) -> float:
    """By how much the value rises; 0 if that isn't finite."""
    difference = observed.values[pair.after] - observed.values[pair.before]
    return difference if isfinite(difference) else 0


def _same(values: Mapping[State, float], one: State, other: State) -> bool:
    return _same_value(values[one], values[other])


def _same_value(one: float, other: float) -> bool:
    """Whether two values are equal; sums may have been added up in another order."""
    return one == other or isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
