import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.autograder.ladder.ladder_game import Pairing
from pacgrid.autograder.ladder.rating import MOST_GAMES, LadderField, Ranking, Rating

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
        for each in FIELD.games(games * FIELD.round_size)
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
@settings(max_examples=5)
def test_the_order_of_the_games_does_not_matter(rng):
    noisy = results(noise=10)
    shuffled = list(noisy.items())
    rng.shuffle(shuffled)
    one, two = Rating.of(FIELD, noisy), Rating.of(FIELD, dict(shuffled))
    assert one.pacmen.values.tobytes() == two.pacmen.values.tobytes()
    assert one.pacmen.interval("a") == two.pacmen.interval("a") is not None


def test_the_anchors_of_each_role_or_else_all_players_have_the_mean_0():
    rating = Rating.of(FIELD, results(noise=10))
    for ranking, anchors in ((rating.pacmen, "weak strong"), (rating.ghosts, "soft hard")):
        assert sum(map(ranking.value, anchors.split())) == pytest.approx(0, abs=1e-5)
    alone = LadderField(FIELD.pacmen, FIELD.ghosts, FIELD.layouts)
    without = Rating.of(alone, results(noise=10))
    for ranking in (without.pacmen, without.ghosts):
        assert ranking.values.mean() == pytest.approx(0, abs=1e-5)


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
        rating = Rating.of(FIELD, results(games=2, noise=15, seed=seed))
        for name, skill in SKILL.items():
            interval = rating.pacmen.interval(name)
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


def test_too_few_games_have_ratings_without_intervals():
    for count in (0, 1):
        rating = Rating.of(FIELD, dict(list(results().items())[:count]))
        assert rating.pacmen.interval("a") is None
        assert rating.pacmen.above("a", "b") is None
        assert not rating.is_connected


RANKING = Ranking(("a", "b", "c"), np.array([2.0, 2.0, 5.0]), np.diag([1.0, 1.0, 0.0]), 10)


def test_the_probability_to_be_stronger_follows_from_the_spread():
    assert RANKING.ranked == ("c", "a", "b"), "equal ratings are in alphabetical order"
    # R: pnorm(0), pnorm(3)
    for one, other, probability in (("a", "b", 0.5), ("c", "a", 0.99865), ("c", "c", 0.5)):
        assert RANKING.above(one, other) == pytest.approx(probability, abs=1e-5)
        assert RANKING.above(other, one) == pytest.approx(1 - probability, abs=1e-5)
    sure = Ranking(("a", "b"), np.array([2.0, 3.0]), np.zeros((2, 2)), 10)
    assert (sure.above("a", "b"), sure.above("b", "a")) == (0, 1)
    assert sure.interval("a") == (2, 2)


# Who plays whom.

ANCHORS = ("weak", "strong", "soft", "hard")


def field(both: int = 4, pacmen: int = 1, ghosts: int = 1, layouts: int = 2) -> LadderField:
    """So many entrants of each kind, and two anchors of each role."""
    names = [f"both{n}" for n in range(both)]
    return LadderField(
        (*names, *(f"pacman{n}" for n in range(pacmen)), *ANCHORS[:2]),
        (*names, *(f"ghosts{n}" for n in range(ghosts)), *ANCHORS[2:]),
        tuple(f"layout{n}" for n in range(layouts)),
        frozenset(ANCHORS),
    )


FIELDS = st.builds(
    field,
    both=st.integers(0, 6),
    pacmen=st.integers(0, 2),
    ghosts=st.integers(0, 2),
    layouts=st.integers(1, 4),
)


@given(FIELDS, st.integers(1, 300), st.integers(0, 100))
def test_no_game_is_played_twice_or_against_oneself_and_more_games_begin_alike(of, budget, more):
    games = of.games(budget)
    assert len(set(games)) == len(games) == budget
    assert all(each.pacman != each.ghosts for each in games)
    assert {each.pacman for each in games} <= set(of.pacmen)
    assert {each.ghosts for each in games} <= set(of.ghosts)
    assert of.games(budget + more)[:budget] == games


@given(FIELDS)
def test_by_default_everybody_plays_everybody_once_on_each_layout_and_then_again(of):
    once, twice = of.games(), of.games(2 * of.round_size)
    pairs = sum(p != g for p in of.pacmen for g in of.ghosts)
    assert len(once) == of.round_size == pairs * len(of.layouts)
    assert {each.number for each in once} == {0}
    assert {each._replace(number=0) for each in twice[len(once) :]} == {*once}


def test_in_a_large_field_everybody_plays_different_opponents_on_different_layouts_first():
    of = field(both=20, layouts=4)
    games = of.games(300)
    for role in ("pacman", "ghosts"):
        players = {getattr(each, role) for each in games}
        assert players == set(of.pacmen if role == "pacman" else of.ghosts)
        for name in players:
            own = [each for each in games if getattr(each, role) == name]
            assert len({each.layout for each in own}) >= 3
            assert len({(each.pacman, each.ghosts) for each in own}) >= 10


def test_a_field_without_opponents_has_no_games_and_a_large_one_not_all_by_default():
    for pacmen, ghosts, games in (
        *(((), (), 0), (("a",), (), 0), (("a",), ("a",), 0)),
        *((("a", "b"), ("b",), 5), (("a",), ("x", "y"), 5)),
    ):
        assert len(LadderField(pacmen, ghosts, ("one",)).games(5)) == games
    assert len(field(both=80).games()) == MOST_GAMES
