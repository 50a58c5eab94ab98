"""Numbers as views show them: values, times, costs."""

from collections.abc import Mapping

from pacgrid.records.thought import LARGEST


def short(value: float) -> str:
    """A value in at most four characters, as exactly as possible.

    >>> [short(value) for value in (12.34, -1.55, 512.0, -7.04, 12_345, -0.001, -123_456_789)]
    ['12.3', '-1.6', '512', '-7', '12k', '0', '-big']
    """
    if abs(value) >= LARGEST:
        return "-∞" if value < 0 else "∞"
    for divisor, unit in ((1, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")):
        for digits in (1, 0):
            text = f"{value / divisor:.{digits}f}"
            text = (text.rstrip("0").rstrip(".") if digits else text) + unit
            digits_that_count = text.strip("-0.")
            if not digits_that_count:
                return "0"
            if len(text) <= 4 and digits_that_count != unit:
                return text
    return "-big" if value < 0 else "big"


def exact(value: float) -> str:
    """A value with a few digits.

    >>> [exact(value) for value in (12.3456, -512.0, 1e300, 0.00012)]
    ['12.35', '-512', 'inf', '0.00012']
    """
    if abs(value) >= LARGEST:
        return "-inf" if value < 0 else "inf"
    if abs(value) >= 1e6:
        return f"{value:.3g}"
    if abs(value) >= 0.01 or not value:
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{value:.2g}"


def duration(seconds: float) -> str:
    """A time to read; empty if it wasn't measured.

    >>> [duration(seconds) for seconds in (0.00001, 0.0123, 1.25, 600)]
    ['0.01 ms', '12 ms', '1.2 s', '10:00']
    """
    if not seconds:
        return ""
    if seconds >= 60:
        return f"{int(seconds // 60)}:{int(seconds % 60):02}"
    if seconds >= 1:
        return f"{seconds:.1f} s"
    digits = 0 if seconds >= 0.01 else 1 if seconds >= 0.001 else 2
    return f"{1000 * seconds:.{digits}f} ms"


def cost(seconds: float, nodes: int | None) -> str:
    """Time and nodes, in words.

    >>> cost(0.0123, 4500), cost(61.5, None)
    ('12 ms, 4,500 nodes', '1:01')
    """
    counted = f"{nodes:,} node{'' if nodes == 1 else 's'}" if nodes else ""
    return ", ".join(filter(None, (duration(seconds), counted)))


def largest_features(features: Mapping[str, float], most: int) -> str:
    """The `most` features with the largest contributions, in a line.

    >>> largest_features({"score": 12, "food_left": -30.2, "nothing": 0}, 2)
    'food_left -30   score 12'
    """
    largest = sorted(features.items(), key=lambda term: -abs(term[1]))[:most]
    return "   ".join(f"{name} {short(value)}" for name, value in largest)
