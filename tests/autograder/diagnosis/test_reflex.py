from collections.abc import Callable
from math import inf
from random import Random

import pytest

from pacgrid import Action, Agent, State
from pacgrid.agents.reflex import Reflex
from pacgrid.autograder.diagnosis import reflex
from pacgrid.autograder.diagnosis.reflex import ReflexAnswers
from pacgrid.autograder.diagnosis.reflex_positions import side_pairs
from pacgrid.autograder.model.diagnosis import Finding

Value = Callable[[State], float]


class Best(Agent):
    """Plays the first action with the highest value, or the last one."""

    def __init__(self, value: Value, *, last: bool = False) -> None:
        self.value = value
        self.sign = -1 if last else 1

    def act(self, state: State) -> Action:
        actions = state.legal_actions()[:: self.sign]
        return max(actions, key=lambda action: self.value(state.successor(action)))


class RandomBest(Best):
    """Plays one of the best actions at random."""

    def act(self, state: State) -> Action:
        values = {a: self.value(state.successor(a)) for a in state.legal_actions()}
        return self.rng.choice([a for a in values if values[a] == max(values.values())])


class Always(Agent):
    def __init__(self, index: int) -> None:
        self.index = index

    def act(self, state: State) -> Action:
        return state.legal_actions()[self.index]


class Fixed(Agent):
    def act(self, state: State) -> Action:
        return Action.WEST


class Anything(Agent):
    def act(self, state: State) -> Action:
        return self.rng.choice(state.legal_actions())


class AboveTheOneBefore(Best):
    """Plays the last action that isn't worse than the one before it."""

    def act(self, state: State) -> Action:
        before, chosen = -inf, Action.STOP
        for action in state.legal_actions():
            value = self.value(state.successor(action))
            chosen = action if value >= before else chosen
            before = value
        return chosen


class RandomAmongSafe(Agent):
    def act(self, state: State) -> Action:
        actions = state.legal_actions()
        return self.rng.choice([a for a in actions if not state.successor(a).is_loss] or actions)


def food(state: State) -> float:
    return state.maze.nearest(state.pacman, state.food) if state.food else 0


def danger(
    state: State, *, reach: float = 3, ghosts: slice = slice(9), scared: bool = False
) -> float:
    """How near the active ghosts are, or all of them."""
    steps = (
        state.maze.distance(state.pacman, ghost.position)
        for ghost in state.ghosts[ghosts]
        if scared or not ghost.scared
    )
    return sum(max(0, reach - away) for away in steps)


def sane(state: State) -> float:
    return state.score - food(state) - 10 * danger(state)


def careless(state: State) -> float:
    return state.score - food(state) - 600 * state.is_loss


WRONG: dict[str, tuple[Agent, list[Finding]]] = {
    "random": (Anything(), [reflex.RANDOM]),
    "random among safe": (RandomAmongSafe(), [reflex.RANDOM_AMONG_SAFE]),
    "order": (AboveTheOneBefore(sane), [reflex.ORDER]),
    "first": (Always(0), [reflex.SAME_STATE]),
    "fixed": (Fixed(), [reflex.FIXED]),
    "stops": (Always(-1), [reflex.SAME_STATE, reflex.LAST, reflex.STOPS]),
    "worst": (Best(lambda state: -sane(state)), [reflex.WORST]),
    "sign": (
        Best(lambda s: s.score + 600 * s.is_loss - food(s) + 10 * danger(s)),
        [reflex.TOWARDS_GHOSTS],
    ),
    "score": (Best(lambda state: state.score), [reflex.SCORE]),
    "score, last": (Best(lambda state: state.score, last=True), [reflex.SCORE]),
    "blind": (Best(lambda state: -food(state) - 20 * len(state.food)), [reflex.BLIND_TO_GHOSTS]),
    "no food": (Best(lambda state: -danger(state)), [reflex.BLIND_TO_FOOD]),
    "nothing": (
        Best(lambda state: -state.pacman[0] - state.pacman[1]),
        [reflex.BLIND_TO_GHOSTS, reflex.BLIND_TO_FOOD],
    ),
    "first ghost": (Best(lambda s: -food(s) - 10 * danger(s, ghosts=slice(1))), [reflex.ONE_GHOST]),
    "collisions": (Best(careless), [reflex.COLLISIONS]),
    "first ghost and collisions": (
        Best(lambda s: s.score - food(s) - 10 * danger(s, ghosts=slice(1))),
        [reflex.ONE_GHOST],
    ),
    "sign, but not onto a ghost": (
        Best(lambda s: s.score if s.is_loss else s.score - food(s) + 10 * danger(s, reach=9)),
        [reflex.TOWARDS_GHOSTS],
    ),
    "scared": (
        Best(lambda s: s.score - food(s) - 10 * danger(s, reach=9, scared=True)),
        [reflex.FLEES_SCARED],
    ),
}


