"""Evaluations for games of OpenSpiel, where a search is cut off. Russell and Norvig, *Artificial
Intelligence: A Modern Approach*, 4th edition, section 5.3.1.

Each takes a position and returns its value for MAX, who is player 0: Black in chess and Othello.
It reads the board in `state.text`, and stays between a loss, -1, and a win, 1. Your own agent can
be given such a function, too: `AlphaBeta(depth=2, evaluation=chess)`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

PAWNS = {"q": 9.0, "r": 5.0, "b": 3.25, "n": 3.0, "p": 1.0}
"""What each piece is worth, in pawns."""
MOST_PAWNS = 104
"""More than nine queens and all other pieces."""


def material(fen: str) -> float:
    """White's material minus Black's, in pawns, of a position in Forsyth-Edwards notation.

    >>> material("r3k3/8/8/8/8/8/P7/4KB2 w - - 0 1")
    -0.75
    """
    board = fen.split(maxsplit=1)[0]
    return sum(
        worth * (board.count(piece.upper()) - board.count(piece)) for piece, worth in PAWNS.items()
    )


def chess(state: Any) -> float:
    """Black's material minus White's."""
    return -material(state.text) / MOST_PAWNS


def checkers(state: Any) -> float:
    """White's men and kings minus Black's; a king is worth one and a half men. A. Samuel, "Some
    studies in machine learning using the game of checkers", 1959."""
    pieces = [text for row in state.grid() for text in row]
    men = pieces.count("●") - pieces.count("○")
    kings = pieces.count("◉") - pieces.count("◎")
    return (men + 1.5 * kings) / 20


def othello(state: Any) -> float:
    """Black's corners and moves minus White's; a corner is worth ten moves. P. Rosenbloom, "A
    world-championship-level Othello program", 1982."""
    grid = state.grid()
    corners = [grid[row][column] for row in (0, -1) for column in (0, -1)]
    mobility = moves(grid, "●", "○") - moves(grid, "○", "●")
    return (10 * (corners.count("●") - corners.count("○")) + mobility) / 100


def moves(grid: Sequence[Sequence[str]], own: str, other: str) -> int:
    """How many squares the player with the discs `own` could play in Othello."""
    size, found = len(grid), 0
    for row in range(size):
        for column in range(size):
            found += grid[row][column] == "" and any(
                _captures(ray, own, other) for ray in _rays(grid, column, row)
            )
    return found


def connect_four(state: Any) -> float:
    """The lines of four still open for x minus those open for o, each counted once for every disc
    in it."""
    grid, length = state.grid(), int(state.game.spiel.get_parameters()["x_in_row"])
    lines = list(_lines(grid, length))
    lead = sum(line.count("●") for line in lines if "○" not in line)
    lead -= sum(line.count("○") for line in lines if "●" not in line)
    return lead / (length * max(len(lines), 1))


EVALUATIONS: Mapping[str, Callable[[Any], float]] = {
    "checkers": checkers,
    "chess": chess,
    "connect_four": connect_four,
    "othello": othello,
}
"""By OpenSpiel's name of the game."""

_DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def _rays(grid: Sequence[Sequence[str]], column: int, row: int) -> Iterator[list[str]]:
    """What is seen from a square in each direction, up to the border."""
    rows, columns = len(grid), len(grid[0])
    for dx, dy in _DIRECTIONS:
        x, y, ray = column + dx, row + dy, []
        while 0 <= x < columns and 0 <= y < rows:
            ray.append(grid[y][x])
            x, y = x + dx, y + dy
        yield ray


def _captures(ray: Sequence[str], own: str, other: str) -> bool:
    """Whether a ray begins with discs of the `other`, which end at an `own` one."""
    length = next((number for number, text in enumerate(ray) if text != other), 0)
    return length > 0 and ray[length] == own


def _lines(grid: Sequence[Sequence[str]], length: int) -> Iterator[list[str]]:
    """All straight lines of so many squares, each once."""
    for row in range(len(grid)):
        for column in range(len(grid[0])):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                end_column, end_row = column + dx * (length - 1), row + dy * (length - 1)
                if 0 <= end_column < len(grid[0]) and end_row < len(grid):
                    yield [grid[row + dy * step][column + dx * step] for step in range(length)]
