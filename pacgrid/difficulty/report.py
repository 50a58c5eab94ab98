"""Says how hard a layout is."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from pacgrid.difficulty.measure import AGENTS, GAMES, LayoutDifficulty, difficulty, winning_chance
from pacgrid.layout import Layout


@dataclass(frozen=True)
class DifficultyReport:
    """The difficulty of a layout, and what is known exactly."""

    difficulty: LayoutDifficulty
    winning_chance: float | None
    """Of the best play; None if the layout is too large to be solved."""

    @classmethod
    def of(cls, layout: Layout, measured: LayoutDifficulty | None = None) -> Self:
        return cls(measured or difficulty(layout), winning_chance(layout))

    def lines(self) -> Iterator[str]:
        wins = zip(AGENTS, self.difficulty.wins, strict=True)
        won = ", ".join(f"{agent} won {count}" for agent, count in wins)
        yield f"difficulty {self.difficulty.value:.2f}: of {GAMES} games each, {won}"
        if self.winning_chance is not None:
            yield f"solved exactly: the best play wins {self.winning_chance:.2%} of its games"

    def json(self) -> dict[str, Any]:
        return {
            "difficulty": self.difficulty.value,
            "games": GAMES,
            "wins": dict(zip(AGENTS, self.difficulty.wins, strict=True)),
            "winning_chance": self.winning_chance,
        }
