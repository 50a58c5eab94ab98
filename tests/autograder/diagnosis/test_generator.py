"""Probes that are generated."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.reference import RightAlphaBeta, RightExpectimax, RightMinimax
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.model.searches import SearchName
from pacgrid.state import State

RIGHT = {"minimax": RightMinimax, "alpha_beta": RightAlphaBeta, "expectimax": RightExpectimax}


@pytest.mark.parametrize("search", get_args(SearchName))
def test_the_same_seed_gives_the_same_probes_and_another_seed_different_ones(search):
    probes = generate(search, 12, 1)
    generate.cache_clear()
    assert generate(search, 12, 1) == probes
    others = {str(probe.root) for probe in generate(search, 12, 2)}
    assert sum(str(probe.root) in others for probe in probes) <= 1, "a small tree has few names"


@settings(max_examples=5)
@given(search=st.sampled_from(get_args(SearchName)), seed=st.integers(0, 2**63))
def test_right_searches_answer_every_probe_and_ask_little(search, seed):
    questions = 0
    for probe in generate(search, 12, seed):
        right = RIGHT[search]
        seen = observe(probe, lambda: right(depth=probe.depth, evaluation=lambda s: s.evaluate()))  # noqa: B023
        assert len(seen.decisions) == probe.moves
        assert not any(decision.failure for decision in seen.decisions)
        questions += sum(len(decision.log.events) for decision in seen.decisions)
    assert questions < 2_000


def test_the_drawing_of_a_probe_can_be_read_again():
    for probe in generate("minimax", 20, 3):
        read = TreePosition.parse if probe.kind == "tree" else State.parse
        assert read(str(probe.root)) == probe.root
