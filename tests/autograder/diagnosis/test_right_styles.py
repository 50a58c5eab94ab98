"""Right searches in other styles are never accused."""

import pytest

from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.hypothesis import build
from pacgrid.autograder.diagnosis.observation import ObservedTest, observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.right_styles import right_styles
from pacgrid.autograder.model.diagnosis import Verdict
from pacgrid.state import State

TURNS = State.parse("""
%%%%%%%
%..P  %
%.% % %
% 1   %
%%%%%%%
ghost 1: (1.5, 1) east, scared 35, home (1, 1)
""")
"""States come up again here, but never with another depth left."""


@pytest.mark.parametrize("search", ["minimax", "alpha_beta", "expectimax"])
def test_a_search_that_remembers_with_the_depth_is_right(search):
    probe = Probe("position 1", TURNS, search, depth=2)
    right, *others = [
        observe(probe, lambda style=style: build(style, probe)) for style in right_styles(search)
    ]
    for observed in (right, *others):
        assert (
            diagnose([ObservedTest((observed,))], known_mistakes(search)).verdict is Verdict.RIGHT
        )
    if search != "alpha_beta":
        assert len(others[0].decisions[0].generated) < len(right.decisions[0].generated)
