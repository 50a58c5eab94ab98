"""Solutions that don't fit are refused; `tests/agents/test_optimal.py` has how the ghosts play."""

import pickle
from pathlib import Path

import pytest

from pacgrid import Layout, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.errors import PacgridError
from pacgrid.solutions.solve import solve


@pytest.fixture(autouse=True)
def _solutions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions of pocket, one of them cut off."""
    monkeypatch.chdir(tmp_path)
    solve(Layout.load("pocket"), path="minimax.solution")
    ghost = load_agent("random_ghost")
    assert isinstance(ghost, RandomGhost)
    solve(Layout.load("pocket"), path="random.solution", ghosts=ghost)
    Path("cut.solution").write_bytes(Path("random.solution").read_bytes()[:-1])


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("optimal:solution=cut.solution", "cut.solution: has "),
        ("optimal:solution=no.solution", "no.solution: can't be read: No such file"),
        ("optimal:solution=3", "3: can't be read: No such file"),
        (
            "optimal_ghost:solution=random.solution",
            "random.solution: is against random_ghost; optimal ghosts need a solution that"
            " `pacgrid solve --ghosts minimax` wrote",
        ),
    ],
)
def test_a_file_that_does_not_serve_is_refused_in_one_line(agent: str, message: str) -> None:
    with pytest.raises(PacgridError) as caught:
        load_agent(agent)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("board", ["duel", "closet"])
def test_a_game_on_another_board_is_forfeited_with_the_reason(board: str) -> None:
    layout = Layout.load(board)
    ghosts = [load_agent("optimal_ghost:solution=minimax.solution") for _ in layout.ghosts]
    record = play(layout, [load_agent("random_agent"), *ghosts])
    assert record.forfeit == 1
    assert "minimax.solution: is for pocket with 1 ghost, not for this board" in record.message


def test_a_pickled_agent_plays_on() -> None:
    agent = load_agent("optimal:solution=minimax.solution")
    state = State.initial(Layout.load("pocket"))
    assert pickle.loads(pickle.dumps(agent)).act(state) == agent.act(state)


def test_optimal_agents_report_the_value_of_each_action() -> None:
    agents = [
        load_agent(f"{name}:solution=minimax.solution") for name in ("optimal", "optimal_ghost")
    ]
    record = play(Layout.load("pocket"), agents, thoughts=True)
    assert {max(move.thought.values.values()) for move in record.moves[::2] if move.thought} == {
        510
    }
    assert {min(move.thought.values.values()) for move in record.moves[1::2] if move.thought} == {
        510
    }
