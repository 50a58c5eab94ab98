"""The panels around the boards: thoughts of agents and costs of moves, the lines below the
boards and above each of several, and the sheet that lies over them, the help or a menu."""

from collections.abc import Iterator

from rich.text import Text

from pacgrid.render.terminal.style import Lines, Part, Style, joined, side_by_side
from pacgrid.session.frame import Board, Card, Frame, Panel, Sheet, Timeline, TimelineRow
from pacgrid.session.scene import EventKind
from pacgrid.session.themes import Ink

NARROWEST, WIDEST = 28, 44
"""Columns that make a panel worth showing, and the most that it needs."""
LABEL = 18
"""Columns for a label."""
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


def panels(board: Board, columns: int, rows: int, style: Style, spare_rows: int = 0) -> Lines:
    """The panels of a game, in at most `rows` lines with titles and cards if there is room; else
    in `spare_rows` more."""
    lines: Lines = []
    if insight := board.insight:
        heading = style.wrapped(insight.heading, columns, style.agent(insight.agent), "bold")
        for titles in (True, False):
            tables = (_table(panel, columns, style, title=titles) for panel in insight.panels)
            lines = [*heading, *(line for table in tables for line in table)]
            if len(lines) <= rows:
                break
    cards = [line for card in board.cards for line in _card(card, style)]
    if lines and cards:
        cards.insert(0, Text())
    if len(lines) + len(cards) <= rows:
        lines += cards
    rows += spare_rows
    if len(lines) > rows > 0:
        hidden = f"… and {len(lines) - rows + 1} more lines"
        lines[rows - 1 :] = [style.words((hidden, Ink.FAINT))]
    for line in lines:
        line.truncate(columns)
    return lines[:rows]


def _table(panel: Panel, columns: int, style: Style, *, title: bool) -> Iterator[Text]:
    if panel.title and (title or not panel.rows):
        yield style.words((panel.title, Ink.TEXT, "underline"))
    width = max((len(row.value) for row in panel.rows), default=0)
    if any(" " in row.value for row in panel.rows):
        width = 0  # words are flush left, numbers flush right
    for row in panel.rows:
        bold = "bold" if row.strong else ""
        colour = row.ink if row.strong else Ink.FAINT
        label = f"{'*' if row.ink is Ink.BEST else ' '} {row.label:{LABEL}.{LABEL}} "
        line = style.words(
            (label, colour if row.agent is None else style.agent(row.agent), bold),
            (row.value.rjust(width), Ink.TEXT if row.bar is not None else row.ink, bold),
        )
        if row.bar:
            room = max(columns - line.cell_len - 1, 0)
            bar = "░█"[row.bar > 0] * max(round(abs(row.bar) * room), 1)
            line.append_text(style.words(" ", (bar, row.ink)))
        yield line
    for line in style.wrapped(panel.note, columns - 2, panel.note_ink):
        yield Text("  ").append_text(line)


def _card(card: Card, style: Style) -> Iterator[Text]:
    name = f"  {card.name:{LABEL}.{LABEL}} "
    bold = "bold" if card.moved_last else ""
    yield style.words((name, style.agent(card.agent), bold), card.move)
    costs = (card.cost, card.total and f"total {card.total}")
    yield style.words((f"  {'; '.join(filter(None, (card.seat, *costs)))}", Ink.FAINT))


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


def sheet_lines(sheet: Sheet, columns: int, rows: int, style: Style) -> Lines:
    """A sheet, at most that high: of its rows as many as fit, with the selected one."""
    foot = _foot(sheet, columns, style)[-max(rows - 1, 1) :]
    head = _head(sheet, columns, style)[: max(rows - 1 - len(foot), 0)]
    room = max(rows - len(head) - len(foot), 1)
    first = sheet.scroll
    if sheet.selected is not None:
        first = max(min(sheet.selected - room // 2, len(sheet.rows) - room), 0)
    body = [line for row in _rows(sheet, columns, style)[first:] for line in row]
    return [*head, *body[:room], *foot]


def visible_rows(sheet: Sheet, columns: int, rows: int, style: Style) -> int:
    """How many rows there is surely room for."""
    around = len(_head(sheet, columns, style)) + len(_foot(sheet, columns, style))
    wrapped = sum(len(row) - 1 for row in _rows(sheet, columns, style))
    return max(rows - around - wrapped, 1)


def _head(sheet: Sheet, columns: int, style: Style) -> Lines:
    tabs: list[Part] = []
    for number, tab in enumerate(sheet.tabs):
        selected = "bold reverse" if number == sheet.selected_tab else ""
        tabs.append((f" {tab.label} ", style.agent(tab.agent), selected))
    title = style.words((sheet.title, Ink.TEXT, "bold"))
    subtitle = style.wrapped(sheet.subtitle, columns, Ink.FAINT)
    return [title, *([style.words(*tabs)] if tabs else ()), *subtitle]


def _foot(sheet: Sheet, columns: int, style: Style) -> Lines:
    hint = style.words((joined(sheet.hint.split("   "), columns), Ink.FAINT))
    return [*style.wrapped(sheet.problem, columns, Ink.BAD), hint]


def _rows(sheet: Sheet, columns: int, style: Style) -> list[Lines]:
    """The lines of each row."""
    width = max((len(row.label) for row in sheet.rows), default=0)
    indent = width and width + 2
    rows = []
    for number, row in enumerate(sheet.rows):
        if sheet.selected is None:
            label = style.words((row.label, style.agent(0), "bold"))
            rows.append(
                side_by_side([[label], style.wrapped(row.text, columns - indent)], indent, 0)
            )
        elif number == sheet.selected:
            text = f"> {row.label:{indent}}{row.text} "
            rows.append([style.words((text, style.agent(0), "bold reverse"))])
        else:
            rows.append([style.words(f"  {row.label:{indent}}{row.text} ")])
    return rows
