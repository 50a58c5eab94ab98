from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.autograder.ladder.board import percent
from pacgrid.autograder.ladder.ladder_field import LadderField
from pacgrid.autograder.ladder.pairing import Pairing
from pacgrid.autograder.ladder.rating import Rating
from pacgrid.layout import Layout

FIELD = LadderField(
    pacmen=("a", "b", "c", "weak", "strong"),
    ghosts=("a", "b", "d", "soft", "hard"),
    layouts=("one", "two", "three"),
    anchors=frozenset({"weak", "strong", "soft", "hard"}),
)
SKILL = {"a": 5.0, "b": -3.0, "c": 11.0, "weak": -20.0, "strong": 20.0}
GHOST_SKILL = {"a": 2.0, "b": 4.0, "d": -6.0, "soft": -10.0, "hard": 10.0}
BASE = {"one": 50.0, "two": 30.0, "three": 70.0}


def results(games: int = 1, noise: float = 0, seed: int = 0) -> dict[Pairing, float]:
    """A round robin in which the model is right."""
    rng = np.random.default_rng(seed)
    return {
        each: BASE[each.layout]
        + SKILL[each.pacman]
        - GHOST_SKILL[each.ghosts]
        + noise * rng.standard_normal()
        for number in range(games)
        for each in FIELD.round_robin(number)
    }


def test_without_chance_the_ratings_are_exact():
    rating = Rating.of(FIELD, results())
    assert rating.pacmen.values == pytest.approx(list(SKILL.values()), abs=1e-5)
    assert rating.ghosts.values == pytest.approx(list(GHOST_SKILL.values()), abs=1e-5)
    assert rating.layouts == pytest.approx(BASE, abs=1e-5)
    assert rating.overall.names == ("a", "b")
    assert rating.overall.values == pytest.approx([7, 1], abs=1e-5)
    assert rating.is_connected


@given(st.randoms(use_true_random=False))
@settings(max_examples=5, deadline=None)
def test_the_order_of_the_games_does_not_matter(rng):
    noisy = results(noise=10)
    shuffled = list(noisy.items())
    rng.shuffle(shuffled)
    one, two = Rating.of(FIELD, noisy), Rating.of(FIELD, dict(shuffled))
    assert one.pacmen.values.tobytes() == two.pacmen.values.tobytes()
    assert one.pacmen.samples is not None
    assert two.pacmen.samples is not None
    assert one.pacmen.samples.tobytes() == two.pacmen.samples.tobytes()


def test_the_anchors_of_each_role_have_the_mean_0():
    rating = Rating.of(FIELD, results(noise=10))
    for ranking, anchors in ((rating.pacmen, "weak strong"), (rating.ghosts, "soft hard")):
        assert ranking.only(anchors.split()).values.mean() == pytest.approx(0, abs=1e-5)


def test_without_anchors_all_players_of_a_role_have_the_mean_0():
    field = LadderField(FIELD.pacmen, FIELD.ghosts, FIELD.layouts)
    rating = Rating.of(field, results(noise=10))
    assert rating.pacmen.values.mean() == pytest.approx(0, abs=1e-5)
    assert rating.ghosts.values.mean() == pytest.approx(0, abs=1e-5)


def test_an_entrant_more_does_not_move_the_others_if_the_model_is_right():
    without = {each: value for each, value in results().items() if "c" not in each}
    field = LadderField(
        tuple(n for n in FIELD.pacmen if n != "c"), FIELD.ghosts, FIELD.layouts, FIELD.anchors
    )
    fewer, all_of_them = Rating.of(field, without), Rating.of(FIELD, results())
    for name in field.pacmen:
        assert fewer.pacmen.value(name) == pytest.approx(all_of_them.pacmen.value(name), abs=1e-5)


def test_hard_opponents_and_layouts_are_no_disadvantage():
    """`c` meets only the hardest ghosts on the hardest layout, and is still second."""
    kept = {
        each: value
        for each, value in results().items()
        if each.pacman != "c" or (each.ghosts == "hard" and each.layout == "two")
    }
    ranking = Rating.of(FIELD, kept).pacmen
    assert ranking.ranked[:2] == ("strong", "c")
    assert ranking.value("c") == pytest.approx(SKILL["c"], abs=1e-5)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    held = []
    for seed in range(12):
        rating = Rating.of(FIELD, results(games=2, noise=15, seed=seed), seed=seed)
        for name, skill in SKILL.items():
            interval = rating.pacmen.interval(name)
            assert interval
            held.append(interval[0] <= skill <= interval[1])
    assert 0.8 <= np.mean(held) <= 1


def test_more_games_make_intervals_shorter():
    def width(games: int) -> float:
        low, high = Rating.of(FIELD, results(games, noise=15)).pacmen.interval("a") or (0, 0)
        return high - low

    assert width(8) < width(1) / 1.5


def test_players_who_never_meet_the_others_are_noticed():
    apart = {
        each: value
        for each, value in results().items()
        if (each.pacman in ("a", "b")) == (each.ghosts in ("a", "b"))
    }
    assert not Rating.of(FIELD, apart).is_connected


def test_a_layout_that_one_pair_alone_has_played_says_nothing_about_them():
    alone = {each: value for each, value in results().items() if each.layout == "one"}
    alone[Pairing("a", "hard", "two", 0)] = 1000.0
    ranking = Rating.of(FIELD, alone).pacmen
    assert ranking.value("a") == pytest.approx(SKILL["a"], abs=1e-3)


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_games_have_ratings_without_intervals(count):
    few: Mapping[Pairing, float] = dict(list(results().items())[:count])
    rating = Rating.of(FIELD, few)
    assert rating.pacmen.interval("a") is None
    assert rating.pacmen.above("a", "b") is None
    assert not rating.is_connected


def test_a_board_is_worth_100_percent_whatever_its_size():
    small, large = Layout.load("pocket"), Layout.load("medium")
    assert len(large.food) > len(small.food)
    for layout in (small, large):
        assert percent(-500, layout) == 0
        assert percent(500 + 10 * len(layout.food), layout) == 100
