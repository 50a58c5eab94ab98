"""The board of any game as lines of text."""

from collections.abc import Iterator
from string import ascii_lowercase

from pacgrid.session.board_squares import BoardSquares, Square
from pacgrid.session.diagram import TextLine, TextRun
from pacgrid.session.marks import Ink


def board_text(board: BoardSquares) -> Iterator[TextLine]:
    """The squares row by row, and the list of actions below them."""
    letters = max(3, max(board.longest) + 2)
    ruled, rows, columns = board.has_coordinates, len(board.rows), len(board.longest)
    for row, squares in enumerate(board.rows):
        if ruled and row:
            yield (TextRun("   " + "┼".join(["─" * letters] * columns), Ink.FAINT),)
        line = [TextRun(f" {rows - row} " if ruled else "   ", Ink.FAINT)]
        for column, square in enumerate(squares):
            line += [TextRun("│", Ink.FAINT)] * bool(ruled and column)
            line.append(_run(square, letters))
        yield tuple(line)
    if ruled:
        names = (letter.center(letters) for letter in ascii_lowercase[:columns])
        yield (TextRun("   " + " ".join(names), Ink.FAINT),)
    for action in board.listed:
        note, ink = board.note(action)
        name = board.state.action_name(action)
        yield (TextRun(f"{note:>5}  ", ink), TextRun(f" {name} ", inverse=action == board.selected))


def _run(square: Square, letters: int) -> TextRun:
    text = (square.text or square.note).strip().center(letters)
    if not square.text:
        return TextRun(text, square.note_ink, inverse=square.selected)
    return TextRun(text, strong=square.changed, agent=square.agent, inverse=square.selected)
