"""The names that are fixed by Python and by what agents are given."""

from functools import cache

from pacgrid.action import Action
from pacgrid.agent import Agent
from pacgrid.cs188.game_state import GameState as CourseState
from pacgrid.layout import Layout
from pacgrid.maze import Maze
from pacgrid.state import State

BUILTINS = frozenset(
    {"abs", "all", "any", "dict", "enumerate", "filter", "int", "isinstance", "len", "list", "map"}
    | {"max", "min", "pow", "range", "reversed", "round", "set", "sorted", "sum", "tuple", "zip"}
)
"""The functions that a search or an evaluation needs."""


@cache
def interface() -> frozenset[str]:
    """The names of what agents are given, which their authors can't change."""
    given = (State, Maze, Layout, Agent, Action, CourseState)
    return frozenset(name for each in given for name in dir(each) if not name.startswith("_"))
