"""What lies over the boards: the help, or a menu."""

from pacgrid.records.description import seat_name
from pacgrid.render.terminal.style import Lines, Part, Style, cropped, joined, wrapped
from pacgrid.session.frame import Sheet
from pacgrid.session.marks import Ink


def sheet_lines(sheet: Sheet, columns: int, rows: int, style: Style) -> Lines:
    """A sheet, at most that large: of its rows as many as fit, with the selected one."""
    head, foot = _head(sheet, columns, style), _foot(sheet, columns, style)
    foot = foot[-max(rows - 1, 1) :]
    head = head[: max(rows - 1 - len(foot), 0)]
    room = max(rows - len(head) - len(foot), 1)
    first = sheet.scroll
    if sheet.selected is not None:
        first = max(min(sheet.selected - room // 2, len(sheet.rows) - room), 0)
    numbers = range(first, len(sheet.rows))
    body = [line for number in numbers for line in _row(sheet, number, columns, style)]
    return [cropped(line, columns) for line in (*head, *body[:room], *foot)]


def visible_rows(sheet: Sheet, columns: int, rows: int, style: Style) -> int:
    """How many rows there is surely room for."""
    around = len(_head(sheet, columns, style)) + len(_foot(sheet, columns, style))
    lines = sum(len(_row(sheet, n, columns, style)) for n in range(len(sheet.rows)))
    return max(rows - around - (lines - len(sheet.rows)), 1)


def _head(sheet: Sheet, columns: int, style: Style) -> Lines:
    tabs: list[Part] = []
    for number, tab in enumerate(sheet.tabs):
        game = f", game {tab.game + 1}" if sheet.tabs[-1].game else ""
        selected = "bold reverse" if number == sheet.selected_tab else ""
        tabs.append((f" {seat_name(tab.agent)}{game} ", style.agent(tab.agent), selected))
    title = style.words((sheet.title, Ink.TEXT, "bold"))
    subtitle = (style.words((line, Ink.FAINT)) for line in wrapped(sheet.subtitle, columns))
    return [title, *([style.words(*tabs)] if tabs else ()), *subtitle]


def _foot(sheet: Sheet, columns: int, style: Style) -> Lines:
    problem = (style.words((line, Ink.BAD)) for line in wrapped(sheet.problem, columns))
    return [*problem, style.words((joined(sheet.hint.split("   "), columns), Ink.FAINT))]


def _row(sheet: Sheet, number: int, columns: int, style: Style) -> Lines:
    row, label = sheet.rows[number], max(len(row.label) for row in sheet.rows)
    indent = label and label + 2
    if sheet.selected is not None:
        chosen = number == sheet.selected
        text = f"{'>' if chosen else ' '} {row.label:{indent}}{row.text} "
        return [style.words((text, style.agent(0), "bold reverse") if chosen else text)]
    first, *more = wrapped(row.text, columns - indent) or [""]
    lines = [style.words((f"{row.label:{indent}}", style.agent(0), "bold"), first)]
    return lines + [style.words(" " * indent + line) for line in more]
