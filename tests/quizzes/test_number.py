"""Numbers as people write them."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.answer_forms import EXACT, REFUSED
from pacgrid.quizzes.number import number_label, number_of, read_number
from pacgrid.quizzes.quiz_error import QuizError


@pytest.mark.parametrize(("text", "value"), EXACT.items())
def test_a_number_is_read_in_many_forms(text: str, value: Fraction | float) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_number_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(QuizError) as refused:
        read_number(text)
    assert "write it as −3, 3/4, 0.75 or inf" in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.fractions(-(10**9), 10**9, max_denominator=999))
def test_what_is_written_is_read_again(number: Fraction) -> None:
    assert read_number(number_label(number)) == number


@given(st.integers(-(10**6), 10**6), st.integers(1, 100))
def test_a_sum_of_floats_is_the_number_that_was_meant(total: int, parts: int) -> None:
    value = sum(total / parts for _ in range(parts))
    assert number_of(value) == total
    assert number_of(-inf) == -inf
