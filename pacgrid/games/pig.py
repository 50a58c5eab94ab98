"""Pig: roll a die and add up, or hold and keep the sum; a 1 loses it. Todd Neller and Clifton
Presser, "Optimal play of the dice game Pig", *UMAP Journal*, 2004."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self

from pacgrid.errors import GameError
from pacgrid.games.game_setup import DrawnBoard
from pacgrid.search import CHANCE

MOST_TARGET = 1000
FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Pig(DrawnBoard):
    """A position of Pig. The first player is MAX; a win scores 1, a loss -1.

    A player wins as soon as their points and the sum of this turn reach the target. After `roll`
    the die moves: `to_move` is `CHANCE`.

    >>> state = Pig.initial(target=10).successor("roll").successor(5)
    >>> print(state)
    player 1  0 + 5
    player 2  0
    target 10
    """

    target: int
    points: tuple[int, int] = (0, 0)
    turn_sum: int = 0
    """What the player whose turn it is has rolled and would keep."""
    turn: int = 0
    """The player whose turn it is, also while the die rolls."""
    rolling: bool = False

    num_agents = 2
    players = ("player 1", "player 2")

    @classmethod
    def initial(cls, target: int = 20) -> Self:
        """Nobody has any points. Raises GameError."""
        if not isinstance(target, int) or not 2 <= target <= MOST_TARGET:
            raise GameError(f"target must be 2 to {MOST_TARGET} points, not {target!r:.40}")
        return cls(target)

    @property
    def to_move(self) -> int:
        return CHANCE if self.rolling else self.turn

    @property
    def is_terminal(self) -> bool:
        return self.points[self.turn] + self.turn_sum >= self.target

    @property
    def score(self) -> float:
        """1 if the first player has won, -1 if the second has, else 0."""
        return (1 if self.turn == 0 else -1) if self.is_terminal else 0

    def legal_actions(self) -> tuple[Literal["roll", "hold"] | int, ...]:
        """`roll` and `hold`; a face while the die rolls."""
        if self.is_terminal:
            return ()
        if self.rolling:
            return tuple(FACES)
        return ("roll", "hold") if self.turn_sum else ("roll",)

    def distribution(self) -> Mapping[int, float]:
        """The probability of each face."""
        return dict.fromkeys(FACES, 1 / len(FACES))

    def successor(self, action: Literal["roll", "hold"] | int) -> Self:
        if action == "roll":
            return replace(self, rolling=True)
        if action == "hold":
            return self._end_turn(self.turn_sum)
        if action == 1:
            return self._end_turn(0)
        return replace(self, turn_sum=self.turn_sum + action, rolling=False)

    def evaluate(self) -> float:
        """The lead of the first player, with the sum of this turn, as a share of the target."""
        first, second = self.points
        turn_sum = self.turn_sum if self.turn == 0 else -self.turn_sum
        return (first - second + turn_sum) / self.target

    def action_name(self, action: Literal["roll", "hold"] | int) -> str:
        return str(action)

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """A row for each player: the name, the points, and the sum of this turn."""
        return tuple(
            (name, str(points), f"+ {self.turn_sum}" if turn == self.turn else "")
            for turn, (name, points) in enumerate(zip(self.players, self.points, strict=True))
        )

    def cell(self, action: Literal["roll", "hold"] | int) -> None:
        """Actions have no squares."""

    def __str__(self) -> str:
        rows = [f"{name}  {points} {turn_sum}".rstrip() for name, points, turn_sum in self.grid()]
        return "\n".join([*rows, f"target {self.target}"])

    def _end_turn(self, gain: int) -> Self:
        first, second = self.points
        points = (first + gain, second) if self.turn == 0 else (first, second + gain)
        return type(self)(self.target, points, turn=1 - self.turn)
