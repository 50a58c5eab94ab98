"""Each feature alone, on drawn boards."""

from math import isfinite
from pathlib import Path
from sys import getsizeof

import pytest
from hypothesis import given, settings

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


def feature(name: str, drawing: str) -> float:
    return features(State.parse(drawing))[name]


def test_score_is_the_game_points() -> None:
    assert feature("score", BOARD + "score: 17") == 17


def test_food_left_counts_the_food() -> None:
    assert feature("food_left", BOARD) == 3


def test_nearest_food_is_measured_through_the_maze() -> None:
    assert feature("nearest_food", BOARD) == 1 / 2
    assert feature("nearest_food", "%%%%%\n%P%.%\n%   %\n%%%%%") == 1 / 5
    assert feature("nearest_food", "%%%%%\n%P%.%\n%%%%%") == 0
    assert feature("nearest_food", f"{'%' * 23}\n%P{' ' * 18}..%\n{'%' * 23}") == 1 / 20


def test_nearest_safe_food_ignores_food_next_to_a_ghost() -> None:
    corridor = "%%%%%%%%%%%\n%.   P. 1 %\n%%%%%%%%%%%"
    assert feature("nearest_safe_food", corridor) == 1 / 5
    assert feature("nearest_safe_food", corridor + "\nghost 1: scared 9") == 1 / 2


def test_active_ghosts_count_by_their_squared_closeness() -> None:
    corridor = "%%%%%%%%%%%\n%P.  1  2 %\n%%%%%%%%%%%"
    assert feature("active_ghosts", corridor) == pytest.approx(1 / 25 + 1 / 64)
    assert feature("active_ghosts", corridor + "\nghost 1: scared 9") == pytest.approx(1 / 64)


def test_ghosts_at_hand_are_one_step_away() -> None:
    assert feature("ghosts_at_hand", "%%%%%%\n%%1%%%\n%.P1.%\n%%%%%%") == 2
    assert feature("ghosts_at_hand", "%%%%%%\n%.P 1%\n%%%%%%") == 0


def test_scared_ghosts_count_while_they_can_be_reached_in_time() -> None:
    corridor = "%%%%%%%%%\n%P .  1 %\n%%%%%%%%%\nghost 1: scared "
    assert feature("scared_ghosts", corridor + "6") == 1 / 6
    assert feature("scared_ghosts", corridor + "5") == 0


def test_elbow_room_shrinks_as_ghosts_close_in() -> None:
    board = "%%%%%%%%%%%%\n%P         %\n%          %\n%   .      %\n%%%%%%%%%%%%\n"
    ghost = "ghost 1: ({}, 2) stop"
    far, near, next_door = (feature("elbow_room", board + ghost.format(x)) for x in (10, 5, 2))
    assert feature("elbow_room", board) == 1
    assert 0 <= next_door < near < far <= 1


def test_capsules_left_counts_the_capsules() -> None:
    assert feature("capsules_left", BOARD) == 1


def test_nearest_capsule_matters_only_with_a_ghost_nearby() -> None:
    far = "%%%%%%%%%%%%\n%.o P     1%\n%%%%%%%%%%%%"
    assert feature("nearest_capsule", far) == 0
    near = "%%%%%%%%%%%%\n%.o P   1  %\n%%%%%%%%%%%%"
    assert feature("nearest_capsule", near) == 1 / 3


def test_a_dead_end_matters_only_with_a_ghost_nearby() -> None:
    maze = "%%%%%%%%%\n%P   .  %\n%%%%% % %\n%%%%%   %\n%%%%%%%%%"
    assert feature("dead_end", maze) == 0
    assert feature("dead_end", maze + "\nghost 1: (7, 3)") == 1
    outside = maze.replace("P", " ").replace("% %", "%P%", 1)
    assert feature("dead_end", outside + "\nghost 1: (7, 3)") == 0


def test_the_win_is_near_if_the_last_food_is() -> None:
    assert feature("near_win", "%%%%%\n%P. %\n%%%%%") == 1 / 2
    assert feature("near_win", "%%%%%\n%P..%\n%%%%%") == 1 / 4


def test_the_bias_is_always_1() -> None:
    assert feature("bias", BOARD) == 1


def test_the_value_is_the_sum_of_the_shares() -> None:
    tidy = LinearEvaluation({"score": 2, "food_left": -5})
    state = State.parse(BOARD + "score: 10")
    assert tidy.contributions(state) == {"score": 20, "food_left": -15}
    assert tidy(state) == 5


def test_weights_can_be_copied_changed_and_printed() -> None:
    bold = LinearEvaluation({**WEIGHTS["linear"], "active_ghosts": 0})
    assert bold.weights["active_ghosts"] == 0
    assert WEIGHTS["linear"]["active_ghosts"] != 0
    assert "active_ghosts" in repr(bold)


@pytest.mark.parametrize("name", WEIGHTS)
def test_named_weights_name_features(name: str) -> None:
    assert WEIGHTS[name].keys() <= FEATURES.keys()
    assert isinstance(LinearEvaluation(name)(State.parse(BOARD)), float | int)


def test_evaluate_is_the_linear_evaluation() -> None:
    state = State.parse(BOARD)
    assert evaluate(state) == LinearEvaluation("linear")(state)


@given(games())
def test_every_feature_equals_its_plain_definition(states: list[State]) -> None:
    for state in states:
        plain = {name: feature(state) for name, feature in SLOW_FEATURES.items()}
        assert features(state) == plain
        assert all(map(isfinite, plain.values()))
        for name, weights in WEIGHTS.items():
            assert LinearEvaluation(name)(state) == slow_value(weights, state)


@settings(max_examples=30)
@given(layouts(), layouts())
def test_tables_of_several_mazes_do_not_mix(first: Layout, second: Layout) -> None:
    for layout in (first, second, first):
        state = State.initial(layout)
        assert evaluate(state) == slow_value(WEIGHTS["linear"], state)


def test_weights_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text('{"weights": {"score": 1, "food_left": -2.5}, "learned": "by hand"}')
    assert LinearEvaluation(str(file)).weights == {"score": 1, "food_left": -2.5}


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


def test_only_the_weighted_features_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEATURES, "elbow_room", None)  # type: ignore[arg-type]
    assert LinearEvaluation({"score": 1})(State.parse(BOARD + "score: 17")) == 17


def test_tables_stay_small_on_a_large_board() -> None:
    maze = Maze.of(
        Layout.parse(
            "\n".join(("%" * 62, "%P." + " " * 58 + "%", *["%" + " " * 60 + "%"] * 58, "%" * 62))
        )
    )
    entries = areas_of(maze).cache_parameters()["maxsize"]
    area = areas_of(maze)(1830)
    assert 100 < entries < 2 * TABLE_BYTES / sum(map(getsizeof, (*area, *area.rings)))


def test_every_feature_has_a_docstring() -> None:
    assert all(getattr(evaluation, name).__doc__ for name in FEATURES)
