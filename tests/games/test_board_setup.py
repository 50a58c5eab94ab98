"""Other games than Pac-Man, their positions drawn as text, and moves by name."""

import json
import re
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.recorded import rounded
from pacgrid import Layout, Record, State, play
from pacgrid.agent import Agent, Report
from pacgrid.agent_loader import load_agent
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.errors import GameError, RecordError
from pacgrid.game import Game
from pacgrid.games.board_setup import BoardSetup, after_moves
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import game_names, load_game
from pacgrid.records.record import record_lines
from pacgrid.records.thought import LARGEST, Move, Thought


def game_of(*agents: str | Agent | None, game: str = "tictactoe", seed: int = 0) -> Game:
    loaded = [load_agent(agent) if isinstance(agent, str) else agent for agent in agents]
    return Game(BoardSetup.load(game), loaded, seed=seed, thoughts=True)


def played(game: Game) -> list[Any]:
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
    game.play(Move(4))
    played(game)
    assert game.over
    assert game.state.score == 0


def test_the_same_seed_is_the_same_game_and_undoing_does_not_roll_the_die_again() -> None:
    pigs = [game_of("random_agent", "random_agent", game="pig", seed=seed) for seed in (3, 3, 4)]
    moves = [*map(played, pigs)]
    assert moves[0] == moves[1] != moves[2]
    game = pigs[0]
    game.undo(0)
    assert len(game.states) == 1
    assert [game.step().action for _ in range(2)] == moves[0][:2]


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
    assert move.nodes == 7
    assert move.thought == Thought({0: 1, 2: -LARGEST}, (0, 1), {"lines": 2})
    nonsense = game_of(Fixed(0, Report(values=3)), "random_agent").step()  # type: ignore[arg-type]
    assert nonsense.thought is None


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


@pytest.mark.parametrize("title", [*game_names(), "nim:heaps=1-2", "uniform:depth=2"])
def test_a_game_of_any_kind_is_saved_and_replayed(title: str, tmp_path: Path) -> None:
    setup = BoardSetup.load(title)
    agents = [load_agent("minimax:depth=1"), *[RandomAgent()] * (setup.first_state.num_agents - 1)]
    game = Game(setup, agents, thoughts=True, seed=3)
    while game.step():
        pass
    game.record.save(tmp_path / "game.jsonl")
    saved = Record.load(tmp_path / "game.jsonl")
    assert saved == rounded(game.record)
    assert list(saved.states()) == game.states
    assert isinstance(game.state, DrawnTree) or game.state.score in (-1, 0, 1)
    assert saved.setup == setup


OWN = """
from pacgrid.games.nim import Nim
class Mine(Nim):
    def action_name(self, action):
        return "take"
"""


def test_a_record_of_a_persons_own_game_needs_its_file(tmp_path: Path) -> None:
    file, path = tmp_path / "mine.py", tmp_path / "game.jsonl"
    file.write_text(OWN, "utf-8")
    record = play(BoardSetup.load(str(file)), [RandomAgent(), RandomAgent()])
    record.save(path)
    file.write_text("raise SystemExit('run')", "utf-8")
    with pytest.raises(RecordError, match=r"game.jsonl:1: game: .*mine.py: .* add --game and the"):
        Record.load(path)
    file.write_text(OWN, "utf-8")
    again = Record.load(path, BoardSetup.load(str(file)))
    assert [move.action for move in again.moves] == [move.action for move in record.moves]
    file.write_text(f"{OWN}\n#", "utf-8")
    with pytest.raises(RecordError, match=r"mine\.py; that file has changed since"):
        Record.load(path, BoardSetup.load(str(file)))


@pytest.mark.parametrize(
    ("line", "changes", "message"),
    [
        (1, {"game": {"name": "go"}}, ":1: game: go: it doesn't come with Pacgrid"),
        (
            1,
            {"game": {"name": "othello:size=4"}},
            "the game othello isn't here any more: it is openspiel:othello",
        ),
        (1, {"game": {"name": "nim:heaps=x"}}, ":1: game: nim:heaps=x: nim:heaps=x: heaps must"),
        (1, {"game": {"name": "t", "tree": "MAX"}}, ":1: game: t: tree:1:1: this MAX has no"),
        (1, {"agents": ["a"]}, ":1: game: has room for 2 agents, not 1"),
        (2, {"action": "b9"}, ":2: action: 'b9' can't be played; legal: a3, b3"),
        (-1, {"ending": "won"}, ": ending is won, but the moves end otherwise"),
        (-1, {"score": 7}, ": score is 7, but the moves give -1"),
    ],
)
def test_a_record_of_a_board_game_that_breaks_a_rule_is_refused_in_one_line(
    line: int, changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    game = Game(BoardSetup.load("tictactoe"), [RandomAgent(), load_agent("alpha_beta:depth=9")])
    while game.step():
        pass
    lines = [json.loads(text) for text in record_lines(game.record)]
    lines[line - (line > 0)] |= changes
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    with pytest.raises(RecordError, match=re.escape(message)):
        Record.load(path)


SMALL = State.initial(Layout.load("small"))


@pytest.mark.parametrize("name", ["tictactoe", "hexapawn", "nim", "pig", "three_players", "book"])
@given(random=st.randoms())
def test_moves_are_called_what_the_game_calls_them(name: str, random: Any) -> None:
    state, names = load_game(name), []
    start = state
    for _ in range(random.randrange(8)):
        if state.is_terminal:
            break
        action = random.choice(state.legal_actions())
        names.append(state.action_name(action))
        state = state.successor(action)
    assert after_moves(start, random.choice([" ", ", ", ","]).join(names)) == state


def test_moves_of_pacman_and_ghosts_have_names_and_letters() -> None:
    assert after_moves(SMALL, "east west") == after_moves(SMALL, " E,w ")
    assert after_moves(SMALL, "east west").to_move == 2
    assert after_moves(SMALL, " , ") == SMALL


@pytest.mark.parametrize(
    ("state", "moves", "problem"),
    [
        (load_game("tictactoe"), "b2 b2", "move 2, 'b2': O can't play it; legal: a3, b3, c3, a2"),
        (load_game("tictactoe"), "a1 b1 a2 b2 a3 c3", "move 6, 'c3': the game is over before it"),
        (load_game("pig"), "roll 7", "move 2, '7': chance can't play it; legal: 1, 2, 3, 4, 5, 6"),
        (load_game("book"), "a9", "move 1, 'a9': MAX can't play it; legal: a1, a2, a3"),
        (SMALL, "east up", "move 2, 'up': ghost 1 can't play it; legal: east, west"),
    ],
)
def test_an_illegal_move_is_named_with_those_that_are_legal(
    state: Any, moves: str, problem: str
) -> None:
    with pytest.raises(GameError, match=re.escape(problem)):
        after_moves(state, moves)
