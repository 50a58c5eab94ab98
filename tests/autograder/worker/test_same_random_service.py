"""Scores and crashes are those that the original's own grader gave."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from pacgrid import Layout, State
from pacgrid.autograder.kinds.cs188.course_game import CourseGame
from pacgrid.autograder.worker.same_random_service import SameRandomService
from pacgrid.autograder.worker_client.replies import WholeGame

pytestmark = pytest.mark.usefixtures("global_generator")

HERE = Path(__file__).parents[2]
ORCHARD = Layout.load(str(HERE / "course_tests/layouts/orchard.lay"))
RIGHT = HERE / "course_files/right"
PASSING = "from game import Agent\nclass Mine(Agent):\n    def getAction(self, state):\n        "


def games(file: Path, agent: str, count: int, ghosts: str = "[RandomGhost(1)]") -> list[CourseGame]:
    """Games on the seed 0, played by the service and replayed by the grader."""
    service = SameRandomService(SimpleNamespace(file=str(file)))
    drawing = "\n".join(ORCHARD.rows)
    service.same_random_build(agent, {}, ghosts, drawing, seed=0, game_seconds=60)
    player = SimpleNamespace(
        whole_game=lambda: WholeGame.model_validate(service.same_random_game())
    )
    played = [CourseGame(State.initial(ORCHARD), number) for number in range(count)]
    for game in played:
        game.play_elsewhere(player)
    return played


@pytest.mark.parametrize(
    ("file", "scores"),
    [
        ("index_threads.py", [722, 712, 776, 540, 715]),
        ("random_ties.py", [570, 580, 780, 578, 576]),
    ],
)
def test_scores_are_those_of_the_original(file, scores):
    played = games(RIGHT / file, "ReflexAgent", 5)
    assert [game.state.score for game in played] == scores
    assert all(game.state.is_win and not game.error for game in played)


@pytest.mark.parametrize(
    ("line", "exits"),
    [
        ("return 'Up'", False),
        ("return 1 / 0", False),
        ("import util; util.raiseNotDefined()", True),
    ],
)
def test_what_goes_wrong_ends_a_game(tmp_path, line, exits):
    (tmp_path / "mine.py").write_text(PASSING + line)
    (game,) = games(tmp_path / "mine.py", "Mine", 1)
    assert game.error
    assert (game.error.exits, game.timed_out, game.state.score) == (exits, False, 0)


@pytest.mark.parametrize(
    ("reported", "timed_out"),
    [
        (WholeGame(kind="whole_game", moves="--", timed_out=False), False),
        (WholeGame(kind="whole_game", moves="-", timed_out=True), True),
    ],
)
def test_moves_that_are_not_legal_and_games_that_take_too_long_are_errors(reported, timed_out):
    game = CourseGame(State.initial(ORCHARD), 1)
    game.play_elsewhere(SimpleNamespace(whole_game=lambda: reported))
    assert game.error
    assert game.timed_out == timed_out
