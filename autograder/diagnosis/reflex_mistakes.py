"""The mistake of a reflex agent, told by its choices in positions that differ in one thing.

The agent is a black box that may see everything, so only what it does in all positions of a kind
counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.state import State
from pacgrid.tree.reference_search import exact_values

from ..model.diagnosis import Finding, Verdict
from .mistakes.textbook import EVALUATION

_AGENTS = "Russell and Norvig, 4th edition, section 2.4"

RANDOM = Finding(
    "reflex_random",
    "chooses at random where one action is clearly better",
    "Any legal action is a move.",
    "Give each action a value, and choose among the best ones only.",
    _AGENTS,
)
SAME_PLACE = Finding(
    "reflex_same_place",
    "plays the first or the last legal action in every position",
    "The loop ends with the best action.",
    "Print the value of each action. Is it that of the state after the action, and which action do"
    " you remember when one is better than all before it?",
    _AGENTS,
)
TOWARDS_GHOSTS = Finding(
    "reflex_towards_ghosts",
    "goes towards active ghosts",
    "The distance to a ghost is part of the value, with either sign.",
    "Is a position better or worse when a ghost is farther away? Check the sign.",
    EVALUATION,
)
BLIND_TO_GHOSTS = Finding(
    "reflex_blind_to_ghosts",
    "ignores the ghosts",
    "Food brings points, ghosts don't.",
    "What happens when a ghost is next to Pac-Man? Where does your value take that into account?",
    EVALUATION,
)
BLIND_TO_FOOD = Finding(
    "reflex_blind_to_food",
    "ignores the food",
    "If Pac-Man isn't caught, he wins in the end.",
    "The game is won with the last food. What makes Pac-Man go where food is?",
    EVALUATION,
)
ONE_GHOST = Finding(
    "reflex_one_ghost",
    "looks at one of the ghosts only",
    "One ghost was enough to try it out.",
    "Does it look at each ghost, whatever their number?",
    EVALUATION,
)
SCORE = Finding(
    "reflex_score",
    "judges a state by its score alone",
    "The score says how good a state is.",
    "The score is the same whether a ghost is 2 steps away or 20. What else should count?",
    EVALUATION,
)
COLLISIONS = Finding(
    "reflex_collisions",
    "notices a ghost only when the next step would be onto it",
    "The score falls by 500 if Pac-Man is caught, so it takes ghosts into account.",
    "After Pac-Man, the ghosts move. How near may a ghost be before its turn?",
    EVALUATION,
)
FLEES_SCARED = Finding(
    "reflex_flees_scared",
    "runs away from scared ghosts",
    "A ghost is a ghost.",
    "A scared ghost is worth points. How does your agent tell it from an active one?",
    EVALUATION,
)
NEVER_STOPS = Finding(
    "reflex_never_stops",
    "leaves STOP out",
    "Moving is always better than standing still.",
    "Between two ghosts, standing still may be the only way to survive.",
    _AGENTS,
)

Ask = Callable[[State, int], Action | None]
"""The action that a new agent with that seed chooses in a state; None if it isn't legal."""


_CLEAR = 0.75
"""The share of the choices that shows a sign."""


@dataclass(frozen=True)
class _Choice:
    side: "Side"
    action: Action | None
    again: Action | None
    """Its choice when it was asked again, with another seed."""

    @property
    def is_towards(self) -> bool:
        return self.action == self.side.towards


@dataclass(frozen=True)
class _Choices:
    """What an agent chose in some positions."""

    every: Sequence[_Choice]

    def of(self, *things: "Thing", steps: Iterable[int] = (1, 2, 3)) -> "_Choices":
        """Those where one of the `things` is so many steps away."""
        return _Choices([c for c in self.every if c.side.thing in things and c.side.steps in steps])

    @property
    def is_constant(self) -> bool:
        """Whether the choice never depends on the side of the thing."""
        chosen: dict[object, set[Action | None]] = {}
        for choice in self.every:
            chosen.setdefault(choice.side.pair, set()).add(choice.action)
        return all(len(actions) == 1 for actions in chosen.values())

    @property
    def is_careless(self) -> bool:
        """Whether it goes towards the thing where that happens to be its way."""
        return self.is_constant and any(choice.is_towards for choice in self.every)

    @property
    def are_towards(self) -> bool:
        return all(choice.is_towards for choice in self.every)

    @property
    def are_away(self) -> bool:
        return all({c.action, c.again} == {c.side.away} for c in self.every)

    @property
    def towards(self) -> int:
        """How often it goes towards the thing."""
        return sum(choice.is_towards for choice in self.every)

    @property
    def are_mostly_towards(self) -> bool:
        """Whether that is its way. What always does the same goes towards half of them."""
        return self.towards >= _CLEAR * len(self.every)

    @property
    def gambles(self) -> bool:
        """Whether it sometimes goes towards the thing, and sometimes not in the same position."""
        return any(c.is_towards != (c.again == c.side.towards) for c in self.every)

    def is_always(self, which: Callable[[Sequence[Action]], Action]) -> bool:
        """Whether it always chooses this one of the legal actions."""
        return all(
            choice.action == which(choice.side.state.legal_actions()) for choice in self.every
        )

    def mistake(
        self, evidence: str, *findings: Finding, verdict: Verdict = Verdict.NAMED
    ) -> "ReflexMistake":
        """A mistake that these choices show, with the first of them that is wrong."""
        wrong = (
            WrongChoice(choice.side.state, choice.action)
            for choice in self.every
            if choice.action is not None and not _is_best(choice.side.state, choice.action)
        )
        return ReflexMistake(verdict, findings, evidence, next(wrong, None))


