"""The board of any game as lines of text."""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from pacgrid.session.board_squares import BoardSquares, Square
from pacgrid.session.diagram import TextLine, TextRun
from pacgrid.session.marks import Ink

MOST_LINES = 19
"""With so many lines, a board and a list below it fit into a terminal of 24; with more, the list is
to the right of the board."""


def board_text(board: BoardSquares) -> Iterator[TextLine]:
    """The squares row by row, and the list of actions."""
    squares, listed = list(_squares(board)), [*_list(board)]
    if not listed or len(squares) + len(listed) <= MOST_LINES:
        yield from (*squares, *listed)
        return
    width = max(map(_length, squares))
    height = max(len(squares), MOST_LINES // 2)
    columns = [listed[start : start + height] for start in range(0, len(listed), height)]
    for line in range(height):
        yield _beside(
            [(squares, width), *((each, max(map(_length, each))) for each in columns)], line
        )


def _squares(board: BoardSquares) -> Iterator[TextLine]:
    most = max(3, max(board.longest) + 2)
    widths = [length + 2 if board.is_table else most for length in board.longest]
    ruled, rows = board.has_coordinates, len(board.rows)
    for row, squares in enumerate(board.rows):
        if ruled and row:
            yield (TextRun("   " + "┼".join("─" * width for width in widths), Ink.FAINT),)
        line = [TextRun(f"{rows - row:>2} " if ruled else "   ", Ink.FAINT)]
        for column, square in enumerate(squares):
            line += [TextRun("│", Ink.FAINT)] * bool(ruled and column)
            line.append(_run(square, widths[column]))
        yield tuple(line)
    if ruled:
        names = (
            letter.center(width) for letter, width in zip(ascii_lowercase, widths, strict=False)
        )
        yield (TextRun("   " + " ".join(names), Ink.FAINT),)


def _list(board: BoardSquares) -> Iterator[TextLine]:
    for action in board.listed:
        note, ink = board.note(action)
        name = board.state.action_name(action)
        yield (TextRun(f"{note:>5}  ", ink), TextRun(f" {name} ", inverse=action == board.selected))


def _beside(columns: Sequence[tuple[Sequence[TextLine], int]], number: int) -> TextLine:
    """That line of each column, as wide as the column says."""
    line: TextLine = ()
    for lines, width in columns:
        part = lines[number] if number < len(lines) else ()
        line += (*part, TextRun(" " * (width - _length(part))))
    return line


def _length(line: TextLine) -> int:
    return sum(len(run.text) for run in line)


def _run(square: Square, letters: int) -> TextRun:
    text = (square.text or square.note).strip().center(letters)
    if not square.text:
        return TextRun(text, square.note_ink, inverse=square.selected)
    return TextRun(text, strong=square.changed, agent=square.agent, inverse=square.selected)
