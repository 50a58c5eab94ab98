"""Each part of a search is judged alone, by what it returned for states."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isnan
from typing import Any, get_args

import pytest

from pacgrid.action import Action
from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import MOST_FINDINGS
from pacgrid.autograder.diagnosis.evidence import Evidence
from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.mistake import Mistake, changed, variation
from pacgrid.autograder.diagnosis.observation import Observation, ObservedTest, decide
from pacgrid.autograder.diagnosis.parts_of_search import PartsOfSearch, WrongParts
from pacgrid.autograder.diagnosis.path import ROOT
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.reference import (
    RIGHT_SEARCHES,
    Layer,
    ReferenceSearch,
    RightAlphaBeta,
    RightExpectimax,
    RightMinimax,
)
from pacgrid.autograder.diagnosis.right_styles import STYLES
from pacgrid.autograder.model.searches import SearchName

PROBES = 24


def observed(search: type[ReferenceSearch], probes: Sequence[Probe]) -> Evidence:
    """What `search` does, and what it returns for the states below the root."""
    observations = []
    for probe in probes:
        agent = search(depth=probe.depth)
        decision = decide(agent, probe, probe.root)
        returned = {p: v for p, v in agent.values.items() if p is not ROOT and not isnan(v)}
        observations.append(Observation(probe, (replace(decision, returned=returned),)))
    return Evidence((ObservedTest(tuple(observations)),))


def wrong_parts(search: type[ReferenceSearch], name: SearchName) -> WrongParts | None:
    evidence = observed(search, generate(name, PROBES, seed=0))
    return PartsOfSearch(evidence, known_mistakes(name)).wrong_parts(MOST_FINDINGS)


def three_times(search: type[ReferenceSearch], method: str) -> type[ReferenceSearch]:
    """The same, but what `method` returns is three times as much."""
    three = changed(**{method: lambda value, _: 3 * value})
    return type("ThreeTimes", (three, search), {})


@pytest.mark.parametrize("name", get_args(SearchName))
def test_no_part_of_a_right_search_is_wrong_however_it_is_written(name: SearchName) -> None:
    styles = [variation(*style, RIGHT_SEARCHES[name]) for style in STYLES[name]]
    assert not [style.__bases__ for style in styles if wrong_parts(style, name) is not None]


def mistake(name: SearchName, called: str) -> Mistake:
    return next(each for each in known_mistakes(name) if each.name == called)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("minimax", ["ghosts_take_last", "negates_evaluation", "one_ply_too_few"]),
        ("minimax", ["pacman_minimises", "evaluates_finished_games", "chooses_lowest"]),
        ("expectimax", ["rounds_mean", "constant_evaluation", "no_stop_at_root"]),
        ("expectimax", ["mean_of_extremes", "evaluates_finished_games", "depth_per_agent"]),
        ("alpha_beta", ["second_ghost_maximises", "adds_score"]),
    ],
)
def test_mistakes_in_several_parts_are_all_named(name: SearchName, made: list[str]) -> None:
    mistakes = [mistake(name, each) for each in made]
    search = mistakes[0].together_with(*mistakes[1:])
    found = wrong_parts(search, name)
    assert found
    assert not found.are_alternatives
    assert {each.mistake for each in found.findings} == {each.finding.mistake for each in mistakes}


class TakesSecond(RightMinimax):
    """Of the values of a ghost's actions, the second lowest."""

    def layer(self, state: Any) -> Layer:
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
    wrong = wrong_parts(search, name)
    assert wrong
    assert [each.mistake for each in wrong.findings] == [found]
    assert wrong.example[1][1].startswith(difference)
