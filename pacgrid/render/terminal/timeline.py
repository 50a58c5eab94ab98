"""A game as a line of text: where we are, and what happened where."""

from collections.abc import Iterable

from rich.text import Text

from pacgrid.render.terminal.style import Style, ink
from pacgrid.session.events import Event, EventKind
from pacgrid.session.themes import Colour, Theme

_RANK = (EventKind.FOOD, EventKind.CAPSULE, EventKind.GHOST, EventKind.CAUGHT, EventKind.WON)
"""Of several events in a column, the last of these is shown."""


def timeline(events: Iterable[Event], ply: int, last: int, columns: int, style: Style) -> Text:
    """The plies 0 to `last` in `columns` columns; reversed where ply `ply` is.

    What is behind us is a double line where there is nothing to mark.
    """
    if columns < 1:
        return Text()
    here = column_of(ply, last, columns)
    marks: dict[int, Event] = {}
    for event in events:
        column = column_of(event.ply, last, columns)
        if column not in marks or _rank(event) >= _rank(marks[column]):
            marks[column] = event
    behind, ahead = "═─" if style.unicode else "=-"
    line = Text(no_wrap=True)
    for column in range(columns):
        glyph, colour = behind if column <= here else ahead, style.theme.faint
        if column in marks:
            glyph, colour = _mark(marks[column], style.theme)
            glyph = style.safe(glyph)
        line.append(
            glyph, f"bold reverse {ink(style.theme.text)}" if column == here else ink(colour)
        )
    return line


def cursor_line(ply: int, last: int, columns: int, style: Style) -> Text:
    """The line below: it points to where we are."""
    here = column_of(ply, last, columns)
    return style.words(" " * here, ("▲" if style.unicode else "^", style.accent, "bold"))


def column_of(ply: int, last: int, columns: int) -> int:
    """The column of a ply: the first ply is in the first one, the last in the last."""
    return round(min(ply, last) * (columns - 1) / last) if last > 0 else 0


def _rank(event: Event) -> int:
    return _RANK.index(event.kind)


def _mark(event: Event, theme: Theme) -> tuple[str, Colour]:
    match event.kind:
        case EventKind.CAPSULE:
            return "●", theme.capsule
        case EventKind.GHOST:
            return str(event.ghost % 10), theme.ghost(event.ghost)
        case EventKind.WON:
            return "W", theme.good
        case EventKind.CAUGHT:
            return "X", theme.bad
    return "·", theme.food
