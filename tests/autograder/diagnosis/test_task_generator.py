"""Tasks that are generated."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.search_task import TreePosition
from pacgrid.autograder.diagnosis.task_generator import (
    generate,
    nodes_of,
    rotated,
    transformed,
    varied,
)
from pacgrid.autograder.model.diagnosis import SearchName
from pacgrid.maze import MATRICES
from pacgrid.state import State
from pacgrid.tree.reference_search import RightAlphaBeta, RightExpectimax, RightMinimax

RIGHT = {"minimax": RightMinimax, "alpha_beta": RightAlphaBeta, "expectimax": RightExpectimax}


@pytest.mark.parametrize("search", get_args(SearchName))
def test_the_same_seed_gives_the_same_tasks_and_another_seed_different_ones(search):
    tasks = generate(search, 12, 1)
    generate.cache_clear()
    assert generate(search, 12, 1) == tasks
    others = {str(task.root) for task in generate(search, 12, 2)}
    assert sum(str(task.root) in others for task in tasks) <= 1, "a small tree has few names"


@settings(max_examples=5)
@given(search=st.sampled_from(get_args(SearchName)), seed=st.integers(0, 2**63))
def test_right_searches_answer_every_task_and_ask_little(search, seed):
    questions = 0
    for task in generate(search, 12, seed):
        right = RIGHT[search]
        seen = observe(task, lambda: right(depth=task.depth, evaluation=lambda s: s.evaluate()))  # noqa: B023
        assert len(seen.decisions) == task.moves
        assert not any(decision.failure for decision in seen.decisions)
        questions += sum(len(decision.log.events) for decision in seen.decisions)
    assert questions < 2_000


def test_the_drawing_of_a_task_can_be_read_again():
    for task in generate("minimax", 20, 3):
        read = TreePosition.parse if task.kind == "tree" else State.parse
        assert read(str(task.root)) == task.root


TASKS = [
    replace(task, moves=1) for search in get_args(SearchName) for task in generate(search, 8, 5)
]


def values_of(task):
    """The values of the actions at the root, from low to high."""
    right = RightExpectimax if task.search == "expectimax" else RightMinimax
    seen = observe(task, lambda: right(depth=task.depth, evaluation=lambda s: s.evaluate()))
    return sorted(seen.decisions[0].values.values())


def gaps(values):
    """How far each value is from the lowest, as a part of the whole range."""
    return [(value - values[0]) / (values[-1] - values[0]) for value in values]


@given(
    task=st.sampled_from(TASKS),
    change=st.sampled_from([transformed, varied]),
    seed=st.integers(0, 2**63),
)
def test_every_action_is_worth_as_much_compared_to_the_others_as_before(task, change, seed):
    image = change(task, seed)
    assert gaps(values_of(image)) == pytest.approx(gaps(values_of(task)))
    assert change(task, seed) == image


def test_trees_change_and_their_signs_and_repeated_subtrees_stay():
    for task in TASKS:
        if task.kind == "tree":
            tree, image = task.root.tree, transformed(task, 1).root.tree
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
