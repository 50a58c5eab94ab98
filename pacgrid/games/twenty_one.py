"""Twenty-one: draw cards, and come closer to 21 than the other without going over it. All cards lie
open, and none is put back, so that what was drawn tells what is likely to come."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self

from pacgrid.games.board_state import DrawnBoard
from pacgrid.games.game_error import GameError
from pacgrid.search import CHANCE

MOST_TARGET, MOST_HIGHEST, MOST_SUITS = 99, 13, 8

Choice = Literal["draw", "stand"] | int


@dataclass(frozen=True, slots=True)
class TwentyOne(DrawnBoard):
    """A position of twenty-one. The first player is MAX; a win scores 1, a loss -1, and equal sums
    0.

    The players take turns to draw a card or to stand; who stands draws no more, and the other goes
    on alone. A sum above the target loses at once. After `draw` the deck moves: `to_move` is
    `CHANCE`, and a card is as likely as its share of the deck.

    >>> state = TwentyOne.initial().successor("draw").successor(10)
    >>> print(state)
    player 1  10
    player 2  0
    deck      1x4 2x4 3x4 4x4 5x4 6x4 7x4 8x4 9x4 10x3
    """

    target: int
    deck: tuple[int, ...]
    """How many cards of 1, 2, 3, … are left."""
    sums: tuple[int, int] = (0, 0)
    stand: tuple[bool, bool] = (False, False)
    """Which players stand."""
    turn: int = 0
    """Whose turn it is, also while a card is drawn."""
    drawing: bool = False

    num_agents = 2
    players = ("player 1", "player 2")

    @classmethod
    def initial(cls, target: int = 21, highest: int = 10, suits: int = 4) -> Self:
        """Nobody has a card; the deck has `suits` cards of each value. Raises GameError."""
        for name, number, most in (
            ("target", target, MOST_TARGET),
            ("highest", highest, MOST_HIGHEST),
            ("suits", suits, MOST_SUITS),
        ):
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
                raise GameError(f"{name} must be 1 to {most}, not {number!r:.40}")
        if highest > target:
            raise GameError(f"highest: a card of {highest} is above the target of {target}")
        return cls(target, (suits,) * highest)

    @property
    def to_move(self) -> int:
        return CHANCE if self.drawing else self.turn

    @property
    def is_terminal(self) -> bool:
        return all(self.stand) or max(self.sums) > self.target

    @property
    def score(self) -> float:
        """1 if the first player has won, -1 if the second has, else 0."""
        if not self.is_terminal:
            return 0
        first, second = (0 if each > self.target else each for each in self.sums)
        return (first > second) - (first < second)

    def legal_actions(self) -> tuple[Choice, ...]:
        """`draw` and `stand`; while a card is drawn, those in the deck."""
        if self.is_terminal:
            return ()
        if self.drawing:
            return tuple(card for card, left in enumerate(self.deck, start=1) if left)
        if not any(self.deck):
            return ("stand",)
        return ("draw", "stand") if self.sums[self.turn] else ("draw",)

    def distribution(self) -> Mapping[Choice, float]:
        """The probability of each card: its share of those in the deck."""
        cards = sum(self.deck)
        return {card: left / cards for card, left in enumerate(self.deck, start=1) if left}

    def successor(self, action: Choice) -> Self:
        if action == "draw":
            return replace(self, drawing=True)
        first, second = self.stand
        if action == "stand":
            stand = (True, second) if self.turn == 0 else (first, True)
            return replace(self, stand=stand, turn=1 - self.turn)
        deck, sums = list(self.deck), list(self.sums)
        deck[action - 1] -= 1
        sums[self.turn] += action
        turn = self.turn if self.stand[1 - self.turn] else 1 - self.turn
        return type(self)(self.target, tuple(deck), (sums[0], sums[1]), self.stand, turn)

    def evaluate(self) -> float:
        """The lead of the first player, as a share of one more than the target: always between the
        scores of a loss and a win."""
        first, second = self.sums
        return (first - second) / (self.target + 1)

    def action_name(self, action: Choice) -> str:
        return str(action)

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """A row for each player, with their sum; below, the cards and how many of each are left."""
        cards = range(1, len(self.deck) + 1)
        return (
            *(
                self._padded(name, str(self.sums[number]), "stands" * self.stand[number])
                for number, name in enumerate(self.players)
            ),
            self._padded("card", *map(str, cards)),
            self._padded("left", *map(str, self.deck)),
        )

    def cell(self, action: Choice) -> None:
        """Actions have no squares."""

    def __str__(self) -> str:
        rows = [
            f"{name}  {self.sums[number]}{' stands' * self.stand[number]}"
            for number, name in enumerate(self.players)
        ]
        cards = (f"{card}x{left}" for card, left in enumerate(self.deck, start=1) if left)
        return "\n".join([*rows, f"deck      {' '.join(cards)}".rstrip()])

    def _padded(self, *texts: str) -> tuple[str, ...]:
        """A row of the grid, with no squares after the last text."""
        width = max(3, len(self.deck) + 1)
        return (*texts, *[" "] * (width - len(texts)))
