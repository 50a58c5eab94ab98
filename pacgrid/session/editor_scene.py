"""The board in the editor of layouts."""

from collections.abc import Iterator
from functools import lru_cache

from pacgrid.action import Action
from pacgrid.layout_check.finding import Severity
from pacgrid.marks import CAPSULE, FLOOR, FOOD, GHOSTS, MARKS, PACMAN, WALL
from pacgrid.maze import HalfPosition, compile_maze
from pacgrid.maze_generator.wall_grid import Cell
from pacgrid.session.draft_board import DraftBoard
from pacgrid.session.editor_palette import INKS
from pacgrid.session.layout_editor import LayoutEditor
from pacgrid.session.marks import Ink, Label, Marks, Tint
from pacgrid.session.scene import MOUTH_DEGREES, GhostFigure, Mood, PacmanFigure, Scene


def editor_scene(editor: LayoutEditor, *, cursor: bool = True) -> Scene:
    """The board as in a game, with the places of findings, and the cursor."""
    marks = Marks(tuple(_tints(editor, cursor=cursor)), labels=tuple(_labels(editor.board)))
    return _scene(editor.board, position_of(editor.board, editor.cursor), marks)


def position_of(board: DraftBoard, cell: Cell) -> tuple[int, int]:
    """`(x, y)`, `(0, 0)` bottom left."""
    column, row = board.column_and_row(cell)
    return column, board.height - 1 - row


@lru_cache(maxsize=4)
def _scene(board: DraftBoard, focus: HalfPosition, marks: Marks) -> Scene:
    maze = compile_maze(
        tuple("".join(mark if mark == WALL else FLOOR for mark in row) for row in board.rows), ()
    )
    where = [(mark, position_of(board, cell)) for cell, mark in enumerate(board.marks)]
    pacman = next((at for mark, at in where if mark == PACMAN), None)
    return Scene(
        maze,
        food=maze.subset(maze.mask(at for mark, at in where if mark == FOOD)),
        capsules=maze.subset(maze.mask(at for mark, at in where if mark == CAPSULE)),
        pulse=1,
        pacman=PacmanFigure(pacman, Action.EAST, MOUTH_DEGREES) if pacman else None,
        ghosts=tuple(
            GhostFigure(max(GHOSTS.index(mark), 1), at, Action.EAST, Mood.ACTIVE)
            for mark, at in where
            if mark in GHOSTS
        ),
        marks=marks,
        focus=focus,
    )


def _tints(editor: LayoutEditor, *, cursor: bool) -> Iterator[Tint]:
    board = editor.board
    for finding in editor.found.findings:
        if finding.severity is not Severity.NOTE:
            at = position_of(board, editor.cell_of(finding))
            yield Tint(at, INKS[finding.severity], 1)
    if not cursor:
        return
    if editor.corner is not None:
        for cell in board.rectangle(editor.corner, editor.cursor):
            yield Tint(position_of(board, cell), Ink.BEST, 0.6)
    yield Tint(position_of(board, editor.cursor), Ink.TEXT, 1)


def _labels(board: DraftBoard) -> Iterator[Label]:
    """Marks that a figure can't show: the numbers of ghosts, a second Pac-Man, what is unknown."""
    is_second = False
    for cell, mark in enumerate(board.marks):
        if mark in GHOSTS or mark not in MARKS or (mark == PACMAN and is_second):
            ink = Ink.TEXT if mark in GHOSTS else Ink.BAD
            yield Label(position_of(board, cell), mark, ink)
        is_second |= mark == PACMAN
