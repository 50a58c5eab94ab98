def new() -> None:
    """Not yet."""
