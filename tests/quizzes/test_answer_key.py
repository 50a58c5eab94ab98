"""Keys: what they say is right, and how answers may be written."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.quizzes.quiz import ChoiceKey, LeavesKey, NumberKey, number_of, quiz

LEAVES = tuple(quiz("book").questions[0].tree.leaves)  # 3 12 8, a (2) 4 6, 14 5 b (2)


@pytest.mark.parametrize(
    ("key", "text", "form"),
    [
        (NumberKey(Fraction(-3)), "−3", "a number, such as −3, 3/4, 0.75 or inf"),
        (NumberKey(Fraction(1, 3), Fraction(1, 200)), "0.33", "a number, such as"),
        (NumberKey(-inf), "−∞", "a number"),
        (LeavesKey(LEAVES, ()), "none", "leaves by value; those with a name by name, such as a"),
        (LeavesKey(LEAVES, ("3", "a"), in_order=True), "3, a", "leaves by value"),
        (ChoiceKey(("left", "right", "on"), frozenset({"left", "on"})), "left or on",
         "left, right or on"),
    ],
)  # fmt: skip
def test_a_key_says_the_right_answer_and_how_to_write_one(
    key: NumberKey | LeavesKey | ChoiceKey, text: str, form: str
) -> None:
    assert key.text == text
    assert key.form.startswith(form)


def test_a_leaf_is_called_by_its_value_as_it_is_drawn() -> None:
    tree = DrawnTree.parse("MAX\n  MIN: -0.16666666667 3\n  1234567 none\n  5 a,b\n  5")
    leaves = tuple(quiz(tree).questions[0].tree.leaves)
    assert [leaf.label for leaf in leaves] == ["−0.17", "3", "none", "a", "b"]


@given(st.integers(-(10**6), 10**6), st.integers(1, 100))
def test_a_sum_of_floats_is_the_number_that_was_meant(total: int, parts: int) -> None:
    value = sum(total / parts for _ in range(parts))
    assert number_of(value) == total
    assert number_of(-inf) == -inf
