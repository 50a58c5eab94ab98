"""What stands below the boards, in a line each."""

from rich.text import Text

from pacgrid.render.terminal.style import Lines, Part, Style, cropped, joined
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Board, Frame, KeyHint
from pacgrid.session.marks import Ink
from pacgrid.session.themes import Colour

_MARKS = {
    EventKind.FOOD: ("·", "food"),
    EventKind.CAPSULE: ("●", "capsule"),
    EventKind.GHOST: ("", ""),
    EventKind.CAUGHT: ("X", "bad"),
    EventKind.WON: ("W", "good"),
}
"""Glyphs and their colours; of several events in a column, the last of these is shown. A ghost has
its number and colour."""


def foot(frame: Frame, columns: int, rows: int, style: Style) -> Lines:
    """The most important lines, if there isn't room for all."""
    lines = {
        "score": score_line(frame, style),
        "timeline": _timeline_line(frame, columns, style),
        "move": _move_line(frame, style),
        "game": game_line(frame, style),
        "keys": keys_line(frame.keys, columns, style),
    }
    if len(frame.boards) > 1:
        del lines["move"]
    by_weight = [name for name in ("score", "keys", "timeline", "move", "game") if name in lines]
    return [cropped(line, columns) for name, line in lines.items() if name in by_weight[:rows]]


def score_line(frame: Frame, style: Style, *, live: bool = True) -> Text:
    """How far it is and how it ended; and, where it can be steered, how it goes on."""
    caption, board = frame.caption, frame.boards[0]
    parts: list[Part] = [f"Round {caption.round}"]
    if caption.score is not None:
        score = str(caption.score), style.agent(0), "bold"
        parts = [("Score ", Ink.FAINT), score, f"   {parts[0]}"]
    if caption.food is not None:
        parts += [("   Food ", Ink.FAINT), str(caption.food)]
    if caption.banner:
        parts.append((f"   {caption.banner.title}", caption.banner.ink, "bold"))
    elif len(frame.boards) == 1 and board.verdict:
        parts += ["   ", _verdict(board)]
    if caption.status and live:
        parts.append((f"   {caption.status}", Ink.FAINT))
    return style.words(*parts)


def game_line(frame: Frame, style: Style) -> Text:
    """Who plays, and where."""
    return style.words((f"{frame.caption.players}   {frame.caption.game}", Ink.FAINT))


def keys_line(keys: tuple[KeyHint, ...], columns: int, style: Style) -> Text:
    """The keys that matter most now, as many as there is room for."""
    return style.words((joined((f"{key.caps} {key.effect}" for key in keys), columns), Ink.FAINT))


def header(board: Board, columns: int, style: Style) -> Text:
    """What stands above one of several boards: all players, or only Pac-Man's if they don't fit."""
    parts: list[Part] = [(str(board.score), style.agent(0), "bold")]
    if board.verdict:
        parts += [" ", _verdict(board)]
    line = style.words(*parts, f" {board.players}")
    if line.cell_len > columns:
        line = style.words(*parts, f" {board.cards[0].name}")
    return cropped(line, columns)


def _verdict(board: Board) -> Part:
    return board.verdict, Ink.GOOD if board.good else Ink.BAD, "bold"


def _move_line(frame: Frame, style: Style) -> Text:
    """The last move; or what a banner says."""
    caption = frame.caption
    if caption.banner:
        return style.words("   ".join(caption.banner.lines))
    mover, colon, action = caption.last_move.partition(":")
    moved = (card.agent for board in frame.boards for card in board.cards if card.moved_last)
    return style.words((mover, style.agent(next(moved, 0))), (colon + action, Ink.FAINT))


def _timeline_line(frame: Frame, columns: int, style: Style) -> Text:
    """The games from start to end in one line, reversed where we are; what is behind us is a
    double line where there is nothing to mark."""
    timeline = frame.timeline
    known = max(row.known for row in timeline.rows)
    position = f" {frame.caption.ply}/{known}"
    last = columns - len(position) - 1
    if last < 0:
        return style.words()

    def column_of(ply: float) -> int:
        return round(min(ply / timeline.span, 1) * last)

    here, end = column_of(timeline.ply), column_of(known)
    glyphs = [*("═" * here + "─" * (end - here + 1)).ljust(last + 1)]
    colours: dict[int, Colour] = {}
    events = (event for row in timeline.rows for event in row.events)
    for event in sorted(events, key=lambda event: [*_MARKS].index(event.kind)):
        glyph, name = _MARKS[event.kind]
        column, ghost = column_of(event.ply), event.ghost
        glyphs[column] = glyph or str(ghost % 10)
        colours[column] = getattr(style.theme, name) if name else style.theme.ghost(ghost)
    line = style.words(("".join(glyphs) + position, Ink.FAINT))
    for column, colour in colours.items():
        line.stylize(style.ink(colour), column, column + 1)
    line.stylize(f"bold reverse {style.ink(Ink.TEXT)}", here, here + 1)
    return line
