"""The two search trees of a counterexample."""

from math import inf
from typing import Any

import pytest

from helpers.diagnoses import BOARD, TREE, diagnosis
from pacgrid.autograder.diagnosis.compared_trees import HERE, ComparedTrees, ExampleTrees
from pacgrid.autograder.diagnosis.counterexample import counterexample
from pacgrid.autograder.diagnosis.evidence import Observed
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.task_generator import generate
from pacgrid.autograder.model.diagnosis import Counterexample, SearchName
from pacgrid.tree.reference_search import RIGHT_SEARCHES


def compared(example: Counterexample | None) -> ComparedTrees:
    return ComparedTrees(ExampleTrees(example), example.departs_at)


def text(mistake: str, search: SearchName = "minimax", root: Any = TREE) -> str:
    return compared(diagnosis(mistake, search, root).counterexample).text()


def test_values_of_a_mistake_stand_beside_the_right_ones() -> None:
    assert (
        text("takes_minimum", "expectimax")
        == """\
▲ MAX = 8 ★                mistake: 3
├─ north: ● CHANCE = 7.67  mistake: 3  ◀
│  ├─ north: ■ 3
│  ├─ east: ■ 12
│  └─ south: ■ 8
├─ east: ● CHANCE = 4      mistake: 2
│  ├─ north: ■ 2
│  ├─ east: ■ 4
│  └─ south: ■ 6
└─ south: ● CHANCE = 8 ★   mistake: 2
   ├─ north: ■ 14
   ├─ east: ■ 8
   └─ south: ■ 2"""
    )


@pytest.mark.parametrize(
    ("mistake", "search", "lines"),
    [
        (
            "only_own_move",
            "minimax",
            ["▼ MIN = 3 ★  you stop here  mistake: 1  ◀", "■ 12 not visited"],
        ),
        ("prunes_nothing", "alpha_beta", ["east: ▼ MIN ≤ 2", "east: ■ should be pruned  ◀"]),
    ],
)
def test_what_only_one_search_does_is_marked(
    mistake: str, search: SearchName, lines: list[str]
) -> None:
    drawn = " ".join(text(mistake, search).split())
    assert all(" ".join(line.split()) in drawn for line in lines)


def test_the_states_of_a_position_are_compared_too() -> None:
    drawn = text("one_ply_too_many", root=BOARD)
    assert "you go on here" in drawn
    assert "should not be visited" in drawn
    assert drawn.count(HERE) == 1


@pytest.mark.parametrize("search", RIGHT_SEARCHES)
def test_right_searches_part_nowhere_and_large_trees_are_folded(search: SearchName) -> None:
    for task in generate(search, 12, seed=3):
        agent = RIGHT_SEARCHES[search](
            depth=task.depth,
            evaluation=lambda state: state.evaluate(),
            order=lambda state: state.legal_actions()[::-1],
        )
        observation = observe(task, lambda agent=agent: agent)
        trees = compared(
            counterexample(Observed(observation.task, observation.decisions[0], observation))
        )
        assert trees.parting is None
        assert trees.departure is None
        assert len(trees.text().splitlines()) <= 40
        assert not {HERE, "you", "visited"} & set(trees.text().split())


def test_of_a_search_that_asked_very_much_no_tree_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    (task,) = generate("minimax", 1, seed=3)
    observation = observe(task, lambda: RIGHT_SEARCHES["minimax"](depth=task.depth + 1))
    monkeypatch.setattr("pacgrid.autograder.diagnosis.counterexample.MOST_EVENTS", 6)
    example = counterexample(Observed(observation.task, observation.decisions[0], observation))
    assert (example.events, example.states) == ((), ())


@pytest.mark.parametrize(
    ("search", "has_bounds"), [("minimax", False), ("alpha_beta", True), ("expectimax", False)]
)
def test_only_the_steps_of_alpha_beta_tell_alpha_and_beta(
    search: SearchName, has_bounds: bool
) -> None:
    example = diagnosis("chooses_lowest", search).counterexample
    assert example
    trees = ExampleTrees(example)
    steps = [step for tree in (*trees.observed, trees.right) for step in tree.steps]
    words = " ".join(step.words for step in steps)
    assert any(name in words for name in ("alpha", "beta", "bound")) == has_bounds
    assert any((step.alpha, step.beta) != (-inf, inf) for step in steps) == has_bounds
