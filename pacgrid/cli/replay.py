def replay() -> None:
    """Not yet."""
