def play() -> None:
    """Not yet."""
