import re
from math import inf
from pathlib import Path
from typing import Any

import pytest

from pacgrid.agent import Agent, Report
from pacgrid.agent_loader import load_agent
from pacgrid.games.board_game import LARGEST, BoardGame, BoardMove
from pacgrid.games.game_loader import GameError, load_game


def game_of(*agents: str | Agent | None, game: str = "tictactoe", seed: int = 0) -> BoardGame:
    loaded = [load_agent(agent) if isinstance(agent, str) else agent for agent in agents]
    return BoardGame(load_game(game), loaded, [str(agent) for agent in agents], seed=seed)


def played(game: BoardGame) -> list[Any]:
    while game.step():
        pass
    return [move.action for move in game.moves]


class Fixed(Agent):
    """Returns or raises the same thing each time."""

    def __init__(self, result: Any, report: Any = None) -> None:
        self.result, self.kept = result, report

    def act(self, state: Any) -> Any:
        self.report = self.kept
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def test_two_perfect_players_draw() -> None:
    game = game_of("alpha_beta:depth=5", "alpha_beta:depth=5")
    game.play(BoardMove(4, mover=0))
    played(game)
    assert game.over
    assert game.state.score == 0


def test_the_same_seed_is_the_same_game() -> None:
    games = [
        played(game_of("random_agent", "random_agent", game="pig", seed=seed)) for seed in (3, 3, 4)
    ]
    assert games[0] == games[1] != games[2]


def test_undoing_does_not_roll_the_die_again() -> None:
    game = game_of("random_agent", "random_agent", game="pig")
    first = [game.step(), game.step()]
    game.undo(0)
    assert len(game.states) == 1
    again = [game.step(), game.step()]
    assert [move and move.action for move in first] == [move and move.action for move in again]


class Nasty:
    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError("no")

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (9, r"returned 9; legal actions: 0, 1, 2"),
        (KeyError("x"), r"KeyError: 'x' \(.*in act\)"),
        (Nasty(), "ZeroDivisionError: no"),
    ],
)
def test_an_agent_that_fails_forfeits_the_game(result: Any, message: str) -> None:
    game = game_of("random_agent", Fixed(result))
    assert len(played(game)) == 1
    assert game.over
    assert game.forfeit
    assert game.forfeit.agent == 1
    assert re.match(message, game.forfeit.failure.message)


def test_an_agent_for_pacman_is_refused_in_one_line() -> None:
    game = game_of("reflex", "random_agent")
    with pytest.raises(GameError, match=r"reflex can't play this game: it needs state\.\w+, which"):
        game.step()


MISTAKEN = """
from pacgrid.games.tictactoe import TicTacToe
class Mine(TicTacToe):
    def evaluate(self):
        return 1 / 0
"""


def test_a_mistake_in_a_persons_game_is_not_the_fault_of_a_shipped_agent(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MISTAKEN, "utf-8")
    game = game_of("minimax:depth=1", "random_agent", game=str(file))
    with pytest.raises(GameError, match=r"the game raised ZeroDivisionError.*mine\.py, line 5, in"):
        game.step()


def test_a_report_is_kept_as_far_as_it_makes_sense() -> None:
    report = Report(7, {0: 1, 99: 2, 1: float("nan"), 2: -inf}, [0, 1, 1, 2], {"lines": 2})  # type: ignore[dict-item, list-item]
    move = game_of(Fixed(0, report), "random_agent").step()
    assert move
    assert move.report == Report(7, {0: 1, 2: -LARGEST}, [0, 1], {"lines": 2})  # type: ignore[dict-item, list-item]
    nonsense = game_of(Fixed(0, Report(values=3)), "random_agent").step()  # type: ignore[arg-type]
    assert nonsense
    assert nonsense.report == Report()


def test_people_wait_for_no_agent() -> None:
    game = game_of(None, "random_agent")
    assert game.person_to_move
    game.undo(0)
    assert not game.over


def test_chance_without_a_chance_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("random_agent", "random_agent", game="chance")
    monkeypatch.setattr(type(game.state), "distribution", lambda _: {"1": 0.0})
    with pytest.raises(GameError, match="no action has a probability above 0"):
        game.step()
