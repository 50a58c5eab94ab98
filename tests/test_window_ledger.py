"""What moves have cost."""

import pytest

from pacgrid import Action, Layout, Record
from pacgrid.records.record import Ending, Move
from pacgrid.render.window.ledger import Account, Ledger
from pacgrid.session.game_source import ReplayedGame

LAYOUT = Layout.parse("%%%%%%%\n%P...G%\n%.....%\n%%%%%%%")
MOVES = (
    Move(Action.EAST, 1.0, 0, nodes=10),
    Move(Action.SOUTH, 0.5, 0),
    Move(Action.SOUTH, 2.0, 0, nodes=5),
)


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(ReplayedGame(Record(LAYOUT, ("one", "two"), 0, MOVES, -2, Ending.QUIT)))


def test_at_first_nobody_has_moved(ledger: Ledger) -> None:
    assert ledger.accounts(0) == (
        Account(0, "one", None, 0, None, 0, None, moved_last=False),
        Account(1, "two", None, 0, None, 0, None, moved_last=False),
    )


def test_moves_add_up_by_agent(ledger: Ledger) -> None:
    assert ledger.accounts(3) == (
        Account(0, "one", Action.SOUTH, 2.0, 5, 3.0, 15, moved_last=True),
        Account(1, "two", Action.SOUTH, 0.5, None, 0.5, None, moved_last=False),
    )


def test_one_can_look_back(ledger: Ledger) -> None:
    ledger.accounts(3)
    pacman, ghost = ledger.accounts(2)
    assert (pacman.total_seconds, pacman.moved_last) == (1.0, False)
    assert (ghost.total_seconds, ghost.moved_last) == (0.5, True)


def test_beyond_the_end_it_is_the_end(ledger: Ledger) -> None:
    assert ledger.accounts(99) == ledger.accounts(3)


def test_those_who_took_over_start_anew_and_others_have_no_name() -> None:
    record = Record(LAYOUT, ("one", "two"), 0, MOVES, -2, Ending.QUIT, taken_over=2)
    ledger = Ledger(ReplayedGame(record))
    assert ledger.accounts(3) == (
        Account(0, "one", Action.SOUTH, 2.0, 5, 2.0, 5, moved_last=True),
        Account(1, "two", None, 0, None, 0, None, moved_last=False),
    )
    before = ledger.accounts(1)
    assert [account.name for account in before] == ["", ""]
    assert before[0].total_nodes == 10
