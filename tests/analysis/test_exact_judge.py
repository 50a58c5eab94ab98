"""The exact values of small games, against an independent recursion."""

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pacgrid.agent_loader import load_agent
from pacgrid.analysis import exact_judge
from pacgrid.analysis.analyse import analyse
from pacgrid.analysis.analysis_file import analysis_json, read_analysis
from pacgrid.analysis.exact_judge import ExactJudge
from pacgrid.analysis.judge import AnalysisError
from pacgrid.analysis.move_mark import Mark
from pacgrid.game import play
from pacgrid.games.board_setup import BoardSetup
from pacgrid.records.record import Record
from pacgrid.records.thought import Move
from pacgrid.search import CHANCE

GAMES = ["tictactoe", "hexapawn", "nim:heaps=1-2-2", "book", "cut_off"]


def played(
    game: str, first: str = "random_agent", second: str = "random_agent", seed: int = 5
) -> Record:
    return play(BoardSetup.load(game), [load_agent(first), load_agent(second)], seed=seed)


@cache
def value(state: Any) -> float:
    """By plain recursion, for games in which no position repeats."""
    if state.is_terminal:
        return float(state.score)
    after = {action: value(state.successor(action)) for action in state.legal_actions()}
    if state.to_move == CHANCE:
        return sum(share * after[action] for action, share in state.distribution().items())
    return (max if state.to_move == 0 else min)(after.values())


@pytest.mark.parametrize("game", GAMES)
def test_values_are_those_of_a_recursion(game: str) -> None:
    record = played(game)
    analysis = analyse(record)
    states = list(record.states())
    assert analysis.moves
    for move in analysis.moves:
        state = states[move.ply]
        assert move.values == {a: value(state.successor(a)) for a in state.legal_actions()}
        assert move.regret == abs(value(state) - value(states[move.ply + 1]))


def test_positions_that_repeat_have_values_that_agree_with_each_other() -> None:
    setup = BoardSetup.load("pig:target=6")
    judge = ExactJudge(setup.first_state, setup.title)
    record = play(setup, [load_agent("random_agent"), load_agent("random_agent")], seed=1)
    for before, after in pairwise(record.states()):
        values = judge.judge(before, 0, None).values
        mine = judge._values[before]
        if before.to_move == CHANCE:
            shares = before.distribution()
            assert mine == pytest.approx(sum(shares[a] * v for a, v in values.items()))
        else:
            assert mine == pytest.approx((max if before.to_move == 0 else min)(values.values()))
        assert -1 <= judge._values[after] <= 1
    assert judge.has_chance
    assert judge.span == 2


def test_all_agents_are_judged_but_chance_is_not() -> None:
    record = played("pig:target=8", seed=2)
    analysis = analyse(record)
    states = list(record.states())
    decisions = [ply for ply, state in enumerate(states[:-1]) if state.to_move != CHANCE]
    assert [move.ply for move in analysis.moves] == decisions
    assert {move.agent for move in analysis.of()} == {0, 1}


def test_who_plays_best_has_no_regret() -> None:
    analysis = analyse(played("hexapawn", "minimax:depth=20", "minimax:depth=20"))
    assert not any(move.regret for move in analysis.moves)


def test_a_move_that_gives_a_win_away_is_a_blunder_with_the_line_that_proves_it() -> None:
    setup = BoardSetup.load("nim:heaps=1-2")
    state = setup.first_state
    wrong = next(a for a in state.legal_actions() if value(state.successor(a)) < value(state))
    last = state.successor(wrong)
    record = Record(setup, ("a", "b"), 0, (Move(wrong),), last.score, setup.ending(last))
    (move,) = analyse(record).moves
    assert (move.mark, move.regret) == (Mark.BLUNDER, 2)
    for action in move.line:
        state = state.successor(action)
    assert state.is_terminal
    assert state.score == value(setup.first_state)


@pytest.mark.parametrize("game", [*GAMES, "pig:target=6"])
def test_a_saved_analysis_is_read_again(game: str) -> None:
    record = played(game)
    analysis = analyse(record)
    assert read_analysis(json.dumps(analysis_json(analysis, record)), record) == analysis


def test_a_game_with_too_many_positions_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact_judge, "MOST_POSITIONS", 1_000)
    exact_judge._values.cache_clear()
    with pytest.raises(AnalysisError, match=r"^tictactoe: has more than 1,000 positions, too many"):
        analyse(played("tictactoe"))


def test_positions_that_can_not_be_hashed_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text("from pacgrid.games.nim import Nim\nclass Mine(Nim):\n  __hash__ = None\n")
    setup = BoardSetup.load(str(file))
    with pytest.raises(AnalysisError, match=r"my_game.py: its positions can't be hashed"):
        ExactJudge(setup.first_state, setup.title)
