"""Which mistake a reflex agent makes, by its choices in positions that differ in one thing.

The agent is a black box that may see everything, so only what it does in all positions of a kind
counts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.state import State

from ..model.diagnosis import Finding, Verdict
from .mistakes.textbook import EVALUATION
from .reflex_positions import DANGERS, Side, SidePair, Thing, side_pairs
from .state_search import exact_values

_AGENTS = "Russell and Norvig, 4th edition, section 2.4"

RANDOM = Finding(
    "reflex_random",
    "chooses at random, even where one action loses the game",
    "Any legal action is a move.",
    "Give each action a value, and choose among the best ones only.",
    _AGENTS,
)
RANDOM_AMONG_SAFE = Finding(
    "reflex_random_among_safe",
    "chooses at random among the actions that don't lose the game at once",
    "If Pac-Man isn't caught, any move is as good as another.",
    "Two actions are safe, and one of them eats food. Which value does each of them have?",
    _AGENTS,
)
SAME_STATE = Finding(
    "reflex_same_state",
    "evaluates the state it is in instead of the state after each action",
    "The state says which action is good.",
    "The state at hand is the same for all actions. Which state does each of them lead to?",
    _AGENTS,
)
FIXED = Finding(
    "reflex_fixed",
    "plays the same action in every position",
    "This action was good in the positions I tried.",
    "What in the position should decide which way to go?",
    _AGENTS,
)
LAST = Finding(
    "reflex_last",
    "keeps the last action instead of the best one",
    "The loop ends with the best action.",
    "When an action is better than all before it, what must you remember besides the action?",
    _AGENTS,
)
ORDER = Finding(
    "reflex_order",
    "chooses by the order of the actions, not only by their values",
    "Each action that is better than the one before is the best so far.",
    "Is a later action better than all before it? Which value do you compare its value with?",
    _AGENTS,
)
STOPS = Finding(
    "reflex_stops",
    "always stops",
    "Standing still is safe.",
    "What is STOP worth to your evaluation, compared with going on? Print the values.",
    _AGENTS,
)
WORST = Finding(
    "reflex_worst",
    "chooses the worst action instead of the best",
    "The lowest value is the best.",
    "Print the value of each action. Is a high value good, and is the highest one chosen?",
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

AWAY_FROM_FOOD = Finding(
    "reflex_away_from_food",
    "goes away from food that isn't next to it",
    "The distance to food is added to the value.",
    "Is a position better or worse when the nearest food is farther away? Check the sign.",
    EVALUATION,
)
THROUGH_WALLS = Finding(
    "reflex_through_walls",
    "measures distances as if there were no walls",
    "The distance is the difference of the coordinates.",
    "How far is food behind a wall? `state.maze.distance` counts the steps.",
    EVALUATION,
)
BLIND_TO_SCARED = Finding(
    "reflex_blind_to_scared",
    "pays no attention to scared ghosts",
    "",
    "A scared ghost is worth points. Does your value change when one is nearer?",
    EVALUATION,
)
BLIND_TO_TIME = Finding(
    "reflex_blind_to_time",
    "chases scared ghosts, however little time is left",
    "A scared ghost is no danger.",
    "How many rounds does the ghost stay scared, and how many steps away is it?",
    EVALUATION,
)
BLIND_TO_CAPSULES = Finding(
    "reflex_blind_to_capsules",
    "pays no attention to capsules",
    "",
    "What is a capsule worth, and when?",
    EVALUATION,
)

Ask = Callable[[State, int], Action | None]
"""What a new agent chooses in a state, drawing its random numbers from that seed; None if that
isn't legal."""


_CLEAR = 0.75
"""The share of choices that shows a sign."""


@dataclass(frozen=True)
class _Choice:
    pair: SidePair
    side: Side
    action: Action | None
    again: Action | None
    """When it was asked again, with another seed."""

    @property
    def is_towards(self) -> bool:
        return self.action == self.side.towards


