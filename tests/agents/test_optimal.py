"""The optimal agent gets what its solution promises; deterministic, as games are seeded."""

import pickle
from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest

from pacgrid import Layout, State, play
from pacgrid.agent import ChanceAgent
from pacgrid.agent_loader import load_agent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.common.intervals import mean_interval
from pacgrid.errors import PacgridError
from pacgrid.solutions.solution import Solution
from pacgrid.solutions.solve import solve

SolutionOf = Callable[..., Path]


@pytest.fixture(scope="module")
def solution_of(tmp_path_factory: pytest.TempPathFactory) -> SolutionOf:
    """Solves a board, once."""
    folder = tmp_path_factory.mktemp("solutions")

    def solution_of(board: str, ghosts: str | ChanceAgent = "minimax") -> Path:
        path = folder / f"{board}-{ghosts if isinstance(ghosts, str) else ghosts.name}"
        if not path.exists():
            solve(Layout.load(board), ghosts=ghosts, path=path)
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
    assert interval[0] < Solution.load(path).value(State.initial(layout)) < interval[1]
    assert -503 < fmean(scores) < 510


@pytest.mark.parametrize(("board", "value"), [("pocket", 510), ("duel", 514), ("cornered", -493)])
def test_against_the_optimal_ghosts_it_gets_the_minimax_value(
    solution_of: SolutionOf, board: str, value: int
) -> None:
    layout = Layout.load(board)
    path = solution_of(board)
    ghosts = [load_agent(f"optimal_ghost:solution={path}") for _ in layout.ghosts]
    record = play(layout, [load_agent(f"optimal:solution={path}"), *ghosts])
    assert Solution.load(path).value(State.initial(layout)) == record.score == value


@pytest.fixture
def _solutions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions of pocket, one of them cut off."""
    monkeypatch.chdir(tmp_path)
    solve(Layout.load("pocket"), path="minimax.solution")
    solve(Layout.load("pocket"), path="random.solution", ghosts=load_agent("random_ghost"))  # type: ignore[arg-type]
    Path("cut.solution").write_bytes(Path("random.solution").read_bytes()[:-1])


@pytest.mark.usefixtures("_solutions")
@pytest.mark.parametrize(
    ("agent", "message"),
    [
        (
            "optimal:solution=cut.solution",
            "cut.solution: is not a solution, or it was cut off or changed",
        ),
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


@pytest.mark.usefixtures("_solutions")
@pytest.mark.parametrize("board", ["duel", "closet"])
def test_a_game_on_another_board_is_forfeited_with_the_reason(board: str) -> None:
    layout = Layout.load(board)
    ghosts = [load_agent("optimal_ghost:solution=minimax.solution") for _ in layout.ghosts]
    record = play(layout, [load_agent("random_agent"), *ghosts])
    assert record.forfeit == 1
    assert "minimax.solution: is for pocket with 1 ghost, not for this board" in record.message


@pytest.mark.usefixtures("_solutions")
def test_optimal_agents_report_the_value_of_each_action_and_play_on_when_pickled() -> None:
    agents = [
        load_agent(f"{name}:solution=minimax.solution") for name in ("optimal", "optimal_ghost")
    ]
    record = play(Layout.load("pocket"), agents, thoughts=True)
    for number, best in enumerate((max, min)):
        thoughts = [move.thought for move in record.moves[number::2] if move.thought]
        assert {best(thought.values.values()) for thought in thoughts} == {510}
    state = record.first_state
    assert pickle.loads(pickle.dumps(agents[0])).act(state) == agents[0].act(state)
