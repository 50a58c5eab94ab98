"""What the kit shows of a test."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.action import Action
from pacgrid.state import State
from pacgrid.tree.search_tree import SearchTree


@dataclass(frozen=True)
class Illustration:
    """What a test asks, as a picture and an example."""

    picture: State | SearchTree
    caption: str
    """In Markdown."""
    best: Sequence[Action] = ()
    """In a position: Pac-Man's best actions, if they are shown."""
    example: str = ""
    """Python code with its output; "" if there is no simple one."""
    rank: int = 9
    """The smallest rank of a question's tests is shown."""
