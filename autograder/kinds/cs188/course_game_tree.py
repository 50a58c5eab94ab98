"""A `PacmanGameTreeTest`: searches in the positions of one game."""

from typing import Literal

from ...model.strict_model import Option
from .course_kind import CourseLayout, CourseTest

Actions = list[str]
"""Names of actions, such as `West`, that are right alike."""


class CourseGameTree(CourseTest):
    """One game against directional ghosts, which the solution drives: before each of Pac-Man's
    moves, `agent` must choose a right action and explore the right number of states.

    Each list of the solution has an entry for each move. An entry lists the variants of a right
    search: with and without stopping.
    """

    kind: Literal["course_game_tree"] = "course_game_tree"
    layout: CourseLayout
    depth: int
    seed: int
    optimal: list[list[tuple[Actions, int]]]
    """By move and variant: the right actions, and the number of states explored. The first action
    of the first variant is played."""
    other_depth: list[list[Actions]]
    """By move and variant: what a search of a wrong depth chooses."""
    partial_ply: list[list[Actions]]
    """By move and variant: what a search chooses that forgets the rest of the last round."""
    max_time: int = 120
    """Seconds for all moves of the agent."""
    weight: float | None = None
    """What `points` in the file says; only some questions use it."""

    @property
    def full_size(self) -> int:
        return 1

    @property
    def agent_options(self) -> dict[str, Option]:
        return {"depth": self.depth}
