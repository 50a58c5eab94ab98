"""The money pump in `examples/`."""

from pathlib import Path

from pacgrid import play
from pacgrid.agent_loader import load_agent
from pacgrid.games.board_setup import BoardSetup
from pacgrid.records.description import verdict

FILE = str(Path(__file__).parent.parent / "examples" / "money_pump.py")


def test_circular_preferences_cost_all_the_money() -> None:
    record = play(BoardSetup.load(f"{FILE}:cents=40"), [load_agent(FILE)])
    assert [move.action for move in record.moves] == ["trade"] * 40
    assert verdict(record) == "Player loses"


def test_a_player_with_a_utility_stops_at_the_best() -> None:
    record = play(BoardSetup.load(FILE), [load_agent("expected_utility:utility=convex,depth=4")])
    assert [move.action for move in record.moves] == ["trade", "trade", "keep"]
    assert verdict(record) == "Player wins"
