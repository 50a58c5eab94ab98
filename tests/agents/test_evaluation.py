"""Each feature alone, on drawn boards."""

from math import isfinite
from pathlib import Path
from sys import getsizeof

import pytest
from hypothesis import given

from helpers.mazes import games, layouts
from helpers.slow_evaluation import SLOW_FEATURES, slow_value
from pacgrid import Layout, Maze, State
from pacgrid.agent_loader import load_agent
from pacgrid.agents import evaluation
from pacgrid.agents.evaluation import (
    FEATURES,
    WEIGHTS,
    LinearEvaluation,
    evaluate,
    features,
)
from pacgrid.errors import AgentError
from pacgrid.surroundings import TABLE_BYTES, areas_of

BOARD = """
%%%%%%%%%
%P .   1%
%.%%%%%.%
%   o   %
%%%%%%%%%
"""


CORRIDOR = "%%%%%%%%%%%\n%.   P. 1 %\n%%%%%%%%%%%"
TWO_GHOSTS = "%%%%%%%%%%%\n%P.  1  2 %\n%%%%%%%%%%%"
HUNTED = "%%%%%%%%%\n%P .  1 %\n%%%%%%%%%\nghost 1: scared "
DEAD_END = "%%%%%%%%%\n%P   .  %\n%%%%% % %\n%%%%%   %\n%%%%%%%%%\nghost 1: (7, 3)"


@pytest.mark.parametrize(
    ("name", "drawing", "value"),
    [
        ("nearest_food", BOARD, 1 / 2),
        ("nearest_food", "%%%%%\n%P%.%\n%   %\n%%%%%", 1 / 5),
        ("nearest_food", "%%%%%\n%P%.%\n%%%%%", 0),
        ("nearest_safe_food", CORRIDOR, 1 / 5),
        ("nearest_safe_food", f"{CORRIDOR}\nghost 1: scared 9", 1 / 2),
        ("active_ghosts", TWO_GHOSTS, 1 / 25 + 1 / 64),
        ("active_ghosts", f"{TWO_GHOSTS}\nghost 1: scared 9", 1 / 64),
        ("ghosts_at_hand", "%%%%%%\n%%1%%%\n%.P1.%\n%%%%%%", 2),
        ("ghosts_at_hand", "%%%%%%\n%.P 1%\n%%%%%%", 0),
        ("scared_ghosts", HUNTED + "6", 1 / 6),
        ("scared_ghosts", HUNTED + "5", 0),
        ("nearest_capsule", "%%%%%%%%%%%%\n%.o P     1%\n%%%%%%%%%%%%", 0),
        ("nearest_capsule", "%%%%%%%%%%%%\n%.o P   1  %\n%%%%%%%%%%%%", 1 / 3),
        ("dead_end", DEAD_END, 1),
        ("dead_end", DEAD_END.partition("ghost")[0], 0),
        ("near_win", "%%%%%\n%P. %\n%%%%%", 1 / 2),
        ("near_win", "%%%%%\n%P..%\n%%%%%", 1 / 4),
    ],
)
def test_a_feature_has_its_value_on_a_drawn_board(name: str, drawing: str, value: float) -> None:
    assert features(State.parse(drawing))[name] == pytest.approx(value)


def test_the_value_is_the_sum_of_the_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEATURES, "elbow_room", None)  # type: ignore[arg-type]
    tidy = LinearEvaluation({"score": 2, "food_left": -5})  # no other feature is computed
    state = State.parse(BOARD + "score: 10")
    assert tidy.contributions(state) == {"score": 20, "food_left": -15}
    assert tidy(state) == 5


def test_weights_can_be_copied_changed_printed_and_read_from_a_file(tmp_path: Path) -> None:
    bold = LinearEvaluation({**WEIGHTS["linear"], "active_ghosts": 0})
    assert bold.weights["active_ghosts"] == 0 != WEIGHTS["linear"]["active_ghosts"]
    assert "active_ghosts" in repr(bold)
    file = tmp_path / "weights.json"
    file.write_text('{"weights": {"score": 1, "food_left": -2.5}, "learned": "by hand"}')
    assert LinearEvaluation(str(file)).weights == {"score": 1, "food_left": -2.5}


@given(games())
def test_every_feature_equals_its_plain_definition(states: list[State]) -> None:
    for state in states:
        plain = {name: feature(state) for name, feature in SLOW_FEATURES.items()}
        assert features(state) == plain
        assert all(map(isfinite, plain.values()))
        for name, weights in WEIGHTS.items():
            assert LinearEvaluation(name)(state) == slow_value(weights, state)


@given(layouts(), layouts())
def test_tables_of_several_mazes_do_not_mix(first: Layout, second: Layout) -> None:
    for layout in (first, second, first):
        state = State.initial(layout)
        assert evaluate(state) == slow_value(WEIGHTS["linear"], state)


REFUSED = ": the weight of score must be a number up to a billion, not"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"weights": {"foot_left": 1}}', ": no feature 'foot_left'; did you mean 'food_left'?"),
        ('{"weights": {"x": 1}}', ": no feature 'x'; choose from score, food_left"),
        ('{"weights": {"score": "1"}}', f"{REFUSED} '1'"),
        (f'{{"weights": {{"score": 1{"0" * 400}}}}}', f"{REFUSED} 10000"),
        ('{"weights": {"score": NaN}}', f"{REFUSED} nan"),
        ('{"weights": {"score": -1e999}}', f"{REFUSED} -inf"),
        ('{"weights": {"score": true}}', f"{REFUSED} True"),
        ('{"score": 1}', ': has no weights; write {"weights": {"score": 1}}'),
        ('{"weights":', ":1:12: Expecting value"),
        ("\N{SNOWMAN}", ":1:1: Expecting value"),
        (None, ": can't be read: No such file or directory"),
    ],
)
def test_a_file_that_has_no_weights_is_refused(
    tmp_path: Path, text: str | None, problem: str
) -> None:
    file = tmp_path / "weights.json"
    if text is not None:
        file.write_text(text, "utf-8")
    with pytest.raises(AgentError) as error:
        load_agent(f"alpha_beta:depth=1,evaluation={file}")
    assert f"{file}{problem}" in str(error.value)
    assert "\n" not in str(error.value)


def test_tables_stay_small_on_a_large_board() -> None:
    rows = ["%" * 62, "%P." + " " * 58 + "%", *["%" + " " * 60 + "%"] * 58, "%" * 62]
    maze = Maze.of(Layout.parse("\n".join(rows)))
    entries = areas_of(maze).cache_parameters()["maxsize"]
    area = areas_of(maze)(1830)
    assert 100 < entries < 2 * TABLE_BYTES / sum(map(getsizeof, (*area, *area.rings)))


def test_every_feature_has_a_docstring() -> None:
    assert all(getattr(evaluation, name).__doc__ for name in FEATURES)
