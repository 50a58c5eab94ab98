"""What lies over the boards: the help, or a menu."""

from pacgrid.render.terminal.style import Lines, Part, Style, joined, side_by_side
from pacgrid.session.frame import Sheet
from pacgrid.session.themes import Ink


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
