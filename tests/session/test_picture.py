"""Cards of agents."""

from pacgrid import Action, Layout, Record
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.thought import Move
from pacgrid.session.frame import Card
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.picture import Cards

LAYOUT = Layout.parse("%%%%%%%\n%P...G%\n%.....%\n%%%%%%%")
MOVES = (
    Move(Action.EAST, 1.0, 0, nodes=10),
    Move(Action.SOUTH, 0.5, 0),
    Move(Action.SOUTH, 2.0, 0, nodes=5),
)


def cards(taken_over: int = 0) -> Cards:
    record = Record(
        PacmanSetup(LAYOUT, 2), ("one", "two"), 0, MOVES, -2, Ending.QUIT, taken_over=taken_over
    )
    return Cards(ReplayedGame(record))


def test_at_first_no_agent_has_moved() -> None:
    assert cards().at(0) == (
        Card(0, "Pac-Man", "one", "", "", "", moved_last=False),
        Card(1, "ghost 1", "two", "", "", "", moved_last=False),
    )


def test_moves_add_up_by_agent() -> None:
    assert cards().at(3) == (
        Card(0, "Pac-Man", "one", "south", "2.0 s, 5 nodes", "3.0 s", moved_last=True),
        Card(1, "ghost 1", "two", "south", "500 ms", "500 ms", moved_last=False),
    )


def test_cards_of_earlier_plies_can_still_be_asked_for() -> None:
    them = cards()
    them.at(3)
    pacman, ghost = them.at(2)
    assert (pacman.total, pacman.moved_last) == ("1.0 s", False)
    assert (ghost.total, ghost.moved_last) == ("500 ms", True)


def test_after_a_takeover_totals_restart_and_earlier_agents_have_no_name() -> None:
    them = cards(taken_over=2)
    assert them.at(3) == (
        Card(0, "Pac-Man", "one", "south", "2.0 s, 5 nodes", "2.0 s", moved_last=True),
        Card(1, "ghost 1", "two", "", "", "", moved_last=False),
    )
    assert [(card.name, card.total) for card in them.at(1)] == [("", "1.0 s"), ("", "")]