def _is_best(state: State, action: Action) -> bool:
    """Whether no other action is better, looking a round ahead."""
    values = exact_values(state, "minimax", depth=1)
    return values[action] == max(values.values())


class WrongChoice(NamedTuple):
    """An action that is not one of the best in a position."""

    state: State
    chosen: Action


@dataclass(frozen=True)
class ReflexMistake:
    """What is wrong with a reflex agent."""

    verdict: Verdict
    findings: tuple[Finding, ...]
    evidence: str
    """A sentence that says what the agent did."""
    example: WrongChoice | None = None
    """A position that shows the mistake, if there is one."""


def reflex_mistake(ask: Ask, wrong: Sequence[Sequence[Action]] = ()) -> ReflexMistake | None:
    """What is wrong with a reflex agent that has lost points, by what it does in pairs of positions
    that differ in one thing; None if no known mistake explains it.

    Args:
        ask: asks the agent.
        wrong: for each position of a test in which it chose wrongly, the best actions.
    """
    choices = [
        _Choice(side, ask(side.state, 2 * number), ask(side.state, 2 * number + 1))
        for number, side in enumerate(sides())
    ]
    return next(_mistakes(_Choices(choices), wrong), None)


def _without_values(choices: _Choices) -> Iterator[ReflexMistake]:
    """The mistakes of an agent that doesn't choose by the values of the actions alone."""
    ghosts, food = choices.of(*DANGERS), choices.of(Thing.FOOD)
    next_to_ghost, next_to_food = (each.of(*Thing, steps=[1]) for each in (ghosts, food))
    if next_to_ghost.gambles:
        said = "In the same position it sometimes steps on a ghost, and sometimes it doesn't."
        yield next_to_ghost.mistake(said, RANDOM, verdict=Verdict.UNSTABLE)
    is_random = food.gambles and ghosts.of(*DANGERS, steps=[2]).gambles
    if is_random and not next_to_food.are_towards:
        said = "In the same position it sometimes goes for food, and sometimes it doesn't."
        yield next_to_food.mistake(said, RANDOM, verdict=Verdict.UNSTABLE)


def _mistakes(choices: _Choices, wrong: Sequence[Sequence[Action]]) -> Iterator[ReflexMistake]:
    """The mistakes that explain the choices, the one that explains most first."""
    count = len(choices.every)
    ghosts, food = choices.of(*DANGERS), choices.of(Thing.FOOD)
    next_to_ghost, next_to_food = (each.of(*Thing, steps=[1]) for each in (ghosts, food))
    near_ghost = ghosts.of(*Thing, steps=[2])
    yield from _without_values(choices)
    if choices.is_always(lambda actions: actions[-1]):
        said = f"It stopped in all of {count} positions."
        yield next_to_food.mistake(said, SAME_PLACE)
    if choices.is_always(lambda actions: actions[0]):
        said = f"It played the first legal action in all of {count} positions."
        yield next_to_ghost.mistake(said, SAME_PLACE)
    if near_ghost.are_mostly_towards:
        share = f"{near_ghost.towards} of {len(near_ghost.every)}"
        said = f"It went towards an active ghost 2 steps away in {share} positions."
        yield near_ghost.mistake(said, TOWARDS_GHOSTS)
    avoids_ghosts = not any(choice.is_towards for choice in next_to_ghost.every)
    is_nearsighted = near_ghost.is_constant and food.of(Thing.FOOD, steps=[3]).is_constant
    if next_to_food.are_towards and avoids_ghosts and is_nearsighted:
        said = "Ghosts and food right next to it changed its choice; those farther away never did."
        yield near_ghost.mistake(said, SCORE)
    blind = {BLIND_TO_GHOSTS: ghosts.is_careless, BLIND_TO_FOOD: food.is_constant}
    if findings := [finding for finding, is_blind in blind.items() if is_blind]:
        sides = " or ".join(finding.title.partition(" the ")[2] for finding in findings)
        said = f"Its choice never changed when the {sides} changed sides."
        verdict = Verdict.NAMED if len(findings) == 1 else Verdict.COMBINED
        shown = ghosts if BLIND_TO_GHOSTS in findings else food
        yield shown.mistake(said, *findings, verdict=verdict)
    unseen = [thing for thing in DANGERS if near_ghost.of(thing).is_careless]
    if len(unseen) == 1 and unseen != [Thing.GHOST]:
        said = f"Its choice never changed when {unseen[0]} was 2 steps away and changed sides."
        yield near_ghost.of(*unseen).mistake(said, ONE_GHOST)
    if len(unseen) == len(DANGERS) and avoids_ghosts:
        said = "Its choice never changed when a ghost was 2 steps away and changed sides."
        yield near_ghost.mistake(said, COLLISIONS)
    if (scared := choices.of(Thing.SCARED_GHOST, steps=[2])).are_away:
        yield scared.mistake("It went away from every scared ghost near it.", FLEES_SCARED)
    stops = any(choice.action is Action.STOP for choice in choices.every)
    if wrong and not stops and all(tuple(best) == (Action.STOP,) for best in wrong):
        said = "Wherever it was wrong, only STOP was best, and it never stopped."
        yield ReflexMistake(Verdict.NAMED, (NEVER_STOPS,), said)


