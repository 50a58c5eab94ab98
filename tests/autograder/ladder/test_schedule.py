from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.autograder.ladder.ladder_field import LadderField
from pacgrid.autograder.ladder.pairing import Pairing
from pacgrid.autograder.ladder.rating import Rating
from pacgrid.autograder.ladder.schedule import LadderPlan, first_wave, is_decided, next_wave

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


def result(pairing: Pairing, noise: float = 10) -> float:
    """What a game gives: everybody has a skill; chance depends on the pairing only."""
    skill = {n: 3.0 * place for place, n in enumerate(field(40, 9, 9).pacmen)}
    rng = np.random.default_rng(list(repr(pairing).encode()))
    skilled = skill[pairing.pacman] - skill.get(pairing.ghosts, 0) / 2
    return float(skilled + noise * rng.standard_normal())


def schedule(of: LadderField, plan: LadderPlan, *, noise: float = 10) -> list[list[Pairing]]:
    """All waves."""
    results: dict[Pairing, float] = {}
    waves = []
    wave = first_wave(of, plan)
    while wave:
        waves.append(wave)
        results |= {each: result(each, noise) for each in wave}
        wave = next_wave(of, plan, results.keys(), Rating.of(of, results))
    return waves


def flat(waves: list[list[Pairing]]) -> list[Pairing]:
    return [pairing for wave in waves for pairing in wave]


FIELDS = st.builds(
    field, both=st.integers(0, 6), pacmen=st.integers(0, 2), ghosts=st.integers(0, 2)
)
PLANS = st.builds(
    LadderPlan,
    games=st.integers(1, 300),
    until=st.none() | st.sampled_from([0.6, 0.9]),
    top=st.none() | st.integers(1, 3),
)


@given(FIELDS, PLANS)
@settings(max_examples=12, deadline=None)
def test_no_game_is_played_twice_or_against_oneself_or_beyond_the_budget(of, plan):
    games = flat(schedule(of, plan))
    assert len(set(games)) == len(games) <= plan.games
    assert all(each.pacman != each.ghosts for each in games)
    assert {(each.pacman, each.ghosts) for each in games} <= set(of.pairs)
    assert {each.layout for each in games} <= set(of.layouts)


@given(FIELDS, PLANS)
@settings(max_examples=6, deadline=None)
def test_the_games_do_not_depend_on_the_order_of_results(of, plan):
    wave = first_wave(of, plan)
    results = {each: result(each) for each in wave}
    backwards = dict(reversed(results.items()))
    one, two = (
        next_wave(of, plan, given.keys(), Rating.of(of, given)) for given in (results, backwards)
    )
    assert one == two


def test_by_default_everybody_plays_everybody_once_on_each_layout():
    of = field()
    (wave,) = schedule(of, LadderPlan())
    assert len(wave) == of.round_size == len(of.pairs) * len(of.layouts)
    assert {each.number for each in wave} == {0}


def test_with_more_games_everybody_plays_everybody_again():
    of = field()
    waves = schedule(of, LadderPlan(games=2 * of.round_size))
    assert [len(wave) for wave in waves] == [of.round_size] * 2
    assert {each.number for each in waves[1]} == {1}


def test_what_is_left_of_the_budget_is_played_by_neighbours():
    of = field()
    games = flat(schedule(of, LadderPlan(games=of.round_size + 30)))
    assert len(games) == of.round_size + 30


def test_in_a_large_field_everybody_plays_different_opponents_on_different_layouts_first():
    of = field(both=20, layouts=4)
    wave = first_wave(of, LadderPlan(games=800))
    assert len(wave) < 800
    for role in ("pacman", "ghosts"):
        players = {getattr(each, role) for each in wave}
        assert players == set(of.pacmen if role == "pacman" else of.ghosts)
        for name in players:
            own = [each for each in wave if getattr(each, role) == name]
            assert len(own) >= 4
            assert len({each.layout for each in own}) >= 3
            assert len({(each.pacman, each.ghosts) for each in own}) >= 4


def test_most_games_are_of_neighbours_whose_order_is_not_known_and_more_at_the_top():
    of = field(both=12, pacmen=0, ghosts=0, layouts=3)
    first, *later = schedule(of, LadderPlan(games=400))
    rating = Rating.of(of, {each: result(each) for each in first})
    ranked = rating.rankings[0].ranked
    turns = Counter(name for each in flat(later) for name in (each.pacman, each.ghosts))
    upper = sum(turns[name] for name in ranked[:6])
    assert upper > sum(turns[name] for name in ranked[6:])


def test_it_is_over_when_the_order_at_the_top_is_known():
    of, plan = field(both=6), LadderPlan(games=2000, until=0.9, top=2)
    games = flat(schedule(of, plan, noise=2))
    assert len(games) < 2000
    assert is_decided(plan, Rating.of(of, {each: result(each, 2) for each in games}))


def test_it_is_over_when_equal_entrants_have_used_up_the_budget():
    of, plan = field(both=2, pacmen=0, ghosts=0), LadderPlan(games=200, until=0.95)
    waves = schedule(of, plan, noise=200)
    assert len(flat(waves)) == 200


@pytest.mark.parametrize(
    ("of", "games"),
    [
        (LadderField((), (), ("one",)), 0),
        (LadderField(("a",), (), ("one",)), 0),
        (LadderField(("a",), ("a",), ("one",)), 0),
        (LadderField(("a", "b"), ("b",), ("one",)), 1),
        (LadderField(("a",), ("x", "y"), ("one",)), 2),
    ],
)
def test_a_field_without_opponents_has_few_games(of, games):
    waves = schedule_of_zeros(of, LadderPlan(games=5 if games else None, until=0.9))
    assert len(flat(waves)) == (5 if games else 0)


def schedule_of_zeros(of: LadderField, plan: LadderPlan) -> list[list[Pairing]]:
    played: dict[Pairing, float] = {}
    waves, wave = [], first_wave(of, plan)
    while wave:
        waves.append(wave)
        played |= dict.fromkeys(wave, 0.0)
        wave = next_wave(of, plan, played.keys(), Rating.of(of, played))
    return waves
