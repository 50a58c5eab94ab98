"""Formats points."""


def amount(points: float) -> str:
    """`2`, `2.5`, `0.33`."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def worth(points: float) -> str:
    """`1 point`, `2.5 points`."""
    number = amount(points)
    return f"{number} point" if number == "1" else f"{number} points"


def score(points: float, possible: float, *, is_passed: bool) -> str:
    """`2 / 5`; of a test without points of its own, whether it is passed: `✓` or `✗`."""
    if not possible:
        return "✓" if is_passed else "✗"
    return f"{amount(points)} / {amount(possible)}"


def total(points: float, possible: float) -> str:
    """`5 of 25 points`."""
    return f"{amount(points)} of {worth(possible)}"
