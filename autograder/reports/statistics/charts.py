"""Small charts as SVG. What they show is in a table, too."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from .distribution import Distribution

_WIDTH, _HEIGHT = 1000, 24
"""Of a chart in a cell, in its own units; the page stretches it."""
_WIDE, _HIGH, _TOP, _BOTTOM, _SIDE = 720, 200, 20, 26, 14
"""Of a chart with columns, and its margins."""


@dataclass(frozen=True)
class Column:
    """A column of a chart, in two parts."""

    label: str
    """On the axis, below the column."""
    words: str
    """In the table."""
    count: int
    late: int = 0
    """Those of them who are late: this part is hatched."""
    is_from: bool = False
    """Whether the label is where the column begins, at its left edge."""


def column_chart(columns: Sequence[Column], words: str) -> Markup:
    """Columns as high as their counts. `words` are what a screen reader says."""
    width = _WIDE / max(1, len(columns))
    base, most = _HIGH - _BOTTOM, max([1, *(column.count for column in columns)])
    parts = [Markup('<path class="axis" d="M0 {0}H{1}"/>').format(base, _WIDE)]
    for number, column in enumerate(columns):
        left, middle = number * width + width * 0.08, (number + 0.5) * width
        high, late = ((base - _TOP) * count / most for count in (column.count, column.late))
        for name, top, size in (("fill", base - high, high - late), ("late", base - late, late)):
            if size:
                parts.append(_rect(name, left, top, width * 0.84, size))
        if column.count:
            parts.append(_text(middle, base - high - 5, str(column.count)))
        at = number * width if column.is_from else middle
        parts.append(_text(at, _HIGH - 7, column.label, "label"))
    return Markup(
        '<svg class="columns" viewBox="{} 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(-_SIDE, _WIDE + _SIDE, _HIGH, words, Markup("").join(parts))


def _rect(kind: str, x: float, y: float, width: float, height: float) -> Markup:
    return Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>').format(
        kind, x, y, width, height
    )


def _text(x: float, y: float, text: str, kind: str = "count") -> Markup:
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>').format(kind, x, y, text)


def box_plot(points: Distribution) -> Markup:
    """A line from the lowest to the highest points, a box between the quartiles, a bar at the
    median and a dot at the mean, from 0 to full points."""
    top = max(points.full, points.values[-1])
    low = min(0, points.values[0])

    def at(value: float) -> str:
        return f"{8 + (_WIDTH - 16) * (value - low) / (top - low):.1f}"

    first, median, third = points.quartiles
    left, right, middle = at(first), at(third), _HEIGHT / 2
    return Markup(
        '<svg class="box" viewBox="0 0 {0} {1}" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="whisker" d="M{2} {3:g}H{4}M{2} 7V17M{4} 7V17"/>'
        '<rect class="quartiles" x="{5}" y="4" width="{6:.1f}" height="16"/>'
        '<path class="median" d="M{7} 2V22"/><path class="mean" d="M{8} {3:g}h0"/></svg>'
    ).format(
        *(_WIDTH, _HEIGHT, at(points.values[0]), middle, at(points.values[-1]), left),
        *(float(right) - float(left), at(median), at(points.mean)),
    )  # fmt: skip


def bar(count: float, total: float) -> Markup:
    """A bar as long as the share of `count` in `total`."""
    share = count / total if total else 0
    return Markup(
        '<svg class="share" viewBox="0 0 {} 10" preserveAspectRatio="none" aria-hidden="true">'
        "{}{}</svg>"
    ).format(_WIDTH, _rect("track", 0, 0, _WIDTH, 10), _rect("fill", 0, 0, _WIDTH * share, 10))
