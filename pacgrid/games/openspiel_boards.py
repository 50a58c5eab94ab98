"""How boards of OpenSpiel's games are drawn: as squares and pieces where a game has them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

Grid = tuple[tuple[str, ...], ...]
Cell = tuple[int, int]
"""A column and a row, row 0 at the top."""
Rows = Callable[[str], Sequence[Sequence[str]]]
KINGS = "♔♚"


@dataclass(frozen=True)
class BoardForm:
    """The board of one game."""

    pieces: Mapping[str, str]
    """The text in a square by the character that OpenSpiel writes; others are shown as they are."""
    owners: Mapping[str, int]
    """The player whose piece the text in a square is."""
    rows: Rows
    """The squares in OpenSpiel's text, row by row."""
    players: tuple[str, ...] = ()
    """What the players are called, player 0 first."""
    has_moves: bool = False
    """Whether pieces go from square to square."""
    moves_one: bool = True
    """Whether an action moves or places one piece, so that a square can stand for it."""
    has_coordinates: bool = False
    is_hexagonal: bool = False
    cells: Mapping[int, Cell] = field(default_factory=dict)
    """The square of each action, where a change of the board doesn't show it."""

    def grid(self, text: str) -> Grid:
        """The squares in OpenSpiel's `text` of a position; its characters if it has no rows, as in
        three dimensions."""
        rows = self.rows(text) or text_squares(text)
        return tuple(tuple(self.pieces.get(each, each) for each in row) for row in rows)

    def move(
        self, before: Grid, after: Grid, player: int, action: int
    ) -> tuple[Cell | None, Cell | None]:
        """Where `player`'s piece leaves and where it arrives, by what changes; of two, as when
        castling, the first king."""
        if self.cells:
            return None, self.cells.get(action)
        places = [(column, row) for row, texts in enumerate(before) for column in range(len(texts))]
        left, entered = [], []
        for column, row in places:
            old, new = before[row][column], after[row][column]
            if old != new and self.owners.get(old) == player and not new:
                left.append((column, row))
            elif old != new and self.owners.get(new) == player and (self.has_moves or not old):
                entered.append((column, row))
        left.sort(key=lambda at: before[at[1]][at[0]] not in KINGS)
        entered.sort(key=lambda at: after[at[1]][at[0]] not in KINGS)
        return next(iter(left), None), next(iter(entered), None)


def text_squares(text: str) -> Grid:
    """Each character as a square of its own; all lines equally long."""
    lines = [line.rstrip() for line in text.expandtabs().rstrip().split("\n")]
    width = max(1, *map(len, lines))
    return tuple(tuple(line.ljust(width)) for line in lines)


def fen_rows(text: str) -> list[str]:
    """The ranks of a position of chess in Forsyth-Edwards notation, with dots for empty squares.

    >>> fen_rows("k7/8/8/8/8/8/8/6QK w - - 0 1")[-1]
    '......QK'
    """
    board = re.sub(r"\d", lambda match: "." * int(match[0]), text.split(maxsplit=1)[0])
    return board.split("/")


def rows_like(pattern: str) -> Rows:
    """The squares in the lines that match `pattern`, without spaces between them."""
    line = re.compile(pattern, re.MULTILINE)
    return lambda text: [row.replace(" ", "") for row in line.findall(text)]


def mancala_rows(text: str) -> list[list[str]]:
    """The pits of both players between their stores.

    >>> mancala_rows("-4-4-12-\\n0-----1\\n-5-6-7-")[1]
    ['0', ' ', ' ', ' ', '1']
    """
    above, stores, below = (re.findall(r"\d+", line) for line in text.split("\n")[:3])
    return [[" ", *above, " "], [stores[0], *" " * len(above), stores[1]], [" ", *below, " "]]


