"""The characters that layouts are drawn with, and how large a layout can be."""

WALL, FOOD, CAPSULE, PACMAN, FLOOR = "%.oP "
GHOSTS = "G123456789"
MARKS = frozenset((WALL, FOOD, CAPSULE, PACMAN, FLOOR, *GHOSTS))
MAX_SIDE = 255
MAX_GHOSTS = 9
