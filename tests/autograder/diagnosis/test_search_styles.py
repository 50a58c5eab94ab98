"""The reference searches are right: they agree with the shipped agents, state by state."""

import random
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.hypothesis import build
from pacgrid.autograder.diagnosis.observation import ObservedTest, observe
from pacgrid.autograder.diagnosis.search_styles import right_styles
from pacgrid.autograder.diagnosis.search_task import SearchTask, TreePosition
from pacgrid.autograder.diagnosis.task_generator import TreeShape, random_tree
from pacgrid.autograder.model.diagnosis import SearchName, Verdict
from pacgrid.layout import Layout
from pacgrid.state import State
from pacgrid.tree.reference_search import RIGHT_SEARCHES, exact_values, state_search

SHIPPED = {"minimax": Minimax, "alpha_beta": AlphaBeta, "expectimax": Expectimax}


@pytest.mark.parametrize("search", SHIPPED)
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
    task = SearchTask("tree", root, search, depth)
    options: Any = {"depth": depth, "evaluation": lambda state: state.evaluate()}
    (ours,) = observe(task, lambda: RIGHT_SEARCHES[search](**options)).decisions
    (theirs,) = observe(task, lambda: SHIPPED[search](**options)).decisions
    assert ours.generated == theirs.generated
    assert ours.log.events == theirs.log.events
    assert ours.values == pytest.approx(theirs.values)
    assert ours.chosen == theirs.chosen


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
    task = SearchTask("position 1", TURNS, search, depth=2)
    right, *others = [
        observe(task, lambda style=style: build(style, task)) for style in right_styles(search)
    ]
    for observed in (right, *others):
        assert (
            diagnose([ObservedTest((observed,))], known_mistakes(search)).verdict is Verdict.RIGHT
        )
    if search != "alpha_beta":
        assert len(others[0].decisions[0].generated) < len(right.decisions[0].generated)


AGENTS = {"minimax": Minimax, "alpha_beta": AlphaBeta, "expectimax": Expectimax}


def positions() -> list[State]:
    """Those of a game at random in which Pac-Man moves."""
    rng, state, found = random.Random(3), State.initial(Layout.load("pocket")), []
    while not state.is_terminal and len(found) < 8:
        found += [state] if state.to_move == 0 else []
        state = state.successor(rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("search", AGENTS)
@pytest.mark.parametrize("evaluation", ["score", "linear"])
def test_it_chooses_and_values_to_the_last_bit_as_the_shipped_agent(search, evaluation):
    for state in positions():
        agent = AGENTS[search](depth=2, evaluation=evaluation)
        own = state_search(search, 2, evaluation)
        assert own.act(state) == agent.act(state)
        assert own.report.values == agent.report.values


@pytest.mark.parametrize("search", AGENTS)
def test_exact_values_are_no_bounds(search):
    for state in positions():
        full = AGENTS["expectimax" if search == "expectimax" else "minimax"](
            depth=1, evaluation="score"
        )
        full.act(state)
        assert exact_values(state, search, 1) == full.report.values
