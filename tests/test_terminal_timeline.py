"""A game as a line of text."""

from pacgrid.render.terminal.style import Style
from pacgrid.render.terminal.timeline import column_of, cursor_line, timeline
from pacgrid.session.events import Event, EventKind
from pacgrid.session.themes import DARK

STYLE = Style(DARK)


def test_what_is_behind_is_told_from_what_is_ahead() -> None:
    assert timeline([], 4, 8, 9, STYLE).plain == "═════────"
    assert timeline([], 8, 8, 9, Style(DARK, unicode=False)).plain == "========="


def test_events_are_marked_where_they_happened() -> None:
    events = [
        Event(1, EventKind.FOOD),
        Event(3, EventKind.CAPSULE),
        Event(5, EventKind.GHOST, 2),
        Event(8, EventKind.CAUGHT),
    ]
    assert timeline(events, 0, 8, 9, STYLE).plain == "═·─●─2──X"
    assert timeline(events, 0, 8, 9, Style(DARK, unicode=False)).plain == "=.-o-2--X"
    assert timeline([Event(8, EventKind.WON)], 0, 8, 9, STYLE).plain == "═───────W"


def test_of_several_events_in_a_column_the_rarest_is_shown() -> None:
    food, capsule, ghost = (
        Event(1, EventKind.FOOD),
        Event(2, EventKind.CAPSULE),
        Event(2, EventKind.GHOST, 1),
    )
    assert timeline([capsule, food, ghost], 0, 99, 3, STYLE).plain == "1──"
    assert timeline([ghost, capsule, food], 0, 99, 3, STYLE).plain == "1──"


def test_where_we_are_can_be_seen_without_colours() -> None:
    line = timeline([], 5, 10, 11, STYLE)
    (span,) = [span for span in line.spans if "reverse" in str(span.style)]
    assert (span.start, span.end) == (5, 6)
    assert cursor_line(5, 10, 11, STYLE).plain == "     ▲"


def test_the_line_ends_with_the_last_ply() -> None:
    assert [column_of(ply, 200, 41) for ply in (0, 100, 200, 300)] == [0, 20, 40, 40]
    assert column_of(0, 0, 41) == 0
    assert timeline([], 0, 0, 0, STYLE).plain == ""