def answers(agent: Agent) -> ReflexAnswers:
    def ask(state: State, seed: int) -> Action | None:
        agent.rng = Random(seed)
        action = agent.act(state)
        return action if action in state.legal_actions() else None

    return ReflexAnswers.of(ask)


def findings(agent: Agent, **options) -> list[Finding]:
    found = answers(agent).mistake(**options)
    return list(found.findings) if found else []


@pytest.mark.parametrize(("agent", "expected"), WRONG.values(), ids=WRONG)
def test_a_wrong_agent_is_named(agent, expected):
    assert findings(agent) == expected


@pytest.mark.parametrize(
    "agent",
    [
        Reflex(),
        Reflex(evaluation="linear"),
        Best(sane),
        Best(sane, last=True),
        RandomBest(sane),
        RandomBest(lambda state: state.score - 10 * danger(state)),
        Best(lambda state: -food(state) - danger(state) ** 2),
    ],
)
def test_a_sane_agent_is_not_accused(agent):
    assert findings(agent) == []


def steps_without_walls(state: State, places) -> float:
    x, y = state.pacman
    return min((abs(x - column) + abs(y - row) for column, row in places), default=0)


def chase(state: State) -> float:
    """How near the scared ghosts are."""
    scared = [ghost.position for ghost in state.ghosts if ghost.scared]
    return sum(9 - state.maze.distance(state.pacman, place) for place in scared)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (lambda s: sane(s) + 5 * chase(s) - 99 * len(s.capsules), [reflex.BLIND_TO_TIME]),
        (sane, [reflex.BLIND_TO_SCARED, reflex.BLIND_TO_CAPSULES]),
        (
            lambda s: s.score - steps_without_walls(s, s.food) - 10 * danger(s),
            [reflex.THROUGH_WALLS, reflex.BLIND_TO_SCARED, reflex.BLIND_TO_CAPSULES],
        ),
        (
            lambda s: s.score + steps_without_walls(s, s.food) - 10 * danger(s),
            [reflex.AWAY_FROM_FOOD, reflex.BLIND_TO_SCARED, reflex.BLIND_TO_CAPSULES],
        ),
    ],
)
def test_what_an_agent_does_not_take_into_account_is_a_remark(value: Value, expected):
    said = answers(Best(value)).remarks
    assert [each.mistake for each in said] == [each.mistake for each in expected]


def test_an_agent_that_takes_all_into_account_has_no_remarks():
    assert answers(Reflex(evaluation="linear")).remarks == ()
    assert answers(RandomBest(lambda state: 0)).remarks == ()


def test_an_agent_that_is_wrong_only_where_it_should_stop_leaves_stop_out():
    wrong = [(Action.STOP,), (Action.STOP,)]
    assert findings(Best(sane), wrong=wrong) == [reflex.NEVER_STOPS]
    assert findings(Best(sane), wrong=[*wrong, (Action.EAST,)]) == []


def test_the_positions_of_a_pair_have_the_same_things_and_the_same_choices():
    pairs = list(side_pairs())
    assert len(pairs) == 28
    for pair in pairs:
        first, second = pair.sides
        boards = [sorted(str(side.state).partition("score")[0]) for side in pair.sides]
        assert boards[0] == boards[1]
        assert first.state.legal_actions() == second.state.legal_actions()
        assert (first.towards, first.away) == (second.away, second.towards)
