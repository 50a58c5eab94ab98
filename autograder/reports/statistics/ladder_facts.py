"""What the page of statistics says of a ladder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor

from .charts import Column
from .views import ColumnChart, CountedRow, chart

_STEP = 10
"""Of a rating: percent of what a board is worth."""


@dataclass(frozen=True)
class LadderFacts:
    """A ladder without names: nobody in it needs to be the same as a student of the course."""

    title: str
    ratings: Mapping[str, Sequence[float]]
    """By standing: those of the entrants."""
    forfeits: Mapping[str, int]
    """By role and kind: games."""
    games: int


class LadderView:
    """A ladder as the page shows it."""

    def __init__(self, facts: LadderFacts) -> None:
        self.title = facts.title
        self.ratings = [_ratings(name, ratings) for name, ratings in facts.ratings.items()]
        self.forfeits = [
            CountedRow(words, games, facts.games) for words, games in facts.forfeits.items()
        ]


def _ratings(name: str, ratings: Sequence[float]) -> ColumnChart:
    """How many entrants have which ratings."""
    steps = [floor(rating / _STEP) for rating in ratings]
    columns = [
        Column(
            f"{step * _STEP:+}",
            f"{step * _STEP:+} to {(step + 1) * _STEP:+}",
            steps.count(step),
            is_from=True,
        )
        for step in range(min(steps), max(steps) + 1)
    ]
    return chart(f"Ratings: {name}", columns)
