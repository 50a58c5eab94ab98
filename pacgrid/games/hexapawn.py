"""Hexapawn: two rows of pawns; get one across, or leave the other no move. Martin Gardner,
*Scientific American*, March 1962. On three columns the second player wins."""

from dataclasses import dataclass
from math import isqrt
from typing import Self

from pacgrid.errors import GameError
from pacgrid.games.game_setup import DrawnBoard, checked_win, square_name

LEAST_SIZE, MOST_SIZE = 3, 8


@dataclass(frozen=True, slots=True)
class Hexapawn(DrawnBoard):
    """A position of hexapawn. White is MAX, moves up the board and first; a win scores `win`, a
    loss as much less than 0. There are no draws.

    Pawns move and capture as in chess, always one square.
    """

    board: str = "bbb...www"
    """The squares row by row, from the top left: w, b or a dot."""
    to_move: int = 0
    win: int = 1
    """What a win is worth. With twice the size, the evaluation counts whole pawns."""

    num_agents = 2
    has_coordinates = True
    players = ("white", "black")

    @classmethod
    def initial(cls, size: int = 3, win: int = 1) -> Self:
        """Pawns on the first and the last row of a square board. Raises GameError."""
        if not isinstance(size, int) or not LEAST_SIZE <= size <= MOST_SIZE:
            raise GameError(f"size must be {LEAST_SIZE} to {MOST_SIZE}, not {size!r:.40}")
        board = "b" * size + "." * (size * (size - 2)) + "w" * size
        return cls(board, win=checked_win(win))

    @property
    def size(self) -> int:
        """The number of columns, and of rows."""
        return isqrt(len(self.board))

    @property
    def score(self) -> float:
        """What a win is worth if White has won, less than 0 if Black has, else 0."""
        size = self.size
        if "w" in self.board[:size]:
            return self.win
        if "b" in self.board[-size:]:
            return -self.win
        if self._moves():
            return 0
        return -self.win if self.to_move == 0 else self.win

    @property
    def is_terminal(self) -> bool:
        return self.score != 0

    def legal_actions(self) -> tuple[tuple[int, int], ...]:
        """Pairs of squares, from and to, numbered from 0 at the top left."""
        return () if self.is_terminal else self._moves()

    def successor(self, action: tuple[int, int]) -> Self:
        start, end = action
        board = list(self.board)
        board[start], board[end] = ".", board[start]
        return type(self)("".join(board), 1 - self.to_move, self.win)

    def evaluate(self) -> float:
        """White's pawns minus Black's, as a share of all, times a win: always between a loss and a
        win."""
        return (self.board.count("w") - self.board.count("b")) * self.win / (2 * self.size)

    def is_capture(self, action: tuple[int, int]) -> bool:
        """Whether `action` takes a pawn."""
        return self.board[action[1]] != "."

    def is_quiet(self) -> bool:
        """Whether no pawn can be taken now."""
        return not any(map(self.is_capture, self.legal_actions()))

    def canonical(self) -> Self:
        """The first of this position and its mirror image: the same for both."""
        rows = [
            self.board[start : start + self.size] for start in range(0, self.size**2, self.size)
        ]
        mirrored = "".join(row[::-1] for row in rows)
        return type(self)(min(self.board, mirrored), self.to_move, self.win)

    def action_name(self, action: tuple[int, int]) -> str:
        """`a1-a2`, or `a1xb2` for a capture."""
        size = self.size
        start, end = (square_name(square % size, square // size, size) for square in action)
        return f"{start}{'-' if self.board[action[1]] == '.' else 'x'}{end}"

    def grid(self) -> tuple[tuple[str, ...], ...]:
        pawns = {"w": "♙", "b": "♟", ".": ""}
        size = self.size
        rows = range(0, size * size, size)
        return tuple(tuple(pawns[mark] for mark in self.board[row : row + size]) for row in rows)

    def cell(self, action: tuple[int, int]) -> tuple[int, int]:
        return action[1] % self.size, action[1] // self.size

    def start_cell(self, action: tuple[int, int]) -> tuple[int, int]:
        return action[0] % self.size, action[0] // self.size

    def __str__(self) -> str:
        size = self.size
        rows = range(0, size * size, size)
        return "\n".join(" ".join(self.board[row : row + size]) for row in rows)

    def _moves(self) -> tuple[tuple[int, int], ...]:
        size = self.size
        own, other, ahead = ("w", "b", -size) if self.to_move == 0 else ("b", "w", size)
        moves = []
        for start, mark in enumerate(self.board):
            end = start + ahead
            if mark != own or not 0 <= end < len(self.board):
                continue
            if self.board[end] == ".":
                moves.append((start, end))
            sides = [end - 1] * (end % size > 0) + [end + 1] * (end % size < size - 1)
            moves += [(start, side) for side in sides if self.board[side] == other]
        return tuple(moves)
