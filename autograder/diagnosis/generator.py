"""Generates probes: trees and positions in which known mistakes show, small ones first."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.random_position import BoardShape, random_position
from pacgrid.autograder.diagnosis.random_tree import TreeShape, random_tree
from pacgrid.autograder.diagnosis.reference import RightExpectimax, RightMinimax
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.question import SearchName

MOST_STATES = 200
"""The most states that minimax generates in a move of a probe."""


@dataclass(frozen=True)
class Recipe:
    """How to draw a probe."""

    shape: TreeShape | BoardShape
    depth: int = 1
    moves: int = 1
    evaluation: str = "score"

    def draw(self, name: str, search: SearchName, rng: Random) -> Probe:
        """A probe by this recipe, in which the best actions are better than the others."""
        while True:
            root: Any
            if isinstance(self.shape, TreeShape):
                root = TreePosition.initial(random_tree(self.shape, rng))
            else:
                root = random_position(self.shape, rng)
            probe = Probe(name, root, search, self.depth, self.evaluation, self.moves)
            if _is_useful(probe):
                return probe


RECIPES = (
    Recipe(TreeShape(branches=(3,), early=0, values="winning")),
    Recipe(TreeShape(early=0.3, values="losing")),
    Recipe(TreeShape(goes_on=True, early=0.2)),
    Recipe(TreeShape(ghosts=2, early=0.1, stop=1)),
    Recipe(TreeShape(rounds=2, branches=(2,), goes_on=True), depth=2),
    Recipe(TreeShape(ghosts=2, branches=(2,), goes_on=True)),
    Recipe(TreeShape(rounds=2, goes_on=True, values="far losing", early=0.1), depth=2),
    Recipe(TreeShape(ghosts=2, values="far winning")),
    Recipe(TreeShape(rounds=2, values="few", early=0.1), depth=2),
    Recipe(TreeShape(rounds=2, branches=(2, 3), goes_on=True, repeats=0.3), moves=2),
    Recipe(BoardShape(), evaluation="linear", moves=2),
    Recipe(TreeShape(ghosts=3, branches=(1, 2, 2))),
    Recipe(TreeShape(ghosts=2, rounds=2, branches=(1, 2, 2), goes_on=True, repeats=0.2), moves=2),
    Recipe(TreeShape(rounds=2, branches=(2, 3, 3), early=0.1), depth=2),
    Recipe(BoardShape(ghosts=2), evaluation="cautious"),
    Recipe(TreeShape(ghosts=2, rounds=2, branches=(1, 2, 2), early=0.2, goes_on=True), depth=2),
    Recipe(TreeShape(rounds=3, branches=(1, 2, 2), repeats=0.2, goes_on=True), depth=2, moves=2),
    Recipe(TreeShape(rounds=3, branches=(1, 2, 2), early=0.2, goes_on=True), depth=3),
    Recipe(TreeShape(branches=(4,), early=0, values="few", stop=1)),
    Recipe(BoardShape(has_capsule=True), evaluation="linear", depth=2),
    Recipe(BoardShape(ghosts=3, width=6), evaluation="pursuit"),
    Recipe(TreeShape(rounds=4, branches=(1, 2), early=0.1, repeats=0.2), depth=2, moves=3),
)
"""From small to large."""


@lru_cache(maxsize=64)
def generate(search: SearchName, count: int, seed: int) -> tuple[Probe, ...]:
    """So many probes for that search, the small ones first: for the same seed the same ones."""
    rng = Random(f"{search} {seed}")
    probes = []
    for number in range(count):
        recipe = RECIPES[number % len(RECIPES)]
        kind = "tree" if isinstance(recipe.shape, TreeShape) else "position"
        probes.append(recipe.draw(f"{kind} {number + 1}", search, rng))
    return tuple(probes)


def _is_useful(probe: Probe) -> bool:
    """Whether it can be asked about: it isn't too large, and its best actions can be seen."""
    right = RightExpectimax if probe.search == "expectimax" else RightMinimax
    seen = observe(probe, lambda: right(depth=probe.depth, evaluation=lambda s: s.evaluate()))
    if len(seen.decisions) < probe.moves:
        return False
    for decision in seen.decisions:
        if decision.failure or len(decision.generated) > MOST_STATES:
            return False
    values = sorted(seen.decisions[0].values.values(), reverse=True)
    gaps = [values[0] - value for value in values]
    return gaps[-1] > 0 and not any(0 < gap < 1e-6 for gap in gaps)
