"""The styles by name."""

from pacgrid.maze_generator.style import MazeStyle
from pacgrid.maze_generator.styles.arcade import ARCADE
from pacgrid.maze_generator.styles.tiny import TINY

STYLES: dict[str, MazeStyle] = {style.name: style for style in (ARCADE, TINY)}
