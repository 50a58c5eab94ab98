"""The whole of a terminal: boards, what agents think, and what is said about it, in lines."""

from rich.text import Text

from pacgrid.maze import Maze
from pacgrid.render.terminal.boards import GAP, Plan, blocks, plan, set_out
from pacgrid.render.terminal.panel import BROADEST, NARROWEST, panel
from pacgrid.render.terminal.sitting import Sitting
from pacgrid.render.terminal.status import keys_line, mover_line, names_line, score_line
from pacgrid.render.terminal.style import Style, beside, broadest, fitted, wrapped
from pacgrid.render.terminal.timeline import cursor_line, timeline

LEAST_COLUMNS, LEAST_ROWS = 10, 4
"""Less than this is no game any more: Pac-Man would hardly see the next corner."""
LARGEST = 10_000
SHEET_ROWS = 24
"""Of a sheet that is printed."""


def screen(sitting: Sitting, columns: int, rows: int, style: Style) -> list[Text]:
    """What a terminal of that size shows: at most so many lines, none of them wider."""
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        return too_small(columns, rows, style)
    if sitting.sheet:
        return sitting.sheet.lines(columns, rows, style)
    mazes = _mazes(sitting)
    wanted = plan(mazes, columns, rows - 1)
    least = 1 if rows < 8 else 3 if rows < 16 else 5
    below = foot(sitting, columns, max(rows - wanted.height(mazes), least), style)
    rows_above = rows - len(below)
    if len(mazes) > 1:
        wanted = plan(mazes, columns, rows_above)
    made = blocks(sitting, wanted, columns, rows_above, style)
    widths = [min(broadest(block), wanted.share(columns)) for block in made]
    free = columns - max(widths) - GAP
    if (wanted.stacked or len(made) == 1) and free >= NARROWEST:
        thoughts = _panels(sitting, wanted, min(free, BROADEST), style)
        spare = rows_above - sum(map(len, made))
        for number, (block, thought) in enumerate(zip(made, thoughts, strict=True)):
            side = thought[: len(block) + max(spare, 0)]
            spare -= max(len(side) - len(block), 0)
            made[number] = beside([block, side], [widths[number], free], GAP)
        rest = []
    else:
        share = wanted.share(columns)
        enough = share >= NARROWEST
        thoughts = _panels(sitting, wanted, min(share if enough else columns, BROADEST), style)
        under = wanted if enough else Plan(1, stacked=True, shown=wanted.shown)
        if enough and any(thoughts):
            widths = [max(width, min(share, BROADEST)) for width in widths]
        rest = set_out(thoughts, under, widths)
    lines = [*set_out(made, wanted, widths), *below, *rest]
    return [fitted(line, columns) for line in lines[:rows]]


def picture(sitting: Sitting, columns: int | None, style: Style, *, keys: bool) -> list[Text]:
    """The boards with a line or two about each, as they are printed one after the other."""
    shows, mazes = sitting.player.shows, _mazes(sitting)
    room = columns or LARGEST
    if sitting.sheet:
        return sitting.sheet.lines(columns or 80, SHEET_ROWS, style)
    wanted = plan(mazes, room, LARGEST)
    if columns is None and len(shows) > 1:
        wanted = Plan(2, stacked=True, shown=tuple(range(len(shows))))
    made = blocks(sitting, wanted, room, LARGEST, style)
    lines = set_out(made, wanted, [min(broadest(block), wanted.share(room)) for block in made])
    lines.append(score_line(sitting, style, live=keys))
    if keys:
        lines.append(keys_line(sitting, columns or 80, style))
    else:
        lines.append(names_line(shows, style))
    return [fitted(line, room) for line in lines]


def too_small(columns: int, rows: int, style: Style) -> list[Text]:
    """What is said in a terminal that has no room for a game."""
    texts = (
        f"{complaint(columns, rows)}; enlarge it, or press Q to close",
        "too small: make it larger",
        "too small",
    )
    told = next((text for text in texts if len(wrapped(text, columns)) <= rows), texts[-1])
    return [fitted(style.words(line), columns) for line in wrapped(told, columns)[:rows]]


def complaint(columns: int, rows: int | None = None) -> str:
    """Why nothing is drawn."""
    have = f"{columns} columns" + ("" if rows is None else f", {rows} rows")
    need = f"{LEAST_COLUMNS} columns" + ("" if rows is None else f", {LEAST_ROWS} rows")
    return f"the terminal is too small: {have}; it needs {need}"


def foot(sitting: Sitting, columns: int, rows: int, style: Style) -> list[Text]:
    """What stands below the boards, the most important lines if there isn't room for all."""
    player = sitting.player
    where = f" {player.after}/{player.last}"
    room = columns - len(where)
    track = timeline(sitting.events(), player.after, player.last, room, style)
    track.append_text(style.faint(where))
    lines = {
        "score": score_line(sitting, style),
        "track": track,
        "cursor": cursor_line(player.after, player.last, room, style),
        "mover": mover_line(sitting, 0, style),
        "names": names_line(player.shows, style),
        "keys": keys_line(sitting, columns, style),
    }
    if len(player.shows) > 1:
        del lines["mover"]
    by_weight = [
        key for key in ("score", "keys", "track", "mover", "names", "cursor") if key in lines
    ]
    return [line for key, line in lines.items() if key in by_weight[:rows]]


def _mazes(sitting: Sitting) -> list[Maze]:
    return [show.states[0].maze for show in sitting.player.shows]


def _panels(sitting: Sitting, wanted: Plan, columns: int, style: Style) -> list[list[Text]]:
    """What the agents think in each game."""
    player = sitting.player
    return [
        panel(
            *player.deciding(number), player.shows[number].agents, player.overlays, columns, style
        )
        for number in wanted.shown
    ]
