"""Each part of a search is judged alone, by what it returned for states."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isnan
from typing import Any, get_args

import pytest

from pacgrid.action import Action
from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.evidence import Evidence
from pacgrid.autograder.diagnosis.mistake import Mistake, changed, variation
from pacgrid.autograder.diagnosis.observation import Observation, ObservedTest, decide
from pacgrid.autograder.diagnosis.parts_of_search import PartsOfSearch, WrongPart
from pacgrid.autograder.diagnosis.search_styles import STYLES
from pacgrid.autograder.diagnosis.search_task import SearchTask
from pacgrid.autograder.diagnosis.task_generator import generate
from pacgrid.autograder.model.diagnosis import SearchName
from pacgrid.tree.reference_search import (
    RIGHT_SEARCHES,
    ReferenceLayer,
    ReferenceSearch,
    RightAlphaBeta,
    RightExpectimax,
    RightMinimax,
)
from pacgrid.tree.watched_state import ROOT

TASKS = 24


def observed(search: type[ReferenceSearch], tasks: Sequence[SearchTask]) -> Evidence:
    """What `search` does, and what it returns for the states below the root."""
    observations = []
    for task in tasks:
        agent = search(depth=task.depth)
        decision = decide(agent, task, task.root)
        returned = {p: v for p, v in agent.values.items() if p is not ROOT and not isnan(v)}
        observations.append(Observation(task, (replace(decision, returned=returned),)))
    return Evidence((ObservedTest(tuple(observations)),))


def wrong_part(search: type[ReferenceSearch], name: SearchName) -> WrongPart | None:
    return PartsOfSearch(observed(search, generate(name, TASKS, seed=0))).wrong_part()


def three_times(search: type[ReferenceSearch], method: str) -> type[ReferenceSearch]:
    """The same, but what `method` returns is three times as much."""
    three = changed(**{method: lambda value, _: 3 * value})
    return type("ThreeTimes", (three, search), {})


@pytest.mark.parametrize("name", get_args(SearchName))
def test_no_part_of_a_right_search_is_wrong_however_it_is_written(name: SearchName) -> None:
    styles = [variation(style, RIGHT_SEARCHES[name]) for style in STYLES[name]]
    assert not [style.__bases__ for style in styles if wrong_part(style, name) is not None]


def mistake(name: SearchName, called: str) -> Mistake:
    return next(each for each in known_mistakes(name) if each.name == called)


@pytest.mark.parametrize(
    ("name", "made", "part"),
    [
        ("minimax", ["ghosts_take_last", "negates_evaluation", "one_ply_too_few"], "cut_off_value"),
        ("minimax", ["pacman_minimises", "evaluates_finished_games"], "finished_game_value"),
        ("expectimax", ["rounds_mean", "chooses_lowest"], "ghost_layer_value"),
        ("alpha_beta", ["second_ghost_maximises", "chooses_lowest"], "ghost_layer_value"),
    ],
)
def test_of_several_wrong_parts_the_one_nearest_to_the_leaves_is_told(
    name: SearchName, made: list[str], part: str
) -> None:
    mistakes = [mistake(name, each) for each in made]
    found = wrong_part(mistakes[0].together_with(*mistakes[1:]), name)
    assert (found.finding.mistake, found.is_only) == (part, False)


class TakesSecond(RightMinimax):
    """Of the values of a ghost's actions, the second lowest."""

    def layer(self, state: Any) -> ReferenceLayer:
        return "chance" if state.to_move else "max"

    def mean(self, state: Any, values: Sequence[float]) -> float:
        return sorted(values)[len(values) > 1]


class TakesThird(RightExpectimax):
    """Of the values at the root, the third highest."""

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        return sorted(values, key=lambda action: -values[action])[:3][-1:]


class StopsEarly(RightAlphaBeta):
    """A ghost's layer is left when its value is near alpha."""

    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:
        return best < alpha + 20


@pytest.mark.parametrize(
    ("search", "name", "found", "difference"),
    [
        (TakesSecond, "minimax", "ghost_layer_value", "it returns "),
        (TakesThird, "expectimax", "root_choice", "it finds actions worth "),
        (StopsEarly, "alpha_beta", "pruned_too_much", "it never looks at "),
        (three_times(RightMinimax, "leaf_value"), "minimax", "cut_off_value", "it returns "),
        (
            three_times(RightExpectimax, "terminal_value"),
            "expectimax",
            "finished_game_value",
            "it returns ",
        ),
    ],
)
def test_of_an_unknown_mistake_the_part_is_told_with_what_was_returned(
    search: type[ReferenceSearch], name: SearchName, found: str, difference: str
) -> None:
    wrong = wrong_part(search, name)
    assert (wrong.finding.mistake, wrong.is_only) == (found, True)
    assert wrong.departs[1].startswith(difference)
