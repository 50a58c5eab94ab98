"""Findings on an evaluation, from its values in positions that differ in one thing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose, isfinite
from typing import NamedTuple

from pacgrid.common.failure import Failure
from pacgrid.state import LOSS_POINTS, State

from ..model.diagnosis import CLEAR_FRACTION, EvaluationWarning, Finding, Sense
from .changed_positions import PositionChange, PositionPair
from .mistakes.textbook import EVALUATION

SLOW_SECONDS = 0.001
"""An evaluation that takes more CPU time for a value is slow."""
MANY_PAIRS = 8
"""A sign must show in this many pairs of positions."""
_MANY_POSITIONS = 3
_LOST = LOSS_POINTS - 1
"""How much higher the score counts after a round in which Pac-Man is caught."""
_FAR = 5
"""An active ghost is no danger if it is this many steps away."""


@dataclass(frozen=True)
class ObservedValues:
    """The values that an evaluation gave."""

    bases: Sequence[State]
    """The positions of games in which the evaluation was asked."""
    pairs: Sequence[PositionPair]
    values: Mapping[State, float]
    """The value of each position, if the evaluation gave one."""
    again: Mapping[State, float]
    """Its values in `bases` when it was asked again, in a new process and in another order."""
    failures: Mapping[State, Failure]
    seconds: float
    """The CPU time that the evaluation takes for one value."""


class EvaluationJudgement(NamedTuple):
    """What is odd about an evaluation."""

    warnings: tuple[EvaluationWarning, ...]
    refuted: tuple[str, ...]
    """The names of general warnings that the values refute."""
    senses: tuple[Sense, ...] = ()


def judge(observed: ObservedValues) -> EvaluationJudgement:
    """What is odd about an evaluation with these values."""
    known = [state for state in observed.bases if state in observed.values]
    value = observed.values[known[0]] if known else 0.0
    particular = tuple(_particular(observed))
    if len(known) > 1 and all(_same_value(observed.values[state], value) for state in known):
        evidence = f"{value:g} in all of {len(known)} positions of the games"
        shown = (str(known[0]), str(known[-1]))
        constant = _warning(CONSTANT, evidence, shown, is_general=True)
        return EvaluationJudgement((constant, *particular), ())
    if any(warning.finding == UNSTABLE for warning in particular):
        # What it depends on is unknown, so comparing says nothing.
        return EvaluationJudgement(particular, (CONSTANT.mistake,))
    parts = [*_blind(observed), *_signs(observed), *_scale(observed)]
    general = tuple(part for part in parts if isinstance(part, EvaluationWarning))
    refuted = tuple(part for part in parts if isinstance(part, str))
    found = {warning.finding for warning in general}
    if found & {BLIND_TO_GHOSTS, LIKES_GHOSTS}:
        particular = tuple(warning for warning in particular if warning.finding != ORDER)
    if LEAVES_FOOD in found:
        general = tuple(warning for warning in general if warning.finding != LIKES_MUCH_FOOD)
    if len(known) > 1:
        refuted += (CONSTANT.mistake,)
    return EvaluationJudgement((*general, *particular), refuted, tuple(_senses(observed)))


def _warning(
    finding: Finding, evidence: str, shown: tuple[str, ...] = (), *, is_general: bool = False
) -> EvaluationWarning:
    cost = len(BY_COST) - BY_COST.index(finding)
    return EvaluationWarning(finding, evidence, shown, finding in REMARKS, is_general, cost)


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
        if len(odd) < CLEAR_FRACTION * len(pairs) or usual > (1 - CLEAR_FRACTION) / 2 * len(pairs):
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


def _is_safe(state: State) -> bool:
    """Whether no active ghost is near."""
    away = (state.maze.distance(state.pacman, g.position) for g in state.ghosts if not g.scared)
    return min(away, default=_FAR) >= _FAR


def _blind(observed: ObservedValues) -> Iterator[EvaluationWarning | str]:
    """Whether it notices each ghost, and the food: warnings, and the names of refuted ones."""
    by_ghost: dict[int, list[PositionPair]] = {}
    for pair in _known(observed, PositionChange.GHOST_BESIDE, PositionChange.GHOST):
        by_ghost.setdefault(pair.ghost, []).append(pair)
    food = _known(observed, PositionChange.NEAR_FOOD, PositionChange.FOOD_LEFT)
    missed = [ghost for ghost, pairs in by_ghost.items() if not _is_noticed(observed, pairs)]
    ghosts = " and ".join(f"ghost {ghost}" for ghost in missed)
    near = by_ghost[missed[0]] if missed else [pair for each in by_ghost.values() for pair in each]
    for finding, pairs, what in (
        (BLIND_TO_GHOSTS, near, f"{ghosts} near Pac-Man or far away"),
        (BLIND_TO_FOOD, food, "food moved or taken away"),
    ):
        if _is_noticed(observed, pairs):
            yield finding.mistake
        elif len(pairs) >= MANY_PAIRS:
            first, second = pairs[0].before, pairs[0].after
            evidence = (
                f"{what}: the same value in all of {len(pairs)} pairs of positions; here "
                f"{observed.values[first]:g} in both"
            )
            yield _warning(finding, evidence, (str(first), str(second)), is_general=True)


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
    for pair in _known(observed, PositionChange.ORDER):
        if _sign(observed, pair):
            evidence = f"{values[pair.before]:g} and {values[pair.after]:g}"
            yield _warning(ORDER, evidence, (str(pair.before), str(pair.after)))
            break


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
    before, after = observed.values[pair.before], observed.values[pair.after]
    return 0 if _same_value(before, after) else 1 if after > before else -1


def _difference(observed: ObservedValues, pair: PositionPair) -> float:
    """By how much the value rises; 0 if that isn't finite."""
    difference = observed.values[pair.after] - observed.values[pair.before]
    return difference if isfinite(difference) else 0


