"""What the generated tasks tell apart."""

from typing import get_args

import pytest

from helpers.separation import inseparable
from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.hypothesis import behaviours, can_be_made_together
from pacgrid.autograder.diagnosis.search_task import SearchTask, TreePosition
from pacgrid.autograder.diagnosis.task_generator import generate
from pacgrid.autograder.model.diagnosis import SearchName
from pacgrid.tree.reference_search import RightAlphaBeta, RightExpectimax, RightMinimax

EQUAL = {
    # MIN that compares with its own bound stops after its first action.
    ("swaps_bounds", "uses_one_action"),
}


def test_searches_are_told_apart_by_their_choices_or_by_the_states_they_search():
    tree = TreePosition.parse("MAX\n  north: MIN: 3 12\n  south: MIN: 2 14")
    task = SearchTask("tree 1", tree, "minimax", depth=1)
    minimax, alpha_beta, expectimax = behaviours(
        task, [RightMinimax, RightAlphaBeta, RightExpectimax]
    )
    assert minimax.choices == alpha_beta.choices != expectimax.choices
    assert minimax.footprints == expectimax.footprints != alpha_beta.footprints


@pytest.mark.parametrize(
    ("one", "other", "can_be"),
    [
        ("ghosts_maximise", "one_kind_of_end", True),
        ("prunes_nothing", "one_kind_of_end", True),
        ("prunes_nothing", "beta_not_lowered", False),
        ("alpha_not_raised", "beta_not_lowered", True),
        ("ghosts_maximise", "ghosts_maximise", False),
    ],
)
def test_mistakes_that_exclude_each_other_are_not_made_together(one, other, can_be):
    by_name = {each.finding.mistake: each for each in known_mistakes("alpha_beta")}
    assert can_be_made_together(by_name[one], by_name[other]) is can_be
    assert can_be_made_together(by_name[other], by_name[one]) is can_be


@pytest.mark.slow
@pytest.mark.parametrize("search", get_args(SearchName))
def test_generated_tasks_tell_all_mistakes_apart_but_equal_ones(search):
    """If not, because the catalogue has changed: python benchmarks/separation.py --select."""
    together = inseparable(known_mistakes(search), generate(search, 40, 5))
    assert set(together) <= EQUAL
