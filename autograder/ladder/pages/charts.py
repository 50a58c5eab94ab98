"""Small charts of ratings as SVG. What they show is in the text beside them, too."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from markupsafe import Markup

from ..table import Rank

_STEP = 10
"""Ends of the scale are multiples of it."""
_WIDTH, _HEIGHT = 1000, 24
"""Of a chart, in its own units; the page stretches it."""
_SPARK = (120, 28)
_MARGIN = 4


@dataclass(frozen=True)
class Scale:
    """From ratings to the width of a chart."""

    low: float
    high: float

    @classmethod
    def of(cls, ranks: Iterable[Rank]) -> "Scale":
        """A scale on which 0 and all `ranks` with their intervals have room."""
        values = [0.0]
        for rank in ranks:
            ends = (rank.low, rank.rating, rank.high)
            values += [value for value in ends if value is not None]
        low, high = floor(min(values) / _STEP) * _STEP, ceil(max(values) / _STEP) * _STEP
        return cls(low, max(high, low + _STEP))

    def at(self, value: float) -> float:
        """Where `value` is."""
        return round(_WIDTH * (value - self.low) / (self.high - self.low), 1)


def rating_bar(rank: Rank, scale: Scale) -> Markup:
    """A bar from 0 to the rating, with a whisker over the interval."""
    zero, end = scale.at(0), scale.at(rank.rating)
    middle = _HEIGHT / 2
    shape = "gain" if rank.rating >= 0 else "loss"
    parts = [
        f'<rect class="{shape}" x="{min(zero, end)}" y="5" width="{abs(end - zero):.1f}"'
        f' height="{_HEIGHT - 10}"/>',
        f'<path class="zero" d="M{zero} 0V{_HEIGHT}"/>',
    ]
    if rank.low is not None and rank.high is not None:
        low, high = scale.at(rank.low), scale.at(rank.high)
        parts.append(
            f'<path class="whisker" d="M{low} {middle:g}H{high}M{low} 6V{_HEIGHT - 6}'
            f'M{high} 6V{_HEIGHT - 6}"/>'
        )
    return Markup(
        f'<svg class="rating" viewBox="0 0 {_WIDTH} {_HEIGHT}" preserveAspectRatio="none"'
        f' aria-hidden="true">{"".join(parts)}</svg>'
    )


def progress_chart(values: Sequence[float | None], words: str) -> Markup:
    """A line through ratings, the oldest first, with a dot on the last; "" if there are fewer than
    two.

    Args:
        values: None where there is none.
        words: what a screen reader says.
    """
    known = [(index, value) for index, value in enumerate(values) if value is not None]
    if len(known) < 2:
        return Markup("")
    width, height = _SPARK
    low, high = min(v for _, v in known), max(v for _, v in known)
    span, steps = max(high - low, 1.0), len(values) - 1
    points = [
        (
            round(_MARGIN + index * (width - 2 * _MARGIN) / steps, 1),
            round(height - _MARGIN - (value - low) * (height - 2 * _MARGIN) / span, 1),
        )
        for index, value in known
    ]
    line = " ".join(f"{x},{y}" for x, y in points)
    x, y = points[-1]
    return Markup(
        '<svg class="progress" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<polyline points="{}"/><circle cx="{}" cy="{}" r="3"/></svg>'
    ).format(width, height, words, line, x, y)
