"""Other games: search agents must work with any `GameState`."""

from dataclasses import dataclass, field, replace
from typing import Self

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class TicTacToe:
    """Agent 0 plays X; it scores 1 for a win and -1 for a loss."""

    board: str = "." * 9
    num_agents: int = 2

    @property
    def to_move(self) -> int:
        return (9 - self.board.count(".")) % 2

    @property
    def score(self) -> float:
        for line in LINES:
            marks = {self.board[i] for i in line}
            if len(marks) == 1 and "." not in marks:
                return 1 if "X" in marks else -1
        return 0

    @property
    def is_terminal(self) -> bool:
        return self.score != 0 or "." not in self.board

    def legal_actions(self) -> list[int]:
        return [] if self.is_terminal else [i for i, mark in enumerate(self.board) if mark == "."]

    def successor(self, action: int) -> Self:
        mark = "XO"[self.to_move]
        return type(self)(self.board[:action] + mark + self.board[action + 1 :])


@dataclass(frozen=True)
class Hexapawn:
    """Martin Gardner's game with three pawns a side on a 3 x 3 board; who can't move loses.

    White (agent 0) moves up the board. An action is a pair of squares, from and to.
    """

    board: str = "bbb...www"
    to_move: int = 0
    num_agents: int = 2

    @property
    def score(self) -> float:
        if "w" in self.board[:3] or (self.to_move == 1 and not self._moves()):
            return 1
        if "b" in self.board[6:] or (self.to_move == 0 and not self._moves()):
            return -1
        return 0

    @property
    def is_terminal(self) -> bool:
        return self.score != 0

    def legal_actions(self) -> list[tuple[int, int]]:
        return [] if self.is_terminal else self._moves()

    def successor(self, action: tuple[int, int]) -> Self:
        start, end = action
        board = list(self.board)
        board[end], board[start] = board[start], "."
        return type(self)("".join(board), 1 - self.to_move)

    def _moves(self) -> list[tuple[int, int]]:
        own, other, ahead = ("w", "b", -3) if self.to_move == 0 else ("b", "w", 3)
        moves = []
        for start, mark in enumerate(self.board):
            end = start + ahead
            if mark != own or not 0 <= end < 9:
                continue
            if self.board[end] == ".":
                moves.append((start, end))
            for side in (end - 1, end + 1):
                if side // 3 == end // 3 and 0 <= side < 9 and self.board[side] == other:
                    moves.append((start, side))
        return moves


@dataclass
class Tree:
    """A game tree: nested lists with numbers at the leaves; `turns` has the agent to move by depth.

    Records the visited leaves in order.
    """

    node: list | float  # type: ignore[type-arg]
    turns: str
    visited: list[float] = field(default_factory=list)
    depth: int = 0
    num_agents: int = 2

    @property
    def to_move(self) -> int:
        return int(self.turns[self.depth])

    @property
    def is_terminal(self) -> bool:
        return not isinstance(self.node, list)

    @property
    def score(self) -> float:
        assert not isinstance(self.node, list)
        self.visited.append(self.node)
        return self.node

    def legal_actions(self) -> list[int]:
        return list(range(len(self.node))) if isinstance(self.node, list) else []

    def successor(self, action: int) -> Self:
        assert isinstance(self.node, list)
        return replace(self, node=self.node[action], depth=self.depth + 1)