def backgammon_rows(text: str) -> list[list[str]]:
    """The points, numbered as x counts them, on both sides of the bar; what is borne off is to the
    right. The dice are in the middle. As in OpenSpiel's text, of more than five checkers their
    number is shown."""
    lines = text.split("\n")
    above, below = lines[1:6], lines[7:12]
    bar, dice = (re.search(rf"^{name}: ?(\w*)", text, re.MULTILINE) for name in ("Bar", "Dice"))
    on_bar = bar[1] if bar else ""
    off = [int(number) for number in re.findall(r"[XO]: (\d+)", lines[-2] + lines[-1])]
    middle = [" "] * 14
    for column, face in enumerate(dice[1] if dice else "", start=9):
        middle[column] = face
    rows = [middle]
    for number, piece in enumerate("xo"):
        bar_stack, off_stack = _stack(piece, on_bar.count(piece)), _stack(piece, off[number])
        half = above if piece == "x" else below[::-1]
        # The inner rows of each half come first, as its numbers stand at the border.
        stacked = [
            [*row[1:7], bar_stack[height], *row[8:14], off_stack[height]]
            for height, row in enumerate(half)
        ]
        numbers = [f"{point if piece == 'o' else 25 - point:2}" for point in range(13, 25)]
        labels = [*numbers[:6], " ", *numbers[6:], " "]
        rows = [labels, *stacked, *rows] if piece == "x" else [*rows, *stacked[::-1], labels]
    return rows


def _stack(piece: str, count: int) -> list[str]:
    """So many pieces, the first one at the border."""
    stack = [piece] * min(count, 5) + [" "] * (5 - count)
    return [str(count), *stack[1:]] if count > 5 else stack


_DISCS = {"●": 0, "◉": 0, "○": 1, "◎": 1}
_BLACK_WHITE = ("black", "white")
_PLAIN = rows_like(r"^([.xobw]+)$")
_LABELLED = rows_like(r"^ *\d+([.xo]+)$")


def _discs(marks: str, rows: Rows, players: tuple[str, str], *, moved: bool = False) -> BoardForm:
    """A board of discs, which are placed or moved. `marks` are an empty square and each player's
    disc in OpenSpiel's text."""
    pieces = dict(zip(marks, ("", "●", "○"), strict=True))
    return BoardForm(pieces, _DISCS, rows, players, has_moves=moved, has_coordinates=moved)


_CHESS = BoardForm(
    {".": "", **dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))},
    {**dict.fromkeys("♚♛♜♝♞♟", 0), **dict.fromkeys("♔♕♖♗♘♙", 1)},
    *(fen_rows, _BLACK_WHITE),
    has_moves=True,
    has_coordinates=True,
)
_MARKS = BoardForm({".": ""}, {"x": 0, "o": 1}, _PLAIN, ("x", "o"))
AS_TEXT = BoardForm({}, {}, text_squares, moves_one=False)
"""Each character is a square."""
BOARDS: Mapping[str, BoardForm] = {
    "amazons": replace(AS_TEXT, players=("X", "O")),
    "antichess": _CHESS,
    "backgammon": replace(_discs(".xo", backgammon_rows, ("x", "o")), moves_one=False),
    "breakthrough": replace(
        _CHESS, pieces={".": "", "b": "♟", "w": "♙"}, rows=rows_like(r"^[^ ]([.bw]+)$")
    ),
    "checkers": replace(
        _discs(".o+", rows_like(r"^(?: ?\d|\d\d)([.o8+*]+)$"), ("white", "black"), moved=True),
        pieces={".": "", "o": "●", "8": "◉", "+": "○", "*": "◎"},
    ),
    "chess": _CHESS,
    "clobber": _discs(".ox", _LABELLED, ("o", "x"), moved=True),
    "connect_four": _discs(".xo", _PLAIN, ("x", "o")),
    "crazyhouse": replace(AS_TEXT, players=_BLACK_WHITE),
    "go": _discs("+XO", rows_like(r"^ *\d+ ([+XO]+)$"), _BLACK_WHITE),
    "gomoku": _discs(".bw", _PLAIN, _BLACK_WHITE),
    "hex": replace(
        _discs(".xo", rows_like(r"^ *(\S.*?) *$"), ("x", "o")),
        pieces={".": "", **dict.fromkeys("xyzX", "●"), **dict.fromkeys("opqO", "○")},
        is_hexagonal=True,
    ),
    "lines_of_action": _discs(".xo", _LABELLED, ("x", "o"), moved=True),
    "mancala": BoardForm(
        {},
        {},
        mancala_rows,
        cells={pit: (pit, 2) if pit < 7 else (14 - pit, 0) for pit in range(14)},
    ),
    "mnk": _MARKS,
    "othello": _discs("-xo", rows_like(r"^\d ([-ox ]+) \d"), _BLACK_WHITE),
    "shogi": replace(AS_TEXT, players=_BLACK_WHITE),
    "tic_tac_toe": _MARKS,
    "ultimate_tic_tac_toe": replace(AS_TEXT, players=("x", "o")),
}
"""The games that are drawn as squares, or whose players have names; by OpenSpiel's name."""
