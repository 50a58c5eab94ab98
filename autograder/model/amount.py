"""Formats points."""


def amount(points: float) -> str:
    """`2`, `2.5`, `0.33`."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def full(points: float, extra: float = 0) -> str:
    """The points that a question is worth: `4`, with an extra point `4 + 1`, as a bonus `+1`."""
    if not extra:
        return amount(points)
    return f"{amount(points)} + {amount(extra)}" if points else f"+{amount(extra)}"


def worth(points: float, extra: float = 0) -> str:
    """`1 point`, `2.5 points`, `4 + 1 points`."""
    number = full(points, extra)
    return f"{number} point" if number == "1" else f"{number} points"


def score(points: float, possible: float, *, is_passed: bool) -> str:
    """`2 / 5`; of a test without points of its own, whether it is passed: `✓` or `✗`."""
    if not possible:
        return "✓" if is_passed else "✗"
    return f"{amount(points)} / {amount(possible)}"


def total(points: float, possible: float) -> str:
    """`5 of 25 points`; with only bonus points to have, `2 points extra`."""
    if points and not possible:
        return f"{worth(points)} extra"
    return f"{amount(points)} of {worth(possible)}"
