"""The lines about the games: below the boards, and above each of several."""

from rich.text import Text

from pacgrid.render.terminal.style import Lines, Part, Style, joined
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Board, Frame, Timeline, TimelineRow
from pacgrid.session.themes import Ink

_MARKS = {
    EventKind.FOOD: ("·", "food"),
    EventKind.CAPSULE: ("●", "capsule"),
    EventKind.GHOST: ("", ""),
    EventKind.CAUGHT: ("X", "bad"),
    EventKind.WON: ("W", "good"),
}
"""Glyphs and their colours; of several events in a column, the last of these is shown. A ghost has
its number and colour."""
_BLOCKS = "▁▂▃▄▅▆▇█"
"""From the lowest value to the highest."""


def foot(frame: Frame, columns: int, rows: int, style: Style) -> Lines:
    """The lines below the boards; the most important ones if there isn't room for all."""
    lines = [*words(frame, columns, style), score_line(frame, style)]
    if frame.timeline:
        lines += _value_lines(frame.timeline, columns, style)
        lines.append(_timeline_line(frame, frame.timeline, columns, style))
    if len(frame.boards) == 1 and (frame.caption.last_move or frame.caption.banner):
        lines.append(_move_line(frame, style))
    lines += [game_line(frame, style), keys_line(frame, columns, style)]
    while len(lines) > rows:
        del lines[max(len(lines) - 2, 1)]  # the keys matter more than what is above them
    return lines


def words(frame: Frame, columns: int, style: Style) -> Lines:
    """What explains the boards."""
    return style.wrapped(frame.caption.words, columns, Ink.TEXT, "bold")


def score_line(frame: Frame, style: Style, *, live: bool = True) -> Text:
    """How far it is and how it ended; and, where it can be steered, how it goes on."""
    caption, board = frame.caption, frame.boards[0]
    items: list[list[Part]] = []
    if caption.score is not None:
        items.append([("Score ", Ink.FAINT), (str(caption.score), style.agent(0), "bold")])
    if caption.round is not None:
        items.append([f"Round {caption.round}"])
    if caption.food is not None:
        items.append([("Food ", Ink.FAINT), str(caption.food)])
    items += [[(f"{fact.label} ", Ink.FAINT), fact.value] for fact in caption.facts]
    if caption.banner:
        items.append([(caption.banner.title, caption.banner.ink, "bold")])
    elif len(frame.boards) == 1 and board.verdict:
        items.append([_verdict(board)])
    if caption.status and live:
        items.append([(caption.status, Ink.FAINT)])
    parts = [part for item in items for part in ("   ", *item)]
    return style.words(*parts[1:])


def game_line(frame: Frame, style: Style) -> Text:
    """The players and the game."""
    return style.words((f"{frame.caption.players}   {frame.caption.game}", Ink.FAINT))


def keys_line(frame: Frame, columns: int, style: Style) -> Text:
    """The keys that matter most now, as many as there is room for."""
    hints = (f"{key.caps} {key.effect}" for key in frame.keys)
    return style.words((joined(hints, columns), Ink.FAINT))


def header(board: Board, columns: int, style: Style) -> Text:
    """What stands above one of several boards: all players, or only Pac-Man's if they don't fit."""
    parts: list[Part] = []
    if board.score is not None:
        parts += [(str(board.score), style.agent(0), "bold"), " "]
    if board.verdict:
        parts += [_verdict(board), " "]
    line = style.words(*parts, board.title)
    if line.cell_len <= columns or not board.cards:
        return line
    return style.words(*parts, board.cards[0].name)


def _verdict(board: Board) -> Part:
    return board.verdict, Ink.GOOD if board.good else Ink.BAD, "bold"


def _move_line(frame: Frame, style: Style) -> Text:
    """The last move; or what a banner says."""
    caption = frame.caption
    if caption.banner:
        return style.words("   ".join(caption.banner.lines))
    mover, colon, action = caption.last_move.partition(":")
    agent = next((card.agent for card in frame.boards[0].cards if card.moved_last), 0)
    return style.words((mover, style.agent(agent)), (colon + action, Ink.FAINT))


def _value_lines(timeline: Timeline, columns: int, style: Style) -> Lines:
    """A graph for each analysed game: what it was worth, and the signs of bad moves."""
    last = columns - len(_position(timeline)) - 1
    return [_value_line(row, timeline, last, style) for row in timeline.rows if row.values]


def _value_line(row: TimelineRow, timeline: Timeline, last: int, style: Style) -> Text:
    lowest, highest = min(0, *row.curve), max(1, *row.curve)
    parts: list[Part] = []
    for column in range(last + 1):
        ply = round(column / max(last, 1) * timeline.span)
        if ply > row.known:
            break
        share = (row.curve[ply] - lowest) / (highest - lowest)
        parts.append((_BLOCKS[round(share * (len(_BLOCKS) - 1))], Ink.DISTANCE))
    for mark in row.marks:
        start = min(round(mark.ply / timeline.span * last), last + 1 - len(mark.sign))
        for column, letter in enumerate(mark.sign, start=max(start, 0)):
            if column < len(parts):
                parts[column] = letter, mark.ink, "bold"
    return style.words(*parts)


def _position(timeline: Timeline, ply: int | None = None) -> str:
    return f" {round(timeline.ply) if ply is None else ply}/{timeline.known}"


def _timeline_line(frame: Frame, timeline: Timeline, columns: int, style: Style) -> Text:
    """The games from start to end, with their events; reversed where we are, and a double line
    before that."""
    known = timeline.known
    position = _position(timeline, frame.caption.ply)
    last = columns - len(position) - 1
    if last < 0:
        return Text()

    def column_of(ply: float) -> int:
        return round(min(ply / timeline.span, 1) * last)

    here, end = column_of(timeline.ply), column_of(known)
    glyphs = ("═" * here + "─" * (end - here + 1)).ljust(last + 1)
    parts: list[Part] = [(glyph, Ink.FAINT) for glyph in glyphs]
    for ply in timeline.marks:
        parts[column_of(ply)] = "┼", Ink.BAD
    events = (event for row in timeline.rows for event in row.events)
    for event in sorted(events, key=lambda event: [*_MARKS].index(event.kind)):
        glyph, colour = _MARKS[event.kind]
        if event.kind is EventKind.GHOST:
            mark = str(event.ghost % 10), style.theme.ghost(event.ghost)
        else:
            mark = glyph, getattr(style.theme, colour)
        parts[column_of(event.ply)] = mark
    parts[here] = parts[here][0], Ink.TEXT, "bold reverse"
    return style.words(*parts, (position, Ink.FAINT))
