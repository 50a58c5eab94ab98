def grade() -> None:
    """Not yet."""
