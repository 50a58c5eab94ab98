"""Chess, by the rules of the library `chess`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

from pacgrid.games.board_state import DrawnBoard
from pacgrid.games.game_error import GameError

if TYPE_CHECKING:
    from chess import Board, Move

VALUES: Mapping[str, float] = {"pawn": 1, "knight": 3, "bishop": 3.25, "rook": 5, "queen": 9}
"""What the pieces are worth, in pawns; in the order in which the library numbers them, from 1."""
WIN = 200
"""The score of a win: more than all pieces are worth. Shannon takes the king to be worth as much;
C. E. Shannon, "Programming a computer for playing chess", *Philosophical Magazine*, 1950."""
FIFTY_MOVES = 100
"""In plies."""

_WORTH = (0.0, *VALUES.values(), 0.0)
"""The same by the library's numbers; kings are never exchanged."""
_LAST_RANKS = 0xFF << 48 | 0xFF << 8
"""Where pawns are before they are promoted."""

Occurrences = frozenset[tuple[tuple[Any, ...], int]]


@dataclass(frozen=True, slots=True, repr=False)
class Chess(DrawnBoard):
    """A position of chess. White is MAX: a win scores 200, a loss -200, a draw 0.

    These draws end the game at once; nobody has to claim them: the third occurrence of a position,
    fifty moves of each player without a capture or a pawn's move, stalemate, and pieces that can't
    mate. Positions are equal only if these rules, too, treat them alike: they passed through the
    same positions since the last capture or pawn's move.
    """

    board: "Board" = field(compare=False)
    """Not to be changed; it doesn't know its past."""
    placement: tuple[Any, ...]
    """What makes two positions the same by the rules: pieces, turn, and the rights to castle and to
    capture in passing."""
    plies_without_progress: int
    """How many there were since the last capture or pawn's move."""
    earlier: Occurrences = frozenset()
    """Each `placement` that there was since then, and how often."""

    num_agents = 2
    has_coordinates = True
    is_chequered = True
    players = ("white", "black")

    @classmethod
    def initial(cls, fen: str | None = None) -> Self:
        """The position that `fen` describes in Forsyth-Edwards notation; default: the usual one.
        Raises GameError."""
        try:
            from chess import STATUS_VALID, Board
        except ModuleNotFoundError:
            raise GameError("it needs one more package: pip install 'pacgrid[chess]'") from None
        try:
            board = Board() if fen is None else Board(str(fen))
        except ValueError as error:
            raise GameError(f"fen: {error}") from None
        if (status := board.status()) != STATUS_VALID:
            problems = (str(flag.name).lower().replace("_", " ") for flag in status)
            raise GameError(f"fen: no game leads to this position: {', '.join(problems)}")
        return cls._of(board, frozenset())

    @classmethod
    def _of(cls, board: "Board", earlier: Occurrences) -> Self:
        placement = (
            *(board.pieces_mask(kind, colour) for kind in range(1, 7) for colour in (True, False)),
            board.turn,
            board.clean_castling_rights(),
            board.ep_square if board.has_legal_en_passant() else None,
        )
        return cls(board, placement, board.halfmove_clock, earlier)

    @property
    def to_move(self) -> int:
        return 0 if self.board.turn else 1

    @property
    def is_terminal(self) -> bool:
        return (
            (self.placement, 2) in self.earlier
            or self.plies_without_progress >= FIFTY_MOVES
            or self.board.is_insufficient_material()
            or not any(self.board.generate_legal_moves())
        )

    @property
    def score(self) -> float:
        """200 if White has won, -200 if Black has, else 0."""
        if not self.board.is_check() or any(self.board.generate_legal_moves()):
            return 0
        return -WIN if self.board.turn else WIN

    def legal_actions(self) -> "tuple[Move, ...]":
        return () if self.is_terminal else tuple(self.board.generate_legal_moves())

    def successor(self, action: "Move") -> Self:
        board = self.board.copy(stack=False)
        board.push(action)
        if not board.halfmove_clock:
            return self._of(board, frozenset())
        before = next((n for n in (1, 2) if (self.placement, n) in self.earlier), 0)
        earlier = self.earlier - {(self.placement, before)} | {(self.placement, before + 1)}
        return self._of(board, earlier)

    def evaluate(self) -> float:
        """What White's pieces are worth less Black's, in pawns: always between the scores of a loss
        and a win."""
        return sum(self.evaluation_shares().values())

    def evaluation_shares(self) -> Mapping[str, float]:
        """What each kind of piece adds to the evaluation."""
        board, (black, white) = self.board, self.board.occupied_co
        masks = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
        return {
            name: worth * ((mask & white).bit_count() - (mask & black).bit_count())
            for mask, (name, worth) in zip(masks, VALUES.items(), strict=True)
        }

    def is_capture(self, action: "Move") -> bool:
        """Whether `action` takes a piece."""
        return self.board.is_capture(action)

    def is_quiet(self) -> bool:
        """Whether nobody is in check and no capture or promotion wins material, as far as the next
        reply shows."""
        board = self.board
        pawns = board.pawns & board.occupied_co[board.turn] & _LAST_RANKS
        forcing = chain(board.generate_legal_captures(), board.generate_legal_moves(pawns))
        return not board.is_check() and not any(map(self._wins_material, forcing))

    def _wins_material(self, move: "Move") -> bool:
        """Whether `move` wins more than the piece that it moves, if that can be taken."""
        board = self.board
        taken = 1 if board.is_en_passant(move) else board.piece_type_at(move.to_square) or 0
        gain = _WORTH[taken] + (_WORTH[move.promotion] - 1 if move.promotion else 0)
        piece = move.promotion or board.piece_type_at(move.from_square) or 0
        risk = _WORTH[piece] if board.is_attacked_by(not board.turn, move.to_square) else 0
        return gain > risk

    def action_name(self, action: "Move") -> str:
        """In standard algebraic notation: `Nf3`, `exd5`, `O-O`."""
        return self.board.copy(stack=False).san(action)

    def grid(self) -> tuple[tuple[str, ...], ...]:
        pieces = self.board.piece_map()
        symbols = {square: piece.unicode_symbol() for square, piece in pieces.items()}
        rows = range(56, -1, -8)
        return tuple(tuple(symbols.get(row + file, "") for file in range(8)) for row in rows)

    def cell(self, action: "Move") -> tuple[int, int]:
        """The square that it leads to."""
        return action.to_square % 8, 7 - action.to_square // 8

    def start_cell(self, action: "Move") -> tuple[int, int]:
        return action.from_square % 8, 7 - action.from_square // 8

    def __str__(self) -> str:
        return str(self.board)

    def __repr__(self) -> str:
        return f"Chess.initial({self.board.fen()!r})"