_WIDTH, _MIDDLE = 11, 5


class Thing(StrEnum):
    """What the positions of a pair differ in."""

    GHOST = "the only ghost"
    FIRST_GHOST = "the first of two ghosts"
    SECOND_GHOST = "the second of two ghosts"
    SCARED_GHOST = "a scared ghost"
    FOOD = "the only food"


DANGERS = (Thing.GHOST, Thing.FIRST_GHOST, Thing.SECOND_GHOST)
_STEPS: Mapping[Thing, tuple[int, ...]] = {
    **dict.fromkeys(DANGERS, (1, 2)),
    Thing.SCARED_GHOST: (2, 3),
    Thing.FOOD: (1, 3),
}


@dataclass(frozen=True)
class Side:
    """A position with a thing so many steps from Pac-Man, on one side of him."""

    thing: Thing
    steps: int
    is_upright: bool
    """Whether the corridor is from south to north, and not from west to east."""
    state: State
    towards: Action
    away: Action

    @property
    def pair(self) -> object:
        """The same for the position with the thing on the other side, and all else as here."""
        return self.thing, self.steps, self.is_upright


def sides() -> Iterator[Side]:
    """For each thing: pairs of positions, near Pac-Man and less near, in both corridors."""
    for thing, distances in _STEPS.items():
        for steps, is_upright, way in product(distances, (False, True), (-1, 1)):
            yield _side(thing, steps, way, is_upright)


def _side(thing: Thing, steps: int, way: int, is_upright: bool) -> Side:
    """A corridor around a wall, with Pac-Man in the middle of its first row and the thing in the
    same row; other ghosts are in the middle of the last one. If it `is_upright`, its first row is a
    column."""
    marks = {Thing.SECOND_GHOST: "2", Thing.FOOD: "."}
    parked = {Thing.FIRST_GHOST: "2", **dict.fromkeys(marks, "1")}.get(thing, " ")
    food = " " if thing is Thing.FOOD else "."
    wall, corridor = "%" * _WIDTH, f"%{' ' * (_WIDTH - 2)}%"
    ends = [f"%{end}{'%' * (_WIDTH - 4)}{end}%" for end in (" ", food, " ")]
    board = [list(row) for row in (wall, corridor, *ends, corridor, wall)]
    board[1][_MIDDLE], board[-2][_MIDDLE] = "P", parked
    board[1][_MIDDLE + way * steps] = marks.get(thing, "1")
    rows = list(zip(*board, strict=True)) if is_upright else board
    drawing = "\n".join("".join(row) for row in rows)
    if thing is Thing.SCARED_GHOST:
        drawing += "\nghost 1: scared 30"
    ways = (Action.NORTH, Action.SOUTH) if is_upright else (Action.WEST, Action.EAST)
    towards, away = ways if way < 0 else ways[::-1]
    return Side(thing, steps, is_upright, State.parse(drawing), towards, away)


def danger_of(state: State, action: Action) -> str:
    """`a ghost can catch Pac-Man after stop; north was safe`: what is wrong with an action of his;
    "" if no ghost can catch him before his next move, or if one can after every action."""
    safe = [each for each in state.legal_actions() if not _can_be_caught(state.successor(each))]
    if action in safe or not safe:
        return ""
    is_onto = state.successor(action).is_terminal
    said = (
        f"{action} leads onto a ghost" if is_onto else f"a ghost can catch Pac-Man after {action}"
    )
    *others, last = map(str, safe)
    words = f"{', '.join(others)} and {last} were" if others else f"{last} was"
    return f"{said}; {words} safe"


def _can_be_caught(state: State) -> bool:
    """Whether Pac-Man is caught, or a ghost can catch him before he moves again."""
    if state.is_terminal or state.to_move == 0:
        return state.is_loss
    return any(_can_be_caught(state.successor(action)) for action in state.legal_actions())
