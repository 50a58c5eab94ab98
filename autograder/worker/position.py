"""Positions of one game as short messages: a batch of them asks for values."""

from operator import attrgetter

from pacgrid.maze import Maze
from pacgrid.state import State

EncodedPosition = tuple[int, int, tuple[int, ...], tuple[int, ...], str, str, int, bool]
"""All of a state but its maze; sets of cells are hexadecimal."""

_fields = attrgetter(
    "_to_move", "_pacman", "_ghosts", "_scared", "_food", "_capsules", "_score", "_lost"
)


def encode_position(state: State) -> EncodedPosition:
    """`state` without its maze, which both sides know."""
    to_move, pacman, ghosts, scared, food, capsules, score, lost = _fields(state)
    return to_move, pacman, ghosts, scared, f"{food:x}", f"{capsules:x}", score, lost


def decode_position(maze: Maze, position: EncodedPosition) -> State:
    """Reverses `encode_position`; the tuples in `position` may be lists."""
    state = State()
    state._maze = maze
    state._to_move, state._pacman, ghosts, scared, food, capsules, score, lost = position
    state._ghosts, state._scared = tuple(ghosts), tuple(scared)
    state._food, state._capsules = int(food, 16), int(capsules, 16)
    state._score, state._lost = score, lost
    return state
