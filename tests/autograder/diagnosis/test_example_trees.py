"""The two search trees of a counterexample."""

from math import inf

import pytest

from helpers.diagnoses import diagnosis
from pacgrid.autograder.diagnosis.example_trees import ExampleTrees
from pacgrid.autograder.model.searches import SearchName


@pytest.mark.parametrize(
    ("search", "has_bounds"), [("minimax", False), ("alpha_beta", True), ("expectimax", False)]
)
def test_only_the_steps_of_alpha_beta_tell_alpha_and_beta(
    search: SearchName, has_bounds: bool
) -> None:
    example = diagnosis("chooses_lowest", search).counterexample
    assert example
    trees = ExampleTrees(example)
    steps = [step for tree in (*trees.observed, trees.right) for step in tree.steps]
    words = " ".join(step.words for step in steps)
    assert any(name in words for name in ("alpha", "beta", "bound")) == has_bounds
    assert any((step.alpha, step.beta) != (-inf, inf) for step in steps) == has_bounds
