"""How the name of a maze from a seed begins."""

PREFIX = "random"


def is_maze_name(name: str) -> bool:
    """Whether a layout's name is one of a maze from a seed.

    >>> is_maze_name("random:seed=7"), is_maze_name("random"), is_maze_name("randomly.lay")
    (True, True, False)
    """
    return name == PREFIX or name.startswith(f"{PREFIX}:")
