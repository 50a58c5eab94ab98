"""Connect Four: drop discs into columns; four in a row win. On seven columns and six rows the first
player wins (James Allen and Victor Allis, independently, 1988). John Tromp's playground
(tromp.github.io/c4/c4.html) lists who wins on other boards, and how many positions there are."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Self

from pacgrid.games.board_state import DrawnBoard, square_name
from pacgrid.games.game_error import GameError

LEAST_SIZE, MOST_SIZE = 2, 12


@dataclass(frozen=True, slots=True)
class ConnectFour(DrawnBoard):
    """A position of Connect Four. X is MAX and moves first: a win scores 1, a loss -1 and a full
    board 0.

    Each player's discs are a bitboard. A column has one bit more than rows, which is never set, so
    that a line can't go on at the foot of the next column. Row 0 is at the bottom.

    >>> print(ConnectFour.initial(columns=4, rows=3).successor(1).successor(1).successor(2))
    . . . .
    . O . .
    . X X .
    """

    columns: int = 7
    rows: int = 6
    connect: int = 4
    """How many in a row win."""
    discs: tuple[int, int] = (0, 0)
    to_move: int = 0

    num_agents = 2
    has_coordinates = True
    players = ("X", "O")

    @classmethod
    def initial(cls, columns: int = 7, rows: int = 6, connect: int = 4) -> Self:
        """The empty board. Raises GameError."""
        for name, number in (("columns", columns), ("rows", rows), ("connect", connect)):
            if not isinstance(number, int) or not LEAST_SIZE <= number <= MOST_SIZE:
                raise GameError(f"{name} must be {LEAST_SIZE} to {MOST_SIZE}, not {number!r:.40}")
        if connect > max(columns, rows):
            raise GameError(f"connect: no {connect} in a row fit on a board of {columns} x {rows}")
        return cls(columns, rows, connect)

    @property
    def score(self) -> float:
        """1 if X has a line, -1 if O has, else 0."""
        mover = 1 - self.to_move  # only the last disc can have made a line
        if not self._has_line(self.discs[mover]):
            return 0
        return 1 if mover == 0 else -1

    @property
    def is_terminal(self) -> bool:
        return self._has_line(self.discs[1 - self.to_move]) or not self._open_columns()

    def legal_actions(self) -> tuple[int, ...]:
        """The columns with room, numbered from 0 at the left."""
        return () if self._has_line(self.discs[1 - self.to_move]) else self._open_columns()

    def successor(self, action: int) -> Self:
        first, second = self.discs
        occupied = first | second
        foot = 1 << action * (self.rows + 1)
        disc = occupied + foot & ~occupied & foot * ((1 << self.rows) - 1)
        discs = (first | disc, second) if self.to_move == 0 else (first, second | disc)
        return type(self)(self.columns, self.rows, self.connect, discs, 1 - self.to_move)

    def evaluate(self) -> float:
        """What the open lines of X are worth less those of O, as a share of both and of all lines.
        A line is open to a player if the other one has no disc in it, and is worth the square of
        the discs that the player has there. Always between the scores of a loss and a win.

        >>> ConnectFour.initial(columns=4, rows=4).successor(0).evaluate()  # 3 of 10 lines
        0.23076923076923078
        """
        discs = self.discs
        lines = _lines(self.columns, self.rows, self.connect)
        first, second = (
            sum((own & line).bit_count() ** 2 for line in lines if not other & line)
            for own, other in (discs, discs[::-1])
        )
        return (first - second) / (first + second + len(lines))

    def canonical(self) -> Self:
        """The first of this position and its mirror image: the same for both."""
        first, second = map(self._mirrored, self.discs)
        discs = min(self.discs, (first, second))
        return type(self)(self.columns, self.rows, self.connect, discs, self.to_move)

    def action_name(self, action: int) -> str:
        """The letter of the column."""
        return square_name(action, 0, self.rows)[0]

    def grid(self) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple({"X": "●", "O": "○"}.get(mark, "") for mark in row) for row in self._marks()
        )

    def cell(self, action: int) -> tuple[int, int]:
        """Where the disc comes to rest."""
        return action, self.rows - 1 - self._height(action)

    def click_cells(self, action: int) -> tuple[tuple[int, int], ...]:
        """The whole column."""
        return tuple((action, row) for row in range(self.rows))

    def __str__(self) -> str:
        return "\n".join(map(" ".join, self._marks()))

    def _open_columns(self) -> tuple[int, ...]:
        occupied, step = self.discs[0] | self.discs[1], self.rows + 1
        top = self.rows - 1
        return tuple(
            column for column in range(self.columns) if not occupied >> column * step + top & 1
        )

    def _height(self, column: int) -> int:
        """How many discs are in a column."""
        occupied = self.discs[0] | self.discs[1]
        return (occupied >> column * (self.rows + 1) & ((1 << self.rows) - 1)).bit_count()

    def _has_line(self, discs: int) -> bool:
        """Whether `connect` of the discs are in a row."""
        step = self.rows + 1
        for direction in (1, step, step + 1, step - 1):
            ends = discs  # of rows that get longer
            for distance in range(1, self.connect):
                ends &= discs >> distance * direction
            if ends:
                return True
        return False

    def _mirrored(self, discs: int) -> int:
        step = self.rows + 1
        column = (1 << step) - 1
        return sum(
            (discs >> number * step & column) << (self.columns - 1 - number) * step
            for number in range(self.columns)
        )

    def _marks(self) -> Iterator[str]:
        """The squares row by row, from the top: X, O or a dot."""
        first, second = self.discs
        for row in reversed(range(self.rows)):
            bits = (1 << column * (self.rows + 1) + row for column in range(self.columns))
            yield "".join("X" if first & bit else "O" if second & bit else "." for bit in bits)


@cache
def _lines(columns: int, rows: int, connect: int) -> tuple[int, ...]:
    """The bitboards of all places for `connect` in a row."""
    step = rows + 1
    found = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x in range(columns):
            for y in range(rows):
                squares = [(x + n * dx, y + n * dy) for n in range(connect)]
                if all(0 <= a < columns and 0 <= b < rows for a, b in squares):
                    found.append(sum(1 << a * step + b for a, b in squares))
    return tuple(found)
