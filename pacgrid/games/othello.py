"""Othello: enclose the other's discs to turn them over; most discs win. With best play, the second
player wins on the small boards: 11 to 3 on 4 x 4, and 20 to 16 on 6 x 6 (Joel Feinstein, "Amenor
wins world 6x6 championships!", *British Othello Federation Newsletter*, 1993)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple, Self

from pacgrid.games.board_state import DrawnBoard, square_name
from pacgrid.games.game_error import GameError

SIZES = (4, 6, 8)


@dataclass(frozen=True, slots=True)
class Othello(DrawnBoard):
    """A position of Othello. Black is MAX and moves first: a win scores 1, a loss -1, and equally
    many discs 0.

    Who can't turn over a disc has to pass: then `to_move` is the other player at once, so that
    passing is no action. The game ends when neither can.

    Each player's discs are a bitboard; square 0 is at the top left.

    >>> state = Othello.initial(size=4)
    >>> state.legal_actions()
    (1, 4, 11, 14)
    >>> print(state.successor(1))
    . B . .
    . B B .
    . B W .
    . . . .
    """

    size: int
    discs: tuple[int, int]
    """Black's and White's."""
    to_move: int
    moves: int = field(compare=False)
    """The squares where the player to move can put a disc."""

    num_agents = 2
    has_coordinates = True
    players = ("black", "white")

    @classmethod
    def initial(cls, size: int = 8) -> Self:
        """Four discs in the middle. Raises GameError."""
        if size not in SIZES:
            raise GameError(f"size must be {', '.join(map(str, SIZES))}, not {size!r:.40}")
        corner = size * (size // 2 - 1) + size // 2 - 1
        black = 1 << corner + 1 | 1 << corner + size
        white = 1 << corner | 1 << corner + size + 1
        return cls.of(size, (black, white), 0)

    @classmethod
    def of(cls, size: int, discs: tuple[int, int], to_move: int) -> Self:
        """The position in which it is the turn of `to_move`, or of the other one if `to_move` has
        to pass."""
        moves = _moves(size, discs[to_move], discs[1 - to_move])
        if not moves and (others := _moves(size, discs[1 - to_move], discs[to_move])):
            return cls(size, discs, 1 - to_move, others)
        return cls(size, discs, to_move, moves)

    @property
    def is_terminal(self) -> bool:
        return not self.moves

    @property
    def score(self) -> float:
        """1 if Black has won, -1 if White has, else 0."""
        if self.moves:
            return 0
        black, white = self.counts
        return (black > white) - (black < white)

    @property
    def counts(self) -> tuple[int, int]:
        """How many discs Black and White have."""
        black, white = self.discs
        return black.bit_count(), white.bit_count()

    def legal_actions(self) -> tuple[int, ...]:
        """The squares where a disc turns over others, numbered from 0 at the top left."""
        return tuple(_squares(self.moves))

    def successor(self, action: int) -> Self:
        mover = self.to_move
        own, other = self.discs[mover], self.discs[1 - mover]
        turned = _turned(self.size, action, own, other)
        own, other = own | turned | 1 << action, other & ~turned
        discs = (own, other) if mover == 0 else (other, own)
        return self.of(self.size, discs, 1 - mover)

    def evaluate(self) -> float:
        """Black's share less White's, of three things: corners (half of the weight), which can't be
        lost; moves to choose from (0.4); and discs (0.05), which say little before the end. Always
        between the scores of a loss and a win."""
        black, white = self.discs
        corners = _board(self.size).corners
        moves = [_moves(self.size, black, white), _moves(self.size, white, black)]
        return (
            0.5 * _lead(black & corners, white & corners)
            + 0.4 * _lead(*moves)
            + 0.05 * _lead(black, white)
        )

    def canonical(self) -> Self:
        """The first of this position's rotations and mirror images: the same for all of them."""
        width = self.size**2
        marks = ["".join(reversed(f"{discs:0{width}b}")) for discs in self.discs]
        images = (
            tuple("".join(image(each)) for each in marks) for image in _board(self.size).images
        )
        black, white = (int("".join(reversed(bits)), 2) for bits in min(images))
        return self.of(self.size, (black, white), self.to_move)

    def action_name(self, action: int) -> str:
        return square_name(action % self.size, action // self.size, self.size)

    def grid(self) -> tuple[tuple[str, ...], ...]:
        discs = {"B": "●", "W": "○"}
        return tuple(tuple(discs.get(mark, "") for mark in row) for row in self._rows())

    def cell(self, action: int) -> tuple[int, int]:
        return action % self.size, action // self.size

    def __str__(self) -> str:
        return "\n".join(map(" ".join, self._rows()))

    def _rows(self) -> Iterator[str]:
        """The squares row by row: B, W or a dot."""
        black, white = self.discs
        for row in range(self.size):
            bits = [1 << row * self.size + column for column in range(self.size)]
            yield "".join("B" if black & bit else "W" if white & bit else "." for bit in bits)


class _Board(NamedTuple):
    """What never changes on a board of one size."""

    directions: tuple[tuple[int, int], ...]
    """By how much a square's number grows in each of the eight directions, and the squares that a
    step in this direction can lead to."""
    corners: int
    images: tuple[Any, ...]
    """They take the squares of a rotation or a mirror image out of those of the board."""


@cache
def _board(size: int) -> _Board:
    every = range(size * size)
    whole = (1 << size * size) - 1
    left, right = (sum(1 << at for at in every if at % size == side) for side in (0, size - 1))
    reachable = {-1: whole & ~right, 0: whole, 1: whole & ~left}
    directions = tuple(
        (dx + size * dy, reachable[dx]) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy
    )
    corners = sum(1 << at for at in (0, size - 1, size * (size - 1), size * size - 1))
    flips = [(x, y) for x in (False, True) for y in (False, True)]
    images = [_image(size, *flip, turned) for turned in (False, True) for flip in flips]
    return _Board(directions, corners, tuple(itemgetter(*image) for image in images))


def _image(size: int, flip_x: bool, flip_y: bool, turned: bool) -> list[int]:
    """The squares in the order in which that mirror image or rotation of the board has them."""
    last, squares = size - 1, []
    for at in range(size * size):
        x, y = at % size, at // size
        x, y = last - x if flip_x else x, last - y if flip_y else y
        squares.append(y + size * x if turned else x + size * y)
    return squares


def _moves(size: int, own: int, other: int) -> int:
    """The empty squares from which a line of the other's discs leads to an own one."""
    found = 0
    for step, reachable in _board(size).directions:
        over = other & reachable
        line = _shifted(own, step) & over
        for _ in range(size - 3):
            line |= _shifted(line, step) & over
        found |= _shifted(line, step) & reachable
    return found & ~(own | other)


def _turned(size: int, square: int, own: int, other: int) -> int:
    """The other's discs that a disc of one's own on `square` turns over."""
    turned = 0
    for step, reachable in _board(size).directions:
        line, disc = 0, _shifted(1 << square, step) & reachable
        while disc & other:
            line |= disc
            disc = _shifted(disc, step) & reachable
        if disc & own:
            turned |= line
    return turned


def _shifted(discs: int, step: int) -> int:
    return discs << step if step > 0 else discs >> -step


def _squares(discs: int) -> Iterator[int]:
    """The numbers of the bits that are set, in order."""
    while discs:
        lowest = discs & -discs
        yield lowest.bit_length() - 1
        discs ^= lowest


def _lead(first: int, second: int) -> float:
    """How many more bits are set in `first`, as a share of all that are set."""
    own, other = first.bit_count(), second.bit_count()
    return (own - other) / (own + other or 1)
