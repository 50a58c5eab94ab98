"""A money pump: who prefers A to B, B to C and C to A pays for trades until nothing is left.

Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, section 16.2.

    python examples/money_pump.py
    pacgrid play keyboard --game examples/money_pump.py
    pacgrid play examples/money_pump.py --game examples/money_pump.py --view none --games 1

A dealer offers B to whoever has C, A for B, and C for A. Each trade costs a cent.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from pacgrid import Agent, play
from pacgrid.agents.minimax import Minimax
from pacgrid.games.board_setup import BoardSetup

OFFERS = {"A": "C", "B": "A", "C": "B"}
"""By item: what the dealer offers for it."""
WORTH = {"A": 20, "B": 10, "C": 0}
"""What an item is worth to a player without circular preferences, in cents."""


@dataclass(frozen=True)
class MoneyPump:
    """A player with an item and some cents, whom the dealer has just made an offer."""

    start: int
    """The cents at first."""
    cents: int
    item: str = "C"
    has_kept: bool = False
    """Whether the player has refused the last offer, which ends the game."""

    num_agents = 1
    to_move = 0
    players = ("player",)

    @classmethod
    def initial(cls, cents: int = 100) -> Self:
        return cls(cents, cents)

    @property
    def is_terminal(self) -> bool:
        return self.has_kept or not self.cents

    @property
    def score(self) -> float:
        """What the player has gained, in cents."""
        return self.cents - self.start + WORTH[self.item]

    @property
    def offer(self) -> str:
        return OFFERS[self.item]

    def legal_actions(self) -> tuple[str, ...]:
        return () if self.is_terminal else ("trade", "keep")

    def successor(self, action: str) -> Self:
        if action == "keep":
            return replace(self, has_kept=True)
        return replace(self, cents=self.cents - 1, item=self.offer)

    def evaluate(self) -> float:
        return self.score

    def action_name(self, action: str) -> str:
        return f"trade for {self.offer}" if action == "trade" else f"keep {self.item}"

    def grid(self) -> tuple[tuple[str, ...], ...]:
        return (("you have", self.item, f"{self.cents} cents"), ("offered", self.offer, "1 cent"))

    def cell(self, action: str) -> None:
        """Actions have no squares."""


class Circular(Agent):
    """Prefers A to B, B to C and C to A, so that every offer is an improvement."""

    plays_any_game = True
    better = {"A": "B", "B": "C", "C": "A"}  # noqa: RUF012
    """By item: what it is better than."""

    def act(self, state: Any) -> Any:
        return "trade" if self.better[state.offer] == state.item else "keep"


def main() -> None:
    for name, agent in (("circular preferences", Circular()), ("a utility", Minimax(depth=5))):
        record = play(BoardSetup.load(__file__), [agent])
        end = MoneyPump.initial()
        for move in record.moves:
            end = end.successor(move.action)
        trades = sum(move.action == "trade" for move in record.moves)
        print(f"{name}: {trades} trades, then has {end.item} and {end.cents} cents")


if __name__ == "__main__":
    main()
