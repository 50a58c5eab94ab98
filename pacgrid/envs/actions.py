"""Turns the numbers that learners give into legal actions."""

from operator import index

from pacgrid.action import Action
from pacgrid.state import State

ACTIONS = tuple(Action)


def to_action(number: object, agent: str) -> Action:
    """The action with this number, a Python integer (bools included) or a numpy integer.

    Raises ValueError for any other number or type, numpy's bools included.
    """
    try:
        value = index(number)  # type: ignore[arg-type]
    except TypeError:
        value = -1
    if not 0 <= value < len(ACTIONS):
        choice = ", ".join(f"{action.value} {action}" for action in ACTIONS)
        raise ValueError(f"{agent} can't play {number!r}: the actions are {choice}")
    return ACTIONS[value]


def replace_illegal(state: State, action: Action) -> Action:
    """`action` if it is legal in `state`, otherwise its replacement.

    Pac-Man stops instead. A ghost goes straight on, or else takes its first legal action.
    """
    maze = state.maze
    if state.to_move == 0:
        return action if action in maze.pacman_moves[state._pacman] else Action.STOP
    node = state._ghosts[0]
    if action in maze.ghost_moves[node]:
        return action
    ahead = maze.node_direction(node)
    return ahead if ahead in maze.ghost_moves[node] else maze.ghost_actions[node][0]
