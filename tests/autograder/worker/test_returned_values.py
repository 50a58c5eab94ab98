"""What is noted of the values that functions of a submission return."""

import json
import sys
from types import ModuleType
from typing import Any

import pytest

from helpers.searching import LocalTask
from pacgrid.autograder.diagnosis.search_task import SearchTask, TreePosition
from pacgrid.autograder.kinds.search import MOST_QUESTIONS
from pacgrid.autograder.sandbox.channel import MAX_BYTES
from pacgrid.autograder.worker.messages import MAX_RETURNED
from pacgrid.autograder.worker.service import ReturnedValues

FILE = "student.py"
TREE = """
MAX
  south: MIN
    12 win
    MAX (eval -4): 8 -3
  stop: MIN: 4 5
"""
VALUES = {
    "south": 8,
    "south, north": 12,
    "south, east": 8,
    "south, east, north": 8,
    "south, east, east": -3,
    "stop": 4,
    "stop, north": 4,
    "stop, east": 5,
}
"""What states are worth, by their paths."""

RECURSION = """
def value(state):
    if state.is_terminal:
        return state.score
    values = [value(state.successor(action)) for action in state.legal_actions()]
    return min(values) if state.to_move else max(values)
"""
PAIRS_OF_SEVERAL_FUNCTIONS = """
def second(pair):
    return pair[1]

def value(state, depth=0):
    if state.is_terminal:
        return None, state.score
    return min_value(state, depth) if state.to_move else max_value(state, depth)

def max_value(state, depth):
    return max(pairs(state, depth), key=second)

def min_value(state, depth):
    return min(pairs(state, depth), key=second)

def pairs(state, depth):
    for action in state.legal_actions():
        yield action, value(state.successor(action), depth + 1)[1]
"""
ESTIMATES_FIRST = """
def estimate(state):
    return 99

def value(state):
    if state.is_terminal:
        return state.score
    states = [state.successor(action) for action in state.legal_actions()]
    values = [value(each) for each in sorted(states, key=estimate)]
    return min(values) if state.to_move else max(values)
"""
WORTH_OF_ACTIONS = """
def worth(state, action):
    return value(state.successor(action))

def value(state):
    if state.is_terminal:
        return state.score
    values = [worth(state, action) for action in state.legal_actions()]
    return min(values) if state.to_move else max(values)
"""
NO_NUMBERS = """
def value(state):
    return [value(state.successor(action)) for action in state.legal_actions()]
"""


@pytest.mark.parametrize(
    "source", [RECURSION, PAIRS_OF_SEVERAL_FUNCTIONS, ESTIMATES_FIRST, WORTH_OF_ACTIONS]
)
def test_the_values_are_those_of_the_functions_that_search(source: str) -> None:
    assert returned(source) == VALUES


def test_lists_are_no_values_and_an_exception_ends_what_is_noted() -> None:
    assert returned(NO_NUMBERS) == {}
    before = sys.getprofile()
    with pytest.raises(ZeroDivisionError):
        returned(RECURSION.replace("state.score", "1 / 0"))
    assert sys.getprofile() is before


def test_as_many_values_as_are_kept_fit_into_a_message_whatever_their_digits() -> None:
    values = [(MOST_QUESTIONS, -1.2345678901234567e-100)] * MAX_RETURNED
    assert len(json.dumps({"kind": "returned", "values": values})) < MAX_BYTES


def returned(source: str) -> dict[str, float]:
    """What is noted while `value` is asked about both actions at the root of `TREE`."""
    task = LocalTask(SearchTask("tree 1", TreePosition.parse(TREE), "minimax", 1))
    module: Any = ModuleType("student")
    exec(compile(source, FILE, "exec"), vars(module))
    root, values = task.start(), ReturnedValues()
    with values.recording(FILE):
        for action in root.legal_actions():
            module.value(root.successor(action))
    found = task.server.in_log(values.by_handle)
    return {", ".join(map(str, path)): value for path, value in found.items()}
