"""The styles by name."""

from pacgrid.maze_generator.style import MazeStyle
from pacgrid.maze_generator.styles.arcade import ARCADE
from pacgrid.maze_generator.styles.caves import CAVES
from pacgrid.maze_generator.styles.corridors import CORRIDORS
from pacgrid.maze_generator.styles.rooms import ROOMS
from pacgrid.maze_generator.styles.tiny import TINY

_ALL = (ARCADE, CAVES, ROOMS, CORRIDORS, TINY)
STYLES: dict[str, MazeStyle] = {style.name: style for style in _ALL}
