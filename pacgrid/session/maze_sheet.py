"""The sheet that makes a new board in the editor of layouts."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from pacgrid.marks import MAX_SIDE
from pacgrid.maze_generator.errors import MazeError
from pacgrid.maze_generator.generator import generate
from pacgrid.maze_generator.options import MazeOptions
from pacgrid.maze_generator.styles import STYLES
from pacgrid.maze_generator.wall_grid import MazeSymmetry
from pacgrid.session.draft_board import SMALLEST, DraftBoard
from pacgrid.session.layout_editor import LayoutEditor
from pacgrid.session.value_sheet import SheetValue, ValueSheet

EMPTY = "empty"
"""The style of a board with only a border."""
_STYLES = (*STYLES, EMPTY)
T = TypeVar("T")


class NewBoard:
    """What a new board is to be like; the editor draws it as it changes.

    Args:
        path: the file that it belongs to, if it has one.
        size: columns and rows at first.
        done: called when it is taken.
    """

    def __init__(
        self,
        editor: LayoutEditor,
        path: Path | None,
        size: tuple[int, int],
        done: Callable[[], None],
    ) -> None:
        self._editor = editor
        self._style, self._seed, self._size = _STYLES[0], 0, size
        self._symmetry = STYLES[self._style].symmetry
        self._problem = ""
        self._done = done
        editor.begin(DraftBoard.empty(*size), path)
        self._make()

    def sheet(self) -> ValueSheet:
        values = (
            SheetValue("Style", lambda: self._style, self._change_style),
            SheetValue("Seed", lambda: str(self._seed), self._change_seed),
            SheetValue(
                "Columns", lambda: str(self._size[0]), lambda step: self._change_size(step, 0)
            ),
            SheetValue("Rows", lambda: str(self._size[1]), lambda n: self._change_size(0, n)),
            SheetValue("Symmetry", lambda: self._symmetry, self._change_symmetry),
        )
        return ValueSheet(
            "New maze",
            values,
            "Draw on it",
            self._done,
            self._editor.undo,
            lambda: self._problem,
        )

    def _change_style(self, step: int) -> None:
        self._style = _next(_STYLES, self._style, step)
        if self._style in STYLES:
            style = STYLES[self._style]
            self._size, self._symmetry = style.size, style.symmetry
        self._make()

    def _change_seed(self, step: int) -> None:
        self._seed = max(self._seed + step, 0)
        self._make()

    def _change_size(self, columns: int, rows: int) -> None:
        width, height = self._size[0] + columns, self._size[1] + rows
        if min(width, height) >= SMALLEST and max(width, height) <= MAX_SIDE:
            self._size = width, height
            self._make()

    def _change_symmetry(self, step: int) -> None:
        self._symmetry = _next((*MazeSymmetry,), self._symmetry, step)
        self._make()

    def _make(self) -> None:
        """Draw it, unless there is none like that."""
        self._problem = ""
        try:
            self._editor.redraw(self._board())
        except MazeError as error:
            self._problem = str(error)

    def _board(self) -> DraftBoard:
        """Raises MazeError."""
        if self._style == EMPTY:
            return DraftBoard.empty(*self._size)
        options = MazeOptions.of(self._seed, self._style, size=self._size, symmetry=self._symmetry)
        return DraftBoard.of(generate(options))


def _next(values: Sequence[T], value: T, step: int) -> T:
    """The value after it, or before it; after the last comes the first."""
    return values[(values.index(value) + step) % len(values)]
