from collections.abc import Callable
from math import exp, expm1, inf, log, log1p, sqrt, tanh
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pacgrid.agent_loader import load_agent
from pacgrid.agents.expected_utility import ExpectedUtility
from pacgrid.errors import AgentError
from pacgrid.utility import (
    UTILITIES,
    Exponential,
    Linear,
    Lottery,
    Utility,
    logarithmic,
    own_utility,
    s_shaped,
    utility_named,
)

POINTS = st.integers(-900, 5000).map(float)
LOTTERIES = st.lists(st.tuples(st.integers(1, 9), POINTS), min_size=1, max_size=5).map(
    lambda parts: [(weight / sum(w for w, _ in parts), points) for weight, points in parts]
)
UNEVEN = [(0.25, -300.0), (0.5, 80.0), (0.25, 1200.0)]
HALF = [(0.5, 1000.0), (0.5, 0.0)]
ABOVE_0 = ("sqrt",)
"""These have no value below 0."""


FORMULAS = {
    "linear": "u(x) = x",
    "concave": "u(x) = 1 − exp(−x / 100)",
    "convex:risk_tolerance=50": "u(x) = exp(x / 50) − 1",
    "logarithmic:wealth=800": "u(x) = ln(1 + x / 800)",
    "s_shaped": "u = g^0.88 for g points more than 0, −2.25 g^0.88 for g points less",
    "sqrt": "u(x) = √x",
}


@pytest.mark.parametrize(
    ("name", "points", "utility"),
    [
        ("linear", 7, 7),
        ("concave", 200, 1 - exp(-2)),
        ("concave:risk_tolerance=50", 100, 1 - exp(-2)),
        ("convex:risk_tolerance=50", 100, exp(2) - 1),
        ("logarithmic:wealth=800", 400, log(1.5)),
        ("logarithmic:wealth=800", -800, -inf),
        ("logarithmic:wealth=800", -5000, -inf),
        ("s_shaped", 200, 200**0.88),
        ("s_shaped:reference=100", 0, -2.25 * 100**0.88),
        ("s_shaped:reference=0,exponent=1,loss_aversion=2", -5, -10),
        ("sqrt", 81, 9),
    ],
)
def test_a_name_and_its_options_make_a_utility(name: str, points: float, utility: float) -> None:
    made = utility_named(name)
    assert made(points) == pytest.approx(utility)
    assert made.formula == FORMULAS.get(name, made.formula)


@pytest.mark.parametrize("name", ABOVE_0)
def test_some_utilities_have_no_value_below_0(name: str) -> None:
    with pytest.raises(ValueError, match="no value at -1 points"):
        utility_named(name)(-1)


@pytest.mark.parametrize(
    "utility",
    [
        logarithmic(800),
        Exponential(1216.3035),
        own_utility(lambda points: log1p(points / 800)),
        own_utility(lambda points: points ** (log(0.5) / log(0.4))),
    ],
)
def test_half_a_chance_of_1000_is_worth_400_to_most_people(utility: Utility) -> None:
    assert utility.certainty_equivalent(HALF) == pytest.approx(400, abs=0.01)
    assert utility.risk_premium(HALF) == pytest.approx(100, abs=0.01)


@given(LOTTERIES, st.floats(1, 1e9))
def test_caution_lowers_the_certainty_equivalent_and_boldness_raises_it(
    lottery: Lottery, tolerance: float
) -> None:
    concave, linear, convex = (
        utility_named(name, risk_tolerance=tolerance).certainty_equivalent(lottery)
        for name in ("concave", "linear", "convex")
    )
    points = [points for _, points in lottery]
    assert min(points) - 1e-6 <= concave <= linear + 1e-6 <= convex + 2e-6 <= max(points) + 3e-6


@given(LOTTERIES, st.sampled_from(sorted({*UTILITIES} - {"concave", "convex", *ABOVE_0})))
def test_the_certainty_equivalent_has_the_expected_utility(lottery: Lottery, name: str) -> None:
    utility = utility_named(name, risk_tolerance=500)
    equivalent = utility.certainty_equivalent(lottery)
    assert utility(equivalent) == pytest.approx(utility.expected(lottery), rel=1e-9, abs=1e-9)


@settings(max_examples=10)  # the own functions are inverted by many steps
@given(LOTTERIES)
@example([(1.0, 5.0)])
@example([(0.5, 5.0), (0.5, 5.0)])
def test_a_function_is_worth_what_the_utility_of_the_same_shape_is(lottery: Lottery) -> None:
    for own, shipped in (
        (lambda points: log1p(points / 5000), logarithmic(5000)),
        (lambda points: -expm1(-points / 900), Exponential(900)),
        (s_shaped(reference=40).__call__, s_shaped(reference=40)),
    ):
        equivalent = own_utility(own).certainty_equivalent(lottery)
        assert equivalent == pytest.approx(
            shipped.certainty_equivalent(lottery), rel=1e-6, abs=1e-4
        )


