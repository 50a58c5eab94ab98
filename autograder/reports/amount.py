"""Formats points."""


def amount(points: float) -> str:
    """`2`, `2.5`, `0.33`."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def worth(points: float) -> str:
    """`1 point`, `2.5 points`."""
    number = amount(points)
    return f"{number} point" if number == "1" else f"{number} points"


def total(points: float, possible: float) -> str:
    """`5 of 25 points`."""
    return f"{amount(points)} of {worth(possible)}"
