"""Confidence intervals, held against published tables."""

import pytest

from pacgrid.common.intervals import mean_interval, proportion_interval, t_quantile

# Values of scipy.stats.t.ppf at 0.975 and 0.995; textbooks print the same with fewer digits.
QUANTILES = {
    1: (12.7062047, 63.6567412),
    2: (4.3026527, 9.9248432),
    3: (3.1824463, 5.8409093),
    4: (2.7764451, 4.6040949),
    10: (2.2281389, 3.1692727),
    30: (2.0422725, 2.7499957),
    120: (1.9799304, 2.6174211),
    1001: (1.9623367, 2.5807498),
}


def test_quantiles_are_those_of_the_tables() -> None:
    for freedom, quantiles in QUANTILES.items():
        found = [t_quantile(freedom, confidence) for confidence in (0.95, 0.99)]
        assert found == pytest.approx(quantiles, abs=1e-6)


@pytest.mark.parametrize(
    ("successes", "trials", "interval"),
    [
        (0, 5, (0, 0.4344825)),
        (1, 1, (0.2065493, 1)),
        (7, 20, (0.1811918, 0.5671457)),
        # Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I
        (81, 263, (0.2553, 0.3662)),
        (15, 148, (0.0624, 0.1605)),
        (0, 20, (0, 0.1611)),
        (1, 29, (0.0061, 0.1718)),
    ],
)
def test_proportions_have_wilsons_interval(successes, trials, interval) -> None:
    assert proportion_interval(successes, trials) == pytest.approx(interval, abs=6e-5)


def test_a_mean_has_students_interval_if_there_are_two_values() -> None:
    # R: t.test(c(1, 2, 6, 7))
    assert mean_interval([1, 2, 6, 7]) == pytest.approx((-0.684434, 8.684434), abs=1e-6)
    assert mean_interval([5]) is None
    assert mean_interval([5, 5, 5]) == (5, 5)