def _same_value(one: float, other: float) -> bool:
    """Whether two values are equal; sums may have been added up in another order."""
    return one == other or isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


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
    "ignores at least one ghost",
    "The search sees a ghost coming, so the evaluation needn't.",
    "What changes for Pac-Man when a ghost comes near? Do you look at each ghost, whatever their"
    " number?",
)
BLIND_TO_FOOD = _finding(
    "blind_to_food",
    "ignores the food that is left",
    "The score counts the food, so the evaluation needn't.",
    "Two positions have the same score. In one, food is near. Which one should Pac-Man prefer?",
)
LIKES_GHOSTS = _finding(
    "likes_ghosts",
    "is higher when an active ghost is near",
    "The distance to a ghost is part of the value, with either sign.",
    "Is a position better or worse when a ghost is farther away? Check the sign, and whether you"
    " add the distance or 1 divided by it.",
)
LIKES_FAR_FOOD = _finding(
    "likes_far_food",
    "is higher when food is far away",
    "The distance to the food is part of the value, with either sign.",
    "Is a position better or worse when food is farther away? Check the sign, and whether you add"
    " the distance or 1 divided by it.",
)
LEAVES_FOOD = _finding(
    "leaves_food",
    "is higher while food next to Pac-Man isn't eaten",
    "Food is good, so much food is better.",
    "What changes in your value when Pac-Man eats: how much food is left, and which food is now the"
    " nearest one? Do the 10 points make up for it?",
)
LIKES_MUCH_FOOD = _finding(
    "likes_much_food",
    "is higher when more food is left",
    "",
    "With the same score, is Pac-Man closer to the win with more food left, or with less?",
)
LIKES_LOW_SCORE = _finding(
    "likes_low_score",
    "is higher when the score is lower",
    "The score is part of the value, with either sign.",
    "Pac-Man wants a high score. Check its sign.",
)
FLEES_SCARED = _finding(
    "flees_scared",
    "is lower when a scared ghost is near",
    "A ghost is a ghost.",
    "A scared ghost can't catch Pac-Man, and is worth 200 points. How do you tell it from an active"
    " one?",
)
BELOW_LOSS = _finding(
    "below_loss",
    "puts positions without danger below a lost game",
    "Only the order of the values counts.",
    "A finished game is worth its score, so your values must be on that scale: add the score, and"
    " compare the other parts with the 500 points that being caught costs.",
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
    " value depend on besides the state: chance, the position before, or a cache whose key leaves"
    " something out?",
)
SLOW = _finding(
    "slow",
    "takes long for one value",
    "It is called once in a move.",
    "A search calls it thousands of times in a move. What could be computed once for each maze?",
)
ORDER = _finding(
    "order",
    "changes when two ghosts change places",
    "",
    "Two ghosts of a kind are equally dangerous. Are they equal to the evaluation?",
)


BY_COST = (
    FAILS,
    CONSTANT,
    UNSTABLE,
    LIKES_GHOSTS,
    LEAVES_FOOD,
    BELOW_LOSS,
    LIKES_LOW_SCORE,
    LIKES_FAR_FOOD,
    BLIND_TO_GHOSTS,
    BLIND_TO_FOOD,
    INFINITE,
    FLEES_SCARED,
    SLOW,
    LIKES_MUCH_FOOD,
    ORDER,
)
"""The findings, in the order of what they cost in games."""

WRONG_SIGNS: Mapping[PositionChange, Finding] = {
    PositionChange.GHOST: LIKES_GHOSTS,
    PositionChange.EATING: LEAVES_FOOD,
    PositionChange.SCORE: LIKES_LOW_SCORE,
    PositionChange.NEAR_FOOD: LIKES_FAR_FOOD,
    PositionChange.SCARED_GHOST: FLEES_SCARED,
    PositionChange.FOOD_LEFT: LIKES_MUCH_FOOD,
}
"""The finding for a value that changes with the other sign."""
USUAL: Mapping[PositionChange, int] = {
    PositionChange.SCORE: 1,
    PositionChange.EATING: 1,
    PositionChange.NEAR_FOOD: 1,
    PositionChange.FOOD_LEFT: 1,
    PositionChange.GHOST_BESIDE: -1,
    PositionChange.GHOST: -1,
    PositionChange.SCARED_GHOST: 1,
}
"""The sign that most evaluations have."""
REMARKS = (LIKES_MUCH_FOOD, ORDER)
"""These findings may be intended, so they are only remarks."""
