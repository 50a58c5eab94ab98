"""The whole of a terminal in lines: the boards, what agents think, and what stands below."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from pacgrid.render.board_text import (
    Lines,
    Part,
    Style,
    board_text,
    diagram_lines,
    joined,
    side_by_side,
    size_of,
)
from pacgrid.session.frame import (
    Board,
    Card,
    Diagram,
    EventKind,
    Frame,
    Panel,
    Sheet,
    Timeline,
    TimelineRow,
)
from pacgrid.session.themes import Ink

LEAST_COLUMNS, LEAST_ROWS = 10, 4
"""Less than this is no game any more: Pac-Man would hardly see the next corner."""
GAP = 3
LEAST_PART = 15, 7
"""Columns and rows: of several boards that don't fit, this much of each is worth showing."""
UNLIMITED = 10_000


@dataclass(frozen=True)
class BoardGrid:
    """Boards in a grid, each with `columns` and `rows` of its own."""

    boards: tuple[Board, ...]
    cell: int
    across: int
    columns: int
    rows: int

    @property
    def down(self) -> int:
        return -(-len(self.boards) // self.across)

    def blocks(self, style: Style) -> list[Lines]:
        """The lines of each board; of several, with their headers."""
        several = len(self.boards) > 1
        room = self.columns, max(self.rows - several, 1)
        return [
            [header(board, self.columns, style)] * several
            + board_lines(board, style, self.cell, room)
            for board in self.boards
        ]

    def placed(self, blocks: Sequence[Lines]) -> Lines:
        starts = range(0, len(blocks), self.across)
        groups = (blocks[start : start + self.across] for start in starts)
        return [line for group in groups for line in side_by_side(group, self.columns, GAP)]


def board_lines(board: Board, style: Style, cell: int, room: tuple[int, int]) -> Lines:
    """What is drawn of a board in so many columns and rows."""
    if isinstance(board.scene, Diagram):
        return diagram_lines(board.scene, style, room)
    return [*board_text(board.scene, style, cell=cell, room=room).split("\n")]


def _size(board: Board, cell: int) -> tuple[int, int]:
    if isinstance(board.scene, Diagram):
        return size_of(board.scene)
    maze = board.scene.maze
    return cell * (maze.width - 1) + 1, maze.height


def arrangement(boards: tuple[Board, ...], columns: int, rows: int) -> BoardGrid:
    """The best one: whole boards if they fit, with square cells if they can have them.

    Otherwise as much as possible of each; if that isn't worth showing, only the first.
    """
    several = len(boards) > 1
    height = max(_size(board, 1)[1] for board in boards) + several
    parts = {}
    for cell in (2, 1):
        for across in range(len(boards), 0, -1):
            down = -(-len(boards) // across)
            share = (columns - GAP * (across - 1)) // across, rows // down
            whole = max(_size(board, cell)[0] for board in boards)
            shown = min(whole, share[0]), min(height, share[1])
            own = min(max(whole, WIDEST), share[0]) if several else shown[0]
            grid = BoardGrid(boards, cell, across, own, shown[1])
            if shown == (whole, height) or (shown[0] == whole and not several):
                return grid
            if cell == 1 and shown[0] >= LEAST_PART[0] and shown[1] >= LEAST_PART[1]:
                parts[shown[0] * shown[1], across] = grid
    if parts:
        return parts[max(parts)]
    width, height = _size(boards[0], 1)
    return BoardGrid(boards[:1], 1, 1, min(width, columns), min(height, rows))


def screen(frame: Frame, columns: int, rows: int, style: Style) -> Lines:
    """What a terminal of that size shows: at most so many lines, none of them wider."""
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        need = f"it needs {LEAST_COLUMNS} columns, {LEAST_ROWS} rows"
        problem = f"too small: {columns} columns, {rows} rows; {need}; enlarge it, or Q closes"
        lines = style.wrapped(problem, columns)
    elif frame.sheet:
        lines = sheet_lines(frame.sheet, columns, rows, style)
        grid = arrangement(frame.boards, columns, rows)
        if frame.sheet.selected is not None and len(lines) + grid.rows < rows and grid.across == 1:
            lines += [Text(), *grid.blocks(style)[0]]
    else:
        lines = _game_lines(frame, columns, rows, style)
    return _cropped(lines[:rows], columns)


def picture(frame: Frame, columns: int | None, style: Style, *, live: bool = False) -> Lines:
    """The boards with a line or two about them, as they are printed one after the other; `live`
    with the keys.

    Without a number of columns everything is as wide as it needs to be.
    """
    room = columns or 80
    if frame.sheet:
        lines = sheet_lines(frame.sheet, room, 24, style)
    else:
        grid = arrangement(frame.boards, columns or UNLIMITED, UNLIMITED)
        if columns is None:
            grid = replace(grid, across=1)
        last = keys_line(frame, room, style) if live else game_line(frame, style)
        lines = [*grid.placed(grid.blocks(style)), score_line(frame, style, live=live), last]
    return _cropped(lines, columns or UNLIMITED)


def _game_lines(frame: Frame, columns: int, rows: int, style: Style) -> Lines:
    least = 1 if rows < 8 else 3 if rows < 16 else 5
    least = min(least + len(words(frame, columns, style)), rows // 2)
    if len({board.weight for board in frame.boards}) > 1:
        below = foot(frame, columns, least, style)
        return [*_weighted(frame.boards, columns, rows - len(below), style), *below]
    grid = arrangement(frame.boards, columns, rows - least)
    below = foot(frame, columns, max(rows - grid.down * grid.rows, least), style)
    beside = columns - grid.columns - GAP
    if grid.across == 1 and beside >= NARROWEST:
        lines, room = list[Text](), (rows - len(below)) // grid.down
        for board, block in zip(grid.boards, grid.blocks(style), strict=True):
            tables = panels(board, min(beside, WIDEST), room, style)
            lines += side_by_side([block, tables], grid.columns, GAP)
        return lines + below
    lines = [*grid.placed(grid.blocks(style)), *below]
    if grid.across == 1 or grid.columns < NARROWEST:
        for board in grid.boards:
            lines += panels(board, min(columns, WIDEST), rows - len(lines), style)
        return lines
    room = (rows - len(lines)) // grid.down
    return lines + grid.placed([panels(each, grid.columns, room, style) for each in grid.boards])


def _weighted(boards: Sequence[Board], columns: int, rows: int, style: Style) -> Lines:
    """The first board, and another one beside it; below it, if it would keep less than half of the
    columns."""
    first, other = boards[:2]
    titled = any(board.title for board in boards)

    def block(board: Board, cell: int, columns: int, rows: int) -> Lines:
        head = [header(board, columns, style)] * titled
        return head + board_lines(board, style, cell, (columns, max(rows - titled, 1)))

    for cell in (2, 1):
        width = _size(other, cell)[0]
        rest = columns - GAP - max(width, len(other.title))
        if rest >= columns // 2:
            rest = min(rest, max(_size(first, cell)[0], columns // 2))
            blocks = [block(first, cell, rest, rows), block(other, cell, width, rows)]
            return side_by_side(blocks, rest, GAP)
    below = block(other, 1, columns, rows // 2)
    return [*block(first, 1, columns, rows - len(below)), *below]


def _cropped(lines: Lines, columns: int) -> Lines:
    for line in lines:
        line.truncate(columns)
    return lines


NARROWEST, WIDEST = 28, 44
"""Columns that make a panel worth showing, and the most that it needs."""
LABEL = 18
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


def panels(board: Board, columns: int, rows: int, style: Style) -> Lines:
    """The panels of a game in at most `rows` lines; with titles and cards if there is room."""
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
        analysed = (row for row in frame.timeline.rows if row.values)
        lines += (_value_line(row, frame.timeline, columns, style) for row in analysed)
        lines.append(_timeline_line(frame, frame.timeline, columns, style))
    if len(frame.boards) == 1 and (frame.caption.last_move or frame.caption.banner):
        lines.append(_move_line(frame, style))
    lines += [game_line(frame, style), keys_line(frame, columns, style)]
    while len(lines) > rows:
        del lines[max(len(lines) - 2, 1)]  # the keys matter more than what is above them
    return lines


def words(frame: Frame, columns: int, style: Style) -> Lines:
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
    return style.words((f"{frame.caption.players}   {frame.caption.game}", Ink.FAINT))


def keys_line(frame: Frame, columns: int, style: Style) -> Text:
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
    caption = frame.caption
    if caption.banner:
        return style.words("   ".join(caption.banner.lines))
    mover, colon, action = caption.last_move.partition(":")
    agent = next((card.agent for card in frame.boards[0].cards if card.moved_last), 0)
    return style.words((mover, style.agent(agent)), (colon + action, Ink.FAINT))


def _value_line(row: TimelineRow, timeline: Timeline, columns: int, style: Style) -> Text:
    """What an analysed game was worth, as a graph, and the signs of bad moves."""
    last = columns - len(_position(timeline)) - 1
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
        glyph, ink = _MARKS[event.kind]
        if event.kind is EventKind.GHOST:
            parts[column_of(event.ply)] = str(event.ghost % 10), style.theme.ghost(event.ghost)
        else:
            parts[column_of(event.ply)] = glyph, getattr(style.theme, ink)
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
    width = max((len(row.label) for row in sheet.rows), default=0)
    indent = width and width + 2
    rows = []
    for number, row in enumerate(sheet.rows):
        if sheet.selected is None:
            label = [style.words((row.label, style.agent(0), "bold"))]
            text = style.wrapped(row.text, columns - indent)
            rows.append(side_by_side([label, text], indent, 0))
        elif number == sheet.selected:
            words = f"> {row.label:{indent}}{row.text} "
            rows.append([style.words((words, style.agent(0), "bold reverse"))])
        else:
            rows.append([style.words(f"  {row.label:{indent}}{row.text} ")])
    return rows
