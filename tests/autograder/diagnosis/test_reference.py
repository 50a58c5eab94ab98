"""The reference searches are right: they agree with the shipped agents, state by state."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.random_tree import TreeShape, random_tree
from pacgrid.autograder.diagnosis.reference import RIGHT_SEARCHES
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.model.searches import SearchName

SHIPPED = {"minimax": Minimax, "alpha_beta": AlphaBeta, "expectimax": Expectimax}


@pytest.mark.parametrize("search", SHIPPED)
@settings(max_examples=50)
@given(
    seed=st.integers(0, 10**6),
    ghosts=st.integers(1, 3),
    depth=st.integers(1, 3),
    values=st.sampled_from(["mixed", "few"]),
)
def test_a_reference_search_does_what_the_shipped_agent_does(
    search: SearchName, seed: int, ghosts: int, depth: int, values: Any
) -> None:
    shape = TreeShape(
        ghosts, rounds=2, branches=(1, 2, 2), goes_on=True, values=values, repeats=0.1
    )
    root = TreePosition.initial(random_tree(shape, Random(seed)))
    probe = Probe("tree", root, search, depth)
    options: Any = {"depth": depth, "evaluation": lambda state: state.evaluate()}
    (ours,) = observe(probe, lambda: RIGHT_SEARCHES[search](**options)).decisions
    (theirs,) = observe(probe, lambda: SHIPPED[search](**options)).decisions
    assert ours.generated == theirs.generated
    assert ours.log.events == theirs.log.events
    assert ours.values == pytest.approx(theirs.values)
    assert ours.chosen == theirs.chosen
