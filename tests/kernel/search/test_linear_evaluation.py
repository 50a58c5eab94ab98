"""The compiled evaluation equals `pacgrid.agents.evaluation`, to the last bit."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Layout, Maze, State
from pacgrid.agents.evaluation import FEATURES, WEIGHTS, LinearEvaluation
from pacgrid.kernel import jit
from pacgrid.kernel.search import linear_evaluation
from pacgrid.kernel.search.linear_evaluation import Evaluation, MazeTables, evaluate
from pacgrid.kernel.search.position import Position
from pacgrid.kernel.tables import Tables

pytestmark = pytest.mark.skipif(jit.is_disabled(), reason="numba is disabled")


@jit.compiled
def _value(tables: Tables, position: Position, evaluation: Evaluation) -> Any:
    return evaluate(tables, position, evaluation)


def values(states: list[State], evaluation: Evaluation) -> list[float]:
    """The values of unfinished states on one maze."""
    maze = states[0].maze
    tables, position = Tables.of_maze(maze), Position.empty(maze, 1)
    found = []
    for state in states:
        position.set(state)
        found.append(_value(tables, position, evaluation))
    return found


some_weights = st.sampled_from([*WEIGHTS, "score"]) | st.dictionaries(
    st.sampled_from([*FEATURES]), st.floats(-1000, 1000) | st.integers(-100, 100)
)


@pytest.mark.slow
@given(games(), some_weights)
def test_values_equal_those_of_the_python_evaluation(
    states: list[State], weights: str | dict[str, float]
) -> None:
    python = LinearEvaluation({"score": 1} if weights == "score" else weights)
    unfinished = [state for state in states if not state.is_terminal]
    assert values(unfinished, Evaluation.of(states[0].maze, weights)) == [
        python(state) for state in unfinished
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arcade", "hunting", "medium"])
def test_values_are_the_same_on_shipped_boards(name: str) -> None:
    rng, states = Random(name), [State.initial(Layout.load(name))]
    while len(states) < 300 and not states[-1].is_terminal:
        state = states[-1]
        actions = state.legal_actions()
        longer = [action for action in actions if not state.successor(action).is_loss]
        states.append(state.successor(rng.choice(longer or actions)))
    unfinished = [state for state in states if not state.is_terminal]
    everything = dict.fromkeys(FEATURES, 1 / 7)
    expected = list(map(LinearEvaluation(everything), unfinished))
    assert values(unfinished, Evaluation.of(states[0].maze, everything)) == expected


@pytest.mark.slow
def test_a_large_maze_needs_no_table_of_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_evaluation, "ROOM_BYTES", 1000)
    state = State.initial(Layout.load("training"))
    room = MazeTables.of(state.maze).room
    assert room.size == 0
    tables = Evaluation.of(state.maze)._replace(maze=MazeTables.of(state.maze))
    assert values([state], tables) == [LinearEvaluation()(state)]


def test_a_maze_with_too_many_cells_is_refused() -> None:
    rows = ["%" * 70, "%P." + " " * 66 + "%", *["%" + " " * 68 + "%"] * 66, "%" * 70]
    maze = Maze.of(Layout.parse("\n".join(rows)))
    with pytest.raises(ValueError, match=r"at most 4,096 open cells; this one has 4,556"):
        Evaluation.of(maze)