@given(LOTTERIES, st.integers(-500, 500))
def test_only_a_linear_or_exponential_player_forgets_the_wealth(
    lottery: Lottery, more: int
) -> None:
    richer = [(probability, points + more) for probability, points in lottery]
    for utility in (Linear(), Exponential(200), Exponential(-200)):
        before = utility.certainty_equivalent(lottery)
        assert utility.certainty_equivalent(richer) == pytest.approx(before + more, abs=1e-6)


def test_the_rich_are_less_cautious() -> None:
    premiums = [logarithmic(wealth).risk_premium(UNEVEN) for wealth in (400, 1000, 10_000, 1e6)]
    assert premiums == sorted(premiums, reverse=True)
    assert premiums[-1] == pytest.approx(0, abs=1)


def test_gains_make_cautious_and_losses_bold_around_a_reference_point() -> None:
    utility = s_shaped(reference=100, loss_aversion=1)
    assert utility.risk_premium([(0.5, 100), (0.5, 300)]) > 0
    assert utility.risk_premium([(0.5, 100), (0.5, -100)]) < 0
    assert s_shaped(reference=100).risk_premium([(0.5, 300), (0.5, -100)]) > 0  # losses weigh more


@pytest.mark.parametrize(
    ("lottery", "equivalent"),
    [
        ([(1e-20, -5000), (1.0, 5)], -5000 + 10 * 20 * log(10)),  # nearly no chance of nearly ruin
        ([(0.5, -inf), (0.5, 5)], -inf),
        ([(0.5, inf), (0.5, 5)], 5 + 10 * log(2)),
    ],
)
def test_a_cautious_player_fears_the_worst_however_unlikely_it_is(
    lottery: Lottery, equivalent: float
) -> None:
    assert Exponential(10).certainty_equivalent(lottery) == pytest.approx(equivalent)


def test_nothing_makes_up_for_ruin() -> None:
    assert logarithmic(800).certainty_equivalent([(0.01, -1000), (0.99, 1e9)]) == -800
    assert logarithmic(800).certainty_equivalent([(0.5, -1000), (0.5, -900)]) == -900


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            lambda points: -points,
            "the utility falls from 3000 at -3000 points to 2975 at -2975; more",
        ),
        (
            lambda points: min(points, 600 - points),
            "falls from 300 at 300 points to 275 at 325; more",
        ),
        (lambda _: None, "the utility of -3000 points is None, not a number"),
        (lambda _: float("nan"), "the utility of -3000 points is nan, not a number"),
        (lambda points: points / 0, "the utility has no value from -3000 to 10000 points"),
    ],
)
def test_a_function_that_is_no_utility_is_refused_with_the_place(
    function: Callable[[float], float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        own_utility(function)


def test_a_function_that_falls_between_the_samples_is_caught_where_it_matters() -> None:
    utility = own_utility(lambda points: points if points != 7 else 8)
    with pytest.raises(ValueError, match=r"falls from 8 at 7 points to 7[.]5 at 7[.]5"):
        utility.certainty_equivalent([(0.5, 7), (0.5, 7.5)])


def test_a_function_may_be_undefined_flat_or_steep_where_that_does_no_harm() -> None:
    root = own_utility(sqrt)
    assert root.certainty_equivalent([(0.5, 0), (0.5, 100), (0, -5)]) == pytest.approx(25)
    with pytest.raises(ValueError, match="has no value at -5 points"):
        root.certainty_equivalent([(0.5, -5), (0.5, 100)])
    capped = own_utility(lambda points: min(points, 500))
    assert capped.certainty_equivalent([(0.5, 400), (0.5, 900)]) == pytest.approx(450)
    assert capped(capped.certainty_equivalent([(0.5, 600), (0.5, 900)])) == 500
    steep = own_utility(lambda points: tanh((points - 500) / 0.01))
    assert steep.certainty_equivalent([(0.9, 0), (0.1, 1000)]) == pytest.approx(500, abs=0.1)


def test_a_utility_can_be_a_function_of_ones_own_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def power(points, exponent=0.5):\n    return points ** exponent\n")
    agent = load_agent(f"expected_utility:utility={file}:power")
    assert isinstance(agent, ExpectedUtility)
    assert agent.utility.certainty_equivalent(HALF) == pytest.approx(250)
    agent = load_agent(f"expected_utility:utility=[{file}:power:exponent=1],depth=3")
    assert isinstance(agent, ExpectedUtility)
    assert agent.utility.certainty_equivalent(HALF) == pytest.approx(500)
    assert agent.depth == 3
    agent = load_agent("expected_utility:utility=[s_shaped:reference=9,loss_aversion=3],depth=1")
    assert isinstance(agent, ExpectedUtility)
    assert agent.utility.formula == s_shaped(reference=9, loss_aversion=3).formula
    with pytest.raises(AgentError, match=r"power has no parameter base$"):
        load_agent(f"expected_utility:utility={file}:power:base=1")
    with pytest.raises(AgentError, match=r"has no function root$"):
        load_agent(f"expected_utility:utility={file}:root")
