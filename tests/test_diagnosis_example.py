"""The smallest trees in which mistakes show."""

from dataclasses import replace

import pytest

from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.diagnosis import Diagnosis, Verdict
from pacgrid.autograder.diagnosis.example import example, with_public_example
from pacgrid.autograder.diagnosis.hypothesis import build
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.shrinking import smallest
from pacgrid.autograder.diagnosis.transformation import nodes_of
from pacgrid.autograder.diagnosis.tree_position import TreePosition

SECOND_GHOST = next(
    mistake
    for mistake in known_mistakes("minimax")
    if mistake.finding.mistake == "second_ghost_maximises"
)


def test_what_does_not_matter_is_left_out_of_a_tree():
    tree = TreePosition.parse(
        "MAX (eval 7)\n"
        "  north: MIN (eval 3): 31 45 80\n"
        "  east: MIN\n"
        "    south: MAX: 12 -5\n"
        "    west: 60 loss"
    )
    probe = Probe("tree 1", tree, "minimax", depth=2, moves=2)
    left = smallest(probe, lambda p: any((n.value or 0) < 0 for n in nodes_of(p.root.tree)))
    assert (left.depth, left.moves) == (1, 1)
    assert str(left.root) == "MAX\n  2: -1"


def test_the_example_of_a_mistake_is_small_and_always_the_same():
    found = example(SECOND_GHOST)
    assert len(list(nodes_of(found.root.tree))) <= 6
    example.cache_clear()
    assert example(SECOND_GHOST) == found


def test_a_hidden_diagnosis_gets_a_public_example_of_the_mistake_it_names():
    secret = "MAX\n  east: 1\n  west: MIN\n    south: MIN 2: 0 9"
    probe = Probe("tree 9", TreePosition.parse(secret), "minimax", depth=1)
    seen = observe(probe, lambda: build(SECOND_GHOST.mutant, probe))
    hidden = diagnose([seen], known_mistakes("minimax"))
    public = with_public_example(hidden, known_mistakes("minimax"))
    assert hidden.counterexample.drawing == secret
    assert public.counterexample.drawing != secret
    assert replace(public, counterexample=None) == replace(hidden, counterexample=None)


def test_a_hidden_diagnosis_that_names_no_mistake_gets_no_example():
    unexplained = Diagnosis(Verdict.UNEXPLAINED, asked=9, right=3)
    assert with_public_example(unexplained, [SECOND_GHOST]) == unexplained


@pytest.mark.slow
@pytest.mark.parametrize("search", ["minimax", "alpha_beta", "expectimax"])
def test_every_mistake_has_an_example(search):
    mistakes = {mistake.finding.mistake: mistake for mistake in known_mistakes(search)}
    assert not [name for name, mistake in mistakes.items() if example(mistake) is None]
