"""What a ghost can do right after an action of Pac-Man."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from pacgrid import Action, Agent, State
from pacgrid.agents.reflex import Reflex
from pacgrid.autograder.diagnosis import reflex_mistakes as reflex
from pacgrid.autograder.diagnosis.reflex_mistakes import danger_of, reflex_mistake, sides
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


class Anything(Agent):
    def act(self, state: State) -> Action:
        return self.rng.choice(state.legal_actions())


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
    "random among safe": (RandomAmongSafe(), [reflex.RANDOM]),
    "first": (Always(0), [reflex.SAME_PLACE]),
    "stops": (Always(-1), [reflex.SAME_PLACE]),
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


def findings(agent: Agent, wrong: Sequence[Sequence[Action]] = ()) -> list[Finding]:
    def ask(state: State, seed: int) -> Action | None:
        agent.rng = Random(seed)
        action = agent.act(state)
        return action if action in state.legal_actions() else None

    found = reflex_mistake(ask, wrong)
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


def test_an_agent_that_is_wrong_only_where_it_should_stop_leaves_stop_out():
    wrong = [(Action.STOP,), (Action.STOP,)]
    assert findings(Best(sane), wrong=wrong) == [reflex.NEVER_STOPS]
    assert findings(Best(sane), wrong=[*wrong, (Action.EAST,)]) == []


def test_the_positions_of_a_pair_have_the_same_things_and_the_same_choices():
    every = [*sides()]
    assert len(every) == 2 * len({side.pair for side in every}) == 40
    for first, second in zip(every[::2], every[1::2], strict=True):
        assert first.pair == second.pair
        boards = [sorted(str(side.state).partition("score")[0]) for side in (first, second)]
        assert boards[0] == boards[1]
        assert first.state.legal_actions() == second.state.legal_actions()
        assert (first.towards, first.away) == (second.away, second.towards)


BESIDE = "%%%%%%%%\n%.  P 1%\n%.%%%%%%\n%%%%%%%%"
AT_ONCE = "%%%%%%%%\n%.  P1.%\n%%%%%%%%"
NO_WAY_OUT = "%%%%%%\n%%P1.%\n%%%%%%"
SECOND = "%%%%%%%%%%\n%.  P 2 1%\n%%%%%%%%%%"


@pytest.mark.parametrize(
    ("drawing", "action", "expected"),
    [
        (BESIDE, Action.WEST, ""),
        (BESIDE, Action.STOP, ""),
        (
            BESIDE,
            Action.EAST,
            "a ghost can catch Pac-Man after east; west and stop were safe",
        ),
        (
            AT_ONCE,
            Action.STOP,
            "a ghost can catch Pac-Man after stop; west was safe",
        ),
        (AT_ONCE, Action.EAST, "east leads onto a ghost; west was safe"),
        (NO_WAY_OUT, Action.STOP, ""),
        (
            SECOND,
            Action.EAST,
            "a ghost can catch Pac-Man after east; west and stop were safe",
        ),
        (f"{AT_ONCE}\nghost 1: scared 30", Action.EAST, ""),
        ("%%%%%%%%\n%  P.%1%\n%%%%%%%%", Action.EAST, ""),
    ],
)
def test_the_ghost_that_can_catch_pacman_and_the_safe_actions_are_named(
    drawing: str, action: Action, expected: str
) -> None:
    assert danger_of(State.parse(drawing), action) == expected
