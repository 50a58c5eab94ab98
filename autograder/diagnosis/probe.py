"""A position that an agent is asked about."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pacgrid.action import Action
from pacgrid.search import evaluation_named
from pacgrid.state import State

from ..model.searches import SearchName
from .tree_position import TreePosition


@dataclass(frozen=True)
class Probe:
    """A position, and what an agent is to do there."""

    name: str
    """Such as `tree 7`."""
    root: TreePosition | State
    search: SearchName
    depth: int
    """How many rounds to look ahead."""
    evaluation: str = "score"
    """The evaluation in a Pac-Man position, by name. A tree has its own."""
    moves: int = 1
    """How many moves of one agent are asked for, if the game lasts that long."""
    scores_finished: bool = False
    """Whether the evaluation of a finished game is its score, as course files expect."""
    test: int = 0
    """The number of its test in its question; 0 if it is in none."""

    @property
    def kind(self) -> Literal["tree", "position"]:
        return "position" if isinstance(self.root, State) else "tree"

    @property
    def evaluate(self) -> Callable[[TreePosition | State], float]:
        """The evaluation that the agent is given."""
        if isinstance(self.root, State):
            return evaluation_named(self.evaluation)
        return lambda state: state.evaluate() if isinstance(state, TreePosition) else 0

    def after(self, root: TreePosition | State, action: Action) -> TreePosition | State | None:
        """The next position in which the agent moves, after its `action` in `root`: all others take
        their first legal action. None if the game is over before."""
        state = root.successor(action)
        while not state.is_terminal and state.to_move != root.to_move:
            state = state.successor(state.legal_actions()[0])
        return None if state.is_terminal else state