@dataclass(frozen=True)
class _Choices:
    """What an agent chose in some positions."""

    every: Sequence[_Choice]

    def of(self, *things: Thing, steps: Iterable[int] = (1, 2, 3)) -> "_Choices":
        """Those where one of the `things` is so many steps away."""
        return _Choices([c for c in self.every if c.pair.thing in things and c.pair.steps in steps])

    @property
    def is_constant(self) -> bool:
        """Whether the choice never depends on the side of the thing."""
        chosen: dict[SidePair, set[Action | None]] = {}
        for choice in self.every:
            chosen.setdefault(choice.pair, set()).add(choice.action)
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
    def depend_on_order(self) -> bool:
        """Whether it always stops on one side of the thing, and never on the other. The positions
        are mirror images, so their values are the same."""
        sides: dict[SidePair, list[bool]] = {}
        for choice in self.every:
            if choice.action != choice.again:
                return False
            sides.setdefault(choice.pair, []).append(choice.action is Action.STOP)
        return all(one != other for one, other in sides.values())

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
    """What it did, in a sentence."""
    example: WrongChoice | None = None
    """What shows the mistake, if one of the positions does."""


@dataclass(frozen=True)
class ReflexAnswers:
    """What a reflex agent does in pairs of positions that differ in one thing."""

    choices: _Choices

    @classmethod
    def of(cls, ask: Ask) -> "ReflexAnswers":
        """Asks the agent."""
        sides = [(pair, side) for pair in side_pairs() for side in pair.sides]
        choices = [
            _Choice(pair, side, ask(side.state, 2 * number), ask(side.state, 2 * number + 1))
            for number, (pair, side) in enumerate(sides)
        ]
        return cls(_Choices(choices))

    def mistake(self, wrong: Sequence[Sequence[Action]] = ()) -> ReflexMistake | None:
        """What is wrong with an agent that has lost points; None if no known mistake explains it.

        Args:
            wrong: for each position of a test in which it chose wrongly, the best actions.
        """
        return next(_mistakes(self.choices, wrong), None)

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """What it doesn't take into account, or measures in a simple way. That needn't be wrong."""
        far_food = self.choices.of(Thing.FOOD, steps=[2, 3])
        walls = self.choices.of(Thing.FOOD_BEHIND_WALL)
        scared = self.choices.of(Thing.SCARED_GHOST, steps=[2])
        waking = self.choices.of(Thing.WAKING_GHOST)
        capsules = self.choices.of(Thing.CAPSULE)
        shown = {
            AWAY_FROM_FOOD: far_food.are_away,
            THROUGH_WALLS: walls.are_towards and not far_food.are_away,
            BLIND_TO_SCARED: scared.is_constant,
            BLIND_TO_TIME: scared.are_towards and waking.are_towards,
            BLIND_TO_CAPSULES: capsules.is_constant,
        }
        return tuple(finding for finding, is_shown in shown.items() if is_shown)


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
        yield next_to_food.mistake(said, RANDOM_AMONG_SAFE, verdict=Verdict.UNSTABLE)
    if food.depend_on_order and ghosts.depend_on_order:
        said = "It stopped with a ghost or food on one side, and never with the same on the other."
        yield next_to_ghost.mistake(said, ORDER)


def _mistakes(choices: _Choices, wrong: Sequence[Sequence[Action]]) -> Iterator[ReflexMistake]:
    """The mistakes that explain the choices, the one that explains most first."""
    choices = choices.of(*DANGERS, Thing.FOOD, Thing.SCARED_GHOST)
    count = len(choices.every)
    ghosts, food = choices.of(*DANGERS), choices.of(Thing.FOOD)
    next_to_ghost, next_to_food = (each.of(*Thing, steps=[1]) for each in (ghosts, food))
    near_ghost = ghosts.of(*Thing, steps=[2])
    yield from _without_values(choices)
    if choices.is_always(lambda actions: actions[-1]):
        said = f"It stopped in all of {count} positions."
        yield next_to_food.mistake(said, SAME_STATE, LAST, STOPS)
    if choices.is_always(lambda actions: actions[0]):
        said = f"It played the first legal action in all of {count} positions."
        yield next_to_ghost.mistake(said, SAME_STATE)
    actions = {choice.action for choice in choices.every} - {None}
    if len(actions) == 1:
        said = f"It always played {actions.pop()}, even where that isn't legal."
        yield next_to_ghost.mistake(said, FIXED)
    if next_to_ghost.are_towards and not any(c.is_towards for c in next_to_food.every):
        said = "It stepped on every ghost next to it, and never on food."
        yield next_to_ghost.mistake(said, WORST)
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
