"""The optimal agent gets what its solution promises; deterministic, as games are seeded."""

from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest

from pacgrid import Layout, play
from pacgrid.agent import ChanceAgent
from pacgrid.agent_loader import load_agent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.common.intervals import mean_interval, proportion_interval
from pacgrid.solutions.objective import Objective
from pacgrid.solutions.solution import Solution
from pacgrid.solutions.solve import solve
from pacgrid.state import State

SolutionOf = Callable[..., Path]


@pytest.fixture(scope="module")
def solution_of(tmp_path_factory: pytest.TempPathFactory) -> SolutionOf:
    """Solves a board, once."""
    folder = tmp_path_factory.mktemp("solutions")

    def solution_of(
        board: str, ghosts: str | ChanceAgent = "minimax", objective: str = "score"
    ) -> Path:
        path = folder / f"{board}-{ghosts if isinstance(ghosts, str) else ghosts.name}-{objective}"
        if not path.exists():
            solve(Layout.load(board), ghosts=ghosts, objective=Objective(objective), path=path)
        return path

    return solution_of


@pytest.mark.parametrize(
    "ghost", [DirectionalGhost(), pytest.param(RandomGhost(), marks=pytest.mark.slow)]
)
def test_the_mean_score_of_many_games_is_the_value_of_the_start(
    solution_of: SolutionOf, ghost: ChanceAgent
) -> None:
    layout, path = Layout.load("cornered"), solution_of("cornered", ghost)
    agent = load_agent(f"optimal:solution={path}")
    scores = [play(layout, [agent, ghost], seed=seed).score for seed in range(100)]
    interval = mean_interval(scores)
    assert interval
    assert interval[0] < Solution.load(path).value(State.initial(layout)) < interval[1]
    assert -503 < fmean(scores) < 510


def test_it_wins_as_often_as_it_promises(solution_of: SolutionOf) -> None:
    layout, ghost = Layout.load("cornered"), DirectionalGhost()
    path = solution_of("cornered", ghost, "win")
    agent = load_agent(f"optimal:solution={path}")
    won = sum(play(layout, [agent, ghost], seed=seed).score > 0 for seed in range(300))
    low, high = proportion_interval(won, 300)
    assert 0 < low < Solution.load(path).value(State.initial(layout)) < high < 1


@pytest.mark.parametrize(("board", "value"), [("pocket", 510), ("duel", 514), ("cornered", -493)])
@pytest.mark.parametrize("objective", ["score", "win"])
def test_against_the_optimal_ghosts_it_gets_the_minimax_value(
    solution_of: SolutionOf, board: str, value: int, objective: str
) -> None:
    layout = Layout.load(board)
    path = solution_of(board, objective=objective)
    ghosts = [load_agent(f"optimal_ghost:solution={path}") for _ in layout.ghosts]
    record = play(layout, [load_agent(f"optimal:solution={path}"), *ghosts])
    assert Solution.load(path).value(State.initial(layout)) == (
        value if objective == "score" else value > 0
    )
    assert record.score == value if objective == "score" else (record.score > 0) == (value > 0)
