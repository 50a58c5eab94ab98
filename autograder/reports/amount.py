"""Points as people write them."""


def amount(points: float) -> str:
    """`2`, `2.5`, `0.33`."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def worth(points: float) -> str:
    """`1 point`, `2.5 points`."""
    told = amount(points)
    return f"{told} point" if told == "1" else f"{told} points"
