"""Probes that look different and have the same best actions."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.reference import RightExpectimax, RightMinimax
from pacgrid.autograder.diagnosis.transformation import nodes_of, rotated, transformed, varied
from pacgrid.autograder.model.searches import SearchName
from pacgrid.maze import MATRICES
from pacgrid.state import State

PROBES = [
    replace(probe, moves=1) for search in get_args(SearchName) for probe in generate(search, 8, 5)
]


def values_of(probe):
    """The values of the actions at the root, from low to high."""
    right = RightExpectimax if probe.search == "expectimax" else RightMinimax
    seen = observe(probe, lambda: right(depth=probe.depth, evaluation=lambda s: s.evaluate()))
    return sorted(seen.decisions[0].values.values())


def gaps(values):
    """How far each value is from the lowest, as a part of the whole range."""
    return [(value - values[0]) / (values[-1] - values[0]) for value in values]


@settings(max_examples=50)
@given(
    probe=st.sampled_from(PROBES),
    change=st.sampled_from([transformed, varied]),
    seed=st.integers(0, 2**63),
)
def test_every_action_is_worth_as_much_compared_to_the_others_as_before(probe, change, seed):
    image = change(probe, seed)
    assert gaps(values_of(image)) == pytest.approx(gaps(values_of(probe)))
    assert change(probe, seed) == image


def test_trees_change_and_their_signs_and_repeated_subtrees_stay():
    for probe in PROBES:
        if probe.kind == "tree":
            tree, image = probe.root.tree, transformed(probe, 1).root.tree
            assert str(tree) != str(image)
            assert len(set(nodes_of(tree))) == len(set(nodes_of(image)))
            signs = [sorted(node.value > 0 for node in nodes_of(each)) for each in (tree, image)]
            assert signs[0] == signs[1]


@pytest.mark.parametrize("matrix", MATRICES)
def test_a_game_on_a_rotated_board_has_as_many_positions(matrix):
    state = State.parse("%%%%%%%\n%P .1 %\n% %%o2%\n%  .  %\n%%%%%%%\nghost 1: (4, 3) west")
    image = rotated(state, matrix)
    assert positions(image, 6) == positions(state, 6)


def positions(state, plies):
    """How many positions there are after so many plies, and the sum of their scores."""
    if plies == 0 or state.is_terminal:
        return 1, state.score
    below = [positions(state.successor(action), plies - 1) for action in state.legal_actions()]
    return tuple(map(sum, zip(*below, strict=True)))
