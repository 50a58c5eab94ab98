"""The page of a board game: what it steps through."""

from pathlib import Path

import pytest

from pacgrid.agent_loader import load_agent
from pacgrid.game import play
from pacgrid.games.board_setup import BoardSetup
from pacgrid.records.record import Record
from pacgrid.render.web.board_page_data import board_page_data
from pacgrid.render.web.page import page
from pacgrid.search import CHANCE


def played(game: str, *names: str, thoughts: bool = False) -> Record:
    setup = BoardSetup.load(game)
    agents = [load_agent(name) for name in names or ("random_agent",) * len(setup.players)]
    return play(setup, agents, seed=4, thoughts=thoughts)


@pytest.mark.parametrize("game", ["tictactoe", "hexapawn", "nim", "pig:target=9", "book"])
def test_the_page_has_a_frame_for_each_position_and_stops_where_agents_decide(game: str) -> None:
    record = played(game)
    (steps,) = board_page_data(record)["iterations"]
    states = list(record.states())
    assert len(steps["view"]["caption"]) == len(states)
    (board,) = steps["boards"]
    assert len(board["positions"]) == len(states)
    ends = [ply for ply, state in enumerate(states) if state.is_terminal]
    mine = [ply for ply, state in enumerate(states[: ends[0]]) if state.to_move != CHANCE]
    assert steps["actions"] == [*mine, *ends]
    assert steps["cuts"] == []


def test_the_page_shows_what_agents_thought() -> None:
    record = played("tictactoe", "alpha_beta:depth=1", "random_agent", thoughts=True)
    (steps,) = board_page_data(record)["iterations"]
    (insight,) = steps["boards"][0]["insight"][0]
    assert insight["heading"] == "X, alpha_beta:depth=1, before b2"


def test_the_same_record_has_the_same_page_after_it_was_saved(tmp_path: Path) -> None:
    record = played("nim:heaps=1-2")
    file = tmp_path / "game.jsonl"
    record.save(file)
    text = page(record)
    assert page(Record.load(file)) == text
    assert 'class="steps"' in text
