"""Mazes from a seed: `random:seed=7,size=21x11,style=arcade`.

The walls are drawn without dead ends. Then loops are opened, and Pac-Man, the ghosts, food and
capsules are placed. Only the standard library is used.
"""

PREFIX = "random"


def is_maze_name(name: str) -> bool:
    """Whether a layout's name is one of a maze from a seed.

    >>> is_maze_name("random:seed=7"), is_maze_name("random"), is_maze_name("randomly.lay")
    (True, True, False)
    """
    return name == PREFIX or name.startswith(f"{PREFIX}:")
