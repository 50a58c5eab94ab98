"""What the generated probes tell apart."""

from typing import get_args

import pytest

from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.reference import RightAlphaBeta, RightExpectimax, RightMinimax
from pacgrid.autograder.diagnosis.separation import behaviours, inseparable
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.model.searches import SearchName

EQUAL = {
    # With bounds swapped at the root, MIN always prunes at its first value, and MAX where it has
    # more than the root's alpha: as if each compared with its own bound.
    ("compares_with_own_bound", "swaps_bounds"),
    # MIN that compares with its own bound stops after its first action.
    ("compares_with_own_bound", "ghosts_try_first"),
}


def test_searches_are_told_apart_by_their_choices_or_by_the_states_they_search():
    tree = TreePosition.parse("MAX\n  north: MIN: 3 12\n  south: MIN: 2 14")
    probe = Probe("tree 1", tree, "minimax", depth=1)
    minimax, alpha_beta, expectimax = behaviours(
        probe, [RightMinimax, RightAlphaBeta, RightExpectimax]
    )
    assert minimax.choices == alpha_beta.choices != expectimax.choices
    assert minimax.footprints == expectimax.footprints != alpha_beta.footprints


def test_a_few_probes_tell_most_mistakes_apart():
    mistakes = known_mistakes("minimax")[::3]
    one, eight = (inseparable(mistakes, generate("minimax", count, 4)) for count in (1, 8))
    assert sum(map(len, one)) > len(mistakes) / 2
    assert sum(map(len, eight)) < len(mistakes) / 5


@pytest.mark.slow
@pytest.mark.parametrize("search", get_args(SearchName))
@pytest.mark.parametrize("seed", [5, 2**60])
def test_generated_probes_tell_all_mistakes_apart_but_equal_ones(search, seed):
    """If not, because the catalogue has changed: python benchmarks/separation.py --select."""
    together = inseparable(known_mistakes(search), generate(search, 40, seed))
    assert set(together) <= EQUAL
