"""`pacgrid play --game` and `pacgrid games`, from the command line."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pacgrid.agent import AgentError
from pacgrid.cli import compare
from pacgrid.cli.options import OptionError
from pacgrid.games.game_loader import game_names
from pacgrid.games.game_setup import GameError

QUICK = ("--game", "tictactoe", "alpha_beta:depth=2", "--second", "random_agent")
RANDOM = ("random_agent", "--second", "random_agent", "--view", "none")


def test_one_game_without_a_view_is_one_line(pacgrid: Callable[..., Result]) -> None:
    shown = pacgrid("play", *QUICK, "--view", "none").output
    players = "X: alpha_beta:depth=2, O: random_agent"
    assert shown == f"X wins after 7 plies ({players}; tictactoe, seed 0)\n"


def test_several_games_are_counted(pacgrid: Callable[..., Result]) -> None:
    shown = pacgrid("play", "--game", "nim:heaps=1-2", *RANDOM, "--games", "10").output
    assert "player 1 wins" in shown.lower()
    assert "95 % interval" in shown


def test_results_as_json(pacgrid: Callable[..., Result]) -> None:
    done = pacgrid("play", "--game", "pig:target=5", *RANDOM, "--games", "2", "--json", "-")
    results = json.loads(done.stdout)
    assert results["agents"] == ["random_agent", "random_agent"]
    assert [game["seed"] for game in results["games"]] == [0, 1]
    assert results["games"][0]["moves"][0] == "roll"


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_played(pacgrid: Callable[..., Result], name: str) -> None:
    assert " after " in pacgrid("play", "--game", name, *RANDOM).output


def test_a_tree_from_a_file_is_played(pacgrid: Callable[..., Result], tmp_path: Path) -> None:
    file = tmp_path / "my.tree"
    file.write_text("MAX\n  a: MIN: 1 2\n  b: 5", "utf-8")
    shown = pacgrid("play", "--game", file, "minimax", "--view", "none").output
    assert shown.startswith("5 for MAX after 1 ply (MAX: minimax, MIN: alpha_beta;")


def test_an_agent_that_fails_forfeits_with_its_own_lines(
    pacgrid: Callable[..., Result], tmp_path: Path
) -> None:
    file = tmp_path / "bad.py"
    body = "class A(Agent):\n  def act(self, state):\n    return 1 / 0\n"
    file.write_text(f"from pacgrid import Agent\n{body}")
    done = pacgrid("play", "--game", "nim", file, "--view", "none", exit_code=1)
    assert "Player 1 forfeits after 0 plies" in done.output
    assert (
        "bad.py): agent failed: ZeroDivisionError: division by zero (bad.py, line 4, in act)"
        in done.output
    )
    assert "return 1 / 0" in done.output


def test_an_error_in_a_game_of_your_own_is_one_clear_line(
    pacgrid: Callable[..., Result], tmp_path: Path
) -> None:
    file = tmp_path / "my_game.py"
    file.write_text(
        "from pacgrid.games.nim import Nim\nclass Mine(Nim):\n"
        "  @property\n  def is_terminal(self):\n    return len(self.heaps) > 1 / self.to_move\n"
    )
    with pytest.raises(GameError, match=r"my_game.py: ZeroDivisionError: .* line 5, in is_termin"):
        pacgrid("play", "--game", file, *RANDOM)


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ("--game tictacto", GameError, "no game 'tictacto'; did you mean 'tictactoe'"),
        ("minimux --game nim", AgentError, "no agent 'minimux'; did you mean 'minimax'"),
        ("reflex --game nim --view none", GameError, "reflex can't play this game: it"),
        (
            "--game nim -l medium --num-ghosts 3",
            OptionError,
            "--layout, --num-ghosts can't be used with",
        ),
        ("--second minimax", OptionError, "--second needs --game"),
        ("--game nim --view none", OptionError, "--view none: you play"),
        ("--game nim --overlay danger", OptionError, "--overlay danger: only Pac-Man has it"),
    ],
)
def test_wrong_options_are_one_clear_line(
    pacgrid: Callable[..., Result], words: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        pacgrid("play", *words.split())


def test_a_game_that_is_over_is_refused(pacgrid: Callable[..., Result], tmp_path: Path) -> None:
    file = tmp_path / "leaf.tree"
    file.write_text("3", "utf-8")
    with pytest.raises(GameError, match=r"leaf.tree: the game is over before it begins"):
        pacgrid("play", "--game", file)


def test_games_are_listed(pacgrid: Callable[..., Result]) -> None:
    shown = pacgrid("games").output
    assert all(name in shown for name in game_names())
    assert "heaps=3-4-5" in shown


@pytest.mark.slow  # it compiles the search
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("play --game nim alpha_beta:compiled=true", "compiled search plays only Pac-Man"),
        ("tree nim --agent alpha_beta:compiled=true", "a compiled search draws no tree"),
    ],
)
def test_compiled_searches_are_refused_at_once(
    pacgrid: Callable[..., Result], words: str, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        pacgrid(*words.split())


NIM = ("--game", "nim:heaps=1-2")


@pytest.mark.parametrize("game", ["tictactoe", "pig:target=9", "book"])
def test_files_of_all_kinds_are_written_of_every_game(
    pacgrid: Callable[..., Result], tmp_path: Path, game: str
) -> None:
    names = ["game.jsonl", "game.html", "game.gif"]
    words = [word for name in names for word in ("--save", tmp_path / name)]
    pacgrid("play", "--game", game, *RANDOM, *words)
    assert all((tmp_path / name).stat().st_size for name in names)


def test_a_saved_game_is_analysed_and_its_analysis_shown_again(
    pacgrid: Callable[..., Result], tmp_path: Path
) -> None:
    game, analysis = tmp_path / "game.jsonl", tmp_path / "analysis.json"
    first = ("alpha_beta:depth=2", "--second", "random_agent", "--seed", "3")
    pacgrid("play", "--game", "tictactoe", *first, "--view", "none", "--save", game)
    shown = pacgrid("replay", game, "--analyse", "--json", analysis, "--view", "none").output
    assert "Regret (exact)" in shown
    assert "O's worst move, number 4: a3 is worth 1, c2 0" in shown
    page = tmp_path / "game.html"
    again = pacgrid("replay", game, "--analysis", analysis, "--save", page).output
    assert "O's worst move, number 4: a3 is worth 1, c2 0" in again
    assert page.stat().st_size


def test_games_are_compared_by_who_plays_first(pacgrid: Callable[..., Result]) -> None:
    against = ("--second", "random_agent", "--view", "none", "--json", "-")
    done = pacgrid("compare", "minimax", "random_agent", *NIM, *against, "--games", "6")
    data = json.loads(done.stdout)
    assert data["game"] == "nim:heaps=1-2"
    first, second = data["contestants"]
    assert first["summary"]["wins"] > second["summary"]["wins"]


def test_two_games_are_watched_side_by_side(
    pacgrid: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = []

    class Watcher:
        real_time = True

        def show(self, session: Any) -> None:
            while session.next_action is None and not session.playback.at_end:
                session.advance(1)
                frames.append(session.frame())

    monkeypatch.setattr(compare, "open_renderer", lambda *_: nullcontext(Watcher()))
    pacgrid("compare", "minimax", "random_agent", *NIM, "--view", "terminal")
    assert {len(frame.boards) for frame in frames} == {2}
    assert all(board.verdict for board in frames[-1].boards)


def test_agents_are_measured_in_other_games(pacgrid: Callable[..., Result], tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    words = ("--second", "random_agent", "--games", "6", "--no-journal", "--out", file)
    shown = pacgrid("bench", "minimax", "random_agent", "--game", "tictactoe", *words).output
    assert "plays first" in shown
    data = json.loads(file.read_text())
    assert "--second random_agent --game tictactoe" in data["command"]
    best, worst = data["contests"]
    assert best["won"] > worst["won"]
    again = tmp_path / "again.json"
    pacgrid("bench", "minimax", *NIM, "--opening", "1", *words[:-1], again, "--analyse")
    assert json.loads(again.read_text())["contests"][0]["mean_regret"] is not None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("compare minimax mcts --game nim -g random_ghost", "--ghosts can't be used with --game"),
        ("compare minimax keyboard --game nim", "--game: games are compared between agents"),
        ("compare minimax mcts --second mcts", "--second needs --game; Pac-Man has --ghosts"),
        ("bench minimax --game nim -l small", "--layout can't be used with --game"),
        ("bench minimax --second mcts", "--second needs --game; Pac-Man has --ghosts"),
    ],
)
def test_options_of_pacman_do_not_go_with_other_games(
    pacgrid: Callable[..., Result], words: str, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        pacgrid(*words.split())
