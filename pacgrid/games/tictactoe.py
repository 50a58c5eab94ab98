"""Tic-tac-toe: three in a row win. With best play it is a draw."""

from dataclasses import dataclass
from functools import cache
from typing import Self

from pacgrid.games.game_setup import DrawnBoard, checked_win, square_name

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

IMAGES = (
    *((0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2), (8, 7, 6, 5, 4, 3, 2, 1, 0)),
    *((2, 5, 8, 1, 4, 7, 0, 3, 6), (2, 1, 0, 5, 4, 3, 8, 7, 6), (6, 7, 8, 3, 4, 5, 0, 1, 2)),
    *((0, 3, 6, 1, 4, 7, 2, 5, 8), (8, 5, 2, 7, 4, 1, 6, 3, 0)),
)
"""The squares in the order in which each rotation and mirror of the board has them."""


@dataclass(frozen=True, slots=True)
class TicTacToe(DrawnBoard):
    """A position of tic-tac-toe. X is MAX: a win scores `win`, a loss as much less than 0, and a
    draw 0.

    >>> print(TicTacToe("X...O....").successor(8))
    X . .
    . O .
    . . X
    """

    board: str = "." * 9
    """The squares row by row, from the top left: X, O or a dot."""
    win: int = 1
    """What a win is worth. With 10, the evaluation counts whole lines."""

    num_agents = 2
    has_coordinates = True
    players = ("X", "O")

    @classmethod
    def initial(cls, win: int = 1) -> Self:
        """The empty board. Raises GameError."""
        return cls(win=checked_win(win))

    @property
    def to_move(self) -> int:
        return (9 - self.board.count(".")) % 2

    @property
    def score(self) -> float:
        return _score(self.board) * self.win

    @property
    def is_terminal(self) -> bool:
        return _score(self.board) != 0 or "." not in self.board

    def legal_actions(self) -> tuple[int, ...]:
        """The empty squares, numbered from 0 at the top left."""
        if self.is_terminal:
            return ()
        return tuple(square for square, mark in enumerate(self.board) if mark == ".")

    def successor(self, action: int) -> Self:
        mark = self.players[self.to_move]
        return type(self)(self.board[:action] + mark + self.board[action + 1 :], self.win)

    def evaluate(self) -> float:
        """The lines still open for X minus those still open for O, each worth a tenth of a win:
        always between the scores of a loss and a win.

        >>> TicTacToe("....X....").evaluate(), TicTacToe("....X....", win=10).evaluate()
        (0.4, 4.0)
        """
        return (self._open_lines("X") - self._open_lines("O")) * self.win / 10

    def canonical(self) -> Self:
        """The first of this board's rotations and mirror images: the same for all of them."""
        board = min("".join(self.board[at] for at in image) for image in IMAGES)
        return type(self)(board, self.win)

    def action_name(self, action: int) -> str:
        return square_name(action % 3, action // 3, rows=3)

    def grid(self) -> tuple[tuple[str, ...], ...]:
        marks = [mark.strip(".") for mark in self.board]
        return tuple(tuple(marks[row : row + 3]) for row in (0, 3, 6))

    def cell(self, action: int) -> tuple[int, int]:
        return action % 3, action // 3

    def __str__(self) -> str:
        return "\n".join(" ".join(self.board[row : row + 3]) for row in (0, 3, 6))

    def _open_lines(self, mark: str) -> int:
        return sum(all(self.board[square] in (mark, ".") for square in line) for line in LINES)


@cache
def _score(board: str) -> int:
    """1 if X has three in a row, -1 if O has, else 0."""
    for mark, score in (("X", 1), ("O", -1)):
        if any(all(board[square] == mark for square in line) for line in LINES):
            return score
    return 0
