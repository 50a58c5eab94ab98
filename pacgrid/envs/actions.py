"""What becomes of the numbers that a learner gives as actions."""

from operator import index

from pacgrid.action import Action
from pacgrid.state import State

ACTIONS = tuple(Action)


def to_action(number: object, agent: str) -> Action:
    """The action with that number: a whole one of Python's, for which True is 1, or of numpy's.

    Raises ValueError: there is none, or the number is a float, or a bool of numpy's.
    """
    try:
        place = index(number)  # type: ignore[arg-type]
    except TypeError:
        place = -1
    if not 0 <= place < len(ACTIONS):
        choice = ", ".join(f"{action.value} {action}" for action in ACTIONS)
        raise ValueError(f"{agent} can't play {number!r}: the actions are {choice}")
    return ACTIONS[place]


def replace_illegal(state: State, action: Action) -> Action:
    """`action` if it is legal, and otherwise what is played in its place.

    Pac-Man stays where he is. A ghost goes straight on, or takes the first of its legal actions.
    """
    maze = state.maze
    if state.to_move == 0:
        return action if action in maze.pacman_moves[state._pacman] else Action.STOP
    node = state._ghosts[0]
    if action in maze.ghost_moves[node]:
        return action
    ahead = maze.node_direction(node)
    return ahead if ahead in maze.ghost_moves[node] else maze.ghost_actions[node][0]
