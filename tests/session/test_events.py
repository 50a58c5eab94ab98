"""Events of a game, and their sounds."""

from pacgrid import Action, State
from pacgrid.session.events import NOTES, Event, EventKind, Events, events_between

BOARD = State.parse("""
%%%%%%%
%Po.1.%
%%%%%%%
""")


def test_new_plies_add_their_events() -> None:
    states = [BOARD]
    events = Events(states)
    assert events.now() == []
    for action in (Action.EAST, Action.WEST, Action.EAST, Action.WEST):
        states.append(states[-1].successor(action))
        if len(states) == 3:
            assert [*events.now()] == [Event(1, EventKind.CAPSULE)]
    kinds = [(event.ply, event.kind, event.ghost) for event in events.now()]
    assert kinds == [
        (1, EventKind.CAPSULE, 0),
        (3, EventKind.FOOD, 0),
        (3, EventKind.GHOST, 1),
        (4, EventKind.CAUGHT, 0),
    ]


def test_the_end_is_an_event() -> None:
    won = State.parse("%%%%%\n%P. %\n%%%%%")
    assert events_between(won, won.successor(Action.EAST), 1)[-1] == Event(1, EventKind.WON)
    lost = State.parse("%%%%%\n%P1.%\n%%%%%")
    assert events_between(lost, lost.successor(Action.EAST), 1) == [Event(1, EventKind.CAUGHT)]


def test_a_ghost_whose_timer_runs_out_was_not_eaten() -> None:
    scared = State.parse("%%%%%%%%%\n%P.   1 %\n%%%%%%%%%\nghost 1: scared 1")
    before = scared.successor(Action.STOP)
    after = before.successor(before.legal_actions()[0])
    assert (before.ghosts[0].scared, after.ghosts[0].scared) == (1, 0)
    assert events_between(before, after, 2) == []


def test_every_kind_of_event_has_a_short_audible_tune() -> None:
    assert set(NOTES) == set(EventKind)
    for notes in NOTES.values():
        assert 0 < sum(seconds for _, seconds in notes) < 1
        assert all(hertz == 0 or 100 < hertz < 2000 for hertz, _ in notes)
