"""How to draw trees and positions in which known mistakes show."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from ..model.searches import SearchName
from .probe import Probe
from .random_position import BoardShape, random_position
from .random_tree import TreeShape, random_tree
from .tree_position import TreePosition
from .truth import ROUNDING, search_right, truth_of

MOST_STATES = 200
"""The most states that minimax generates in a move of a probe."""


@dataclass(frozen=True)
class Recipe:
    """How to draw a probe."""

    shape: TreeShape | BoardShape
    depth: int = 1
    moves: int = 1
    evaluation: str = "score"

    def draw(self, search: SearchName, rng: Random) -> Probe:
        """A probe by this recipe, without a name, that can be asked about."""
        while True:
            root: Any
            if isinstance(self.shape, TreeShape):
                root = TreePosition.initial(random_tree(self.shape, rng))
            else:
                root = random_position(self.shape, rng)
            probe = Probe("", root, search, self.depth, self.evaluation, self.moves)
            if _can_be_asked(probe):
                return probe


RECIPES = (
    Recipe(TreeShape(branches=(3,), early=0, values="winning")),
    Recipe(TreeShape(early=0.3, values="losing")),
    Recipe(TreeShape(goes_on=True, early=0.2)),
    Recipe(TreeShape(branches=(2, 3), early=0, values="far losing")),
    Recipe(TreeShape(branches=(4,), early=0, values="few", stop=1)),
    Recipe(TreeShape(goes_on=True, branches=(3,), values="wide", stop=1)),
    Recipe(TreeShape(ghosts=2, early=0.1, stop=1)),
    Recipe(TreeShape(ghosts=2, branches=(2,), goes_on=True)),
    Recipe(TreeShape(ghosts=2, branches=(2, 3, 3), values="close")),
    Recipe(TreeShape(ghosts=2, branches=(2, 2, 3), values="few", early=0.1)),
    Recipe(TreeShape(ghosts=2, values="far winning")),
    Recipe(TreeShape(ghosts=3, branches=(1, 2, 2))),
    Recipe(TreeShape(ghosts=3, branches=(1, 2, 2), goes_on=True, values="wide")),
    Recipe(TreeShape(rounds=2, branches=(2,), goes_on=True), depth=2),
    Recipe(TreeShape(rounds=2, goes_on=True, values="far losing", early=0.1), depth=2),
    Recipe(TreeShape(rounds=2, goes_on=True, values="wide", early=0.2), depth=2),
    Recipe(TreeShape(rounds=2, values="few", early=0.1), depth=2),
    Recipe(TreeShape(rounds=2, branches=(2, 3, 3), early=0.1), depth=2),
    Recipe(TreeShape(rounds=2, branches=(2, 2, 3), early=0.1, values="close"), depth=2),
    Recipe(TreeShape(rounds=2, branches=(2, 3), early=0.1, repeats=0.3, stop=1), depth=2),
    Recipe(TreeShape(ghosts=2, rounds=2, branches=(1, 2, 2), early=0.2, goes_on=True), depth=2),
    Recipe(TreeShape(ghosts=2, rounds=2, branches=(1, 2), values="losing", stop=1), depth=2),
    Recipe(TreeShape(ghosts=2, rounds=2, branches=(1, 2), values="close", early=0), depth=2),
    Recipe(TreeShape(ghosts=3, rounds=2, branches=(1, 1, 2), early=0.1), depth=2),
    Recipe(TreeShape(rounds=3, branches=(1, 2, 2), early=0.2, goes_on=True), depth=3),
    Recipe(TreeShape(rounds=3, branches=(2,), early=0.1, values="wide"), depth=3),
    Recipe(TreeShape(rounds=2, branches=(2, 3), goes_on=True, repeats=0.3), moves=2),
    Recipe(TreeShape(ghosts=2, rounds=2, branches=(1, 2, 2), goes_on=True, repeats=0.2), moves=2),
    Recipe(TreeShape(rounds=3, branches=(1, 2, 2), repeats=0.2, goes_on=True), depth=2, moves=2),
    Recipe(TreeShape(rounds=4, branches=(1, 2), early=0.1, repeats=0.2), depth=2, moves=3),
    Recipe(BoardShape(), evaluation="linear", moves=2),
    Recipe(BoardShape(ghosts=2), evaluation="cautious"),
    Recipe(BoardShape(has_capsule=True), evaluation="linear", depth=2),
    Recipe(BoardShape(ghosts=3, width=6), evaluation="pursuit"),
)


@lru_cache(maxsize=256)
def candidate(search: SearchName, number: int) -> Probe:
    """The probe with that number, of as many as are wanted: always the same one."""
    return RECIPES[number % len(RECIPES)].draw(search, Random(f"{search} {number}"))


def _can_be_asked(probe: Probe) -> bool:
    """Whether it isn't too large, the game goes on for all moves, and not all actions are best."""
    root: Any = probe.root
    for _ in range(probe.moves):
        if root is None or (right := search_right(probe, root)).chosen is None:
            return False
        if len(right.generated) > MOST_STATES:
            return False
        root = probe.after(root, right.chosen)
    values = truth_of(probe, probe.root).values.values()
    gaps = [max(values) - value for value in values]
    return max(gaps) > 0 and not any(0 < gap < ROUNDING for gap in gaps)
