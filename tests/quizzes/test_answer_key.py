"""Keys: what they read, and what they accept."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.answer_forms import EXACT, REFUSED
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.quizzes.answer_key import (
    ChoiceKey,
    LeavesKey,
    NumberKey,
    SequenceKey,
    number_label,
    number_of,
    read_number,
)
from pacgrid.quizzes.quiz import quiz
from pacgrid.quizzes.quiz_tree import QuizError

LEAVES = tuple(quiz("book").questions[0].tree.leaves)  # 3 12 8, a (2) 4 6, 14 5 b (2)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("4 6", ["4", "6"]),
        ("4,6", ["4", "6"]),
        ("4; 6.0", ["4", "6"]),
        ("4 → 6", ["4", "6"]),
        ("a, 12/1", ["a", "12"]),
        ("none", []),
        ("  ", []),
        ("-", []),
    ],
)
def test_leaves_are_named_by_label_or_value(text: str, labels: list[str]) -> None:
    assert LeavesKey(LEAVES, frozenset()).read(text) == frozenset(labels)
    assert SequenceKey(LEAVES, ()).read(text) == tuple(labels)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4 7", "'7' is no leaf; the leaves are 3, 12, 8, a, 4, 6, 14, 5, b"),
        ("four", "'four' is no leaf; the leaves are 3, 12, 8, a, 4, 6, 14, 5, b"),
        ("2", "2 is the value of several leaves; name a or b"),
        ("4 6 4", "the leaf 4 is named twice"),
    ],
)
def test_other_words_are_refused(text: str, problem: str) -> None:
    with pytest.raises(QuizError, match=f"^{problem}$"):
        SequenceKey(LEAVES, ()).read(text)


@pytest.mark.parametrize(
    ("answer", "credit"),
    [("4 6", "1"), ("4", "1/2"), ("4 6 8", "1/2"), ("4 6 8 5", "0"), ("none", "0"), ("8", "0")],
)
def test_of_leaves_a_part_may_be_right(answer: str, credit: str) -> None:
    key = LeavesKey(LEAVES, frozenset({"4", "6"}))
    assert key.credit(key.read(answer)) == Fraction(credit)


def test_no_leaf_may_be_the_answer() -> None:
    key = LeavesKey(LEAVES, frozenset())
    assert key.text == "none"
    assert key.accepts(key.read("none"))
    assert not key.accepts(key.read("4"))


def test_an_order_is_right_as_a_whole() -> None:
    key = SequenceKey(LEAVES, ("3", "a"))
    assert key.accepts(key.read("3 a"))
    assert not key.accepts(key.read("a 3"))
    assert not key.accepts(key.read("3"))


@pytest.mark.parametrize(
    ("value", "tolerance", "answer", "is_right"),
    [
        (Fraction(1, 3), Fraction(1, 200), "0.33", True),
        (Fraction(1, 3), Fraction(1, 200), "1/3", True),
        (Fraction(1, 3), Fraction(1, 200), "0.34", False),
        (Fraction(3), Fraction(0), "3.001", False),
        (inf, Fraction(0), "∞", True),
        (-inf, Fraction(0), "∞", False),
        (inf, Fraction(0), "3", False),
        (Fraction(3), Fraction(0), "inf", False),
    ],
)
def test_numbers_may_be_as_far_off_as_the_key_says(
    value: Fraction | float, tolerance: Fraction, answer: str, is_right: bool
) -> None:
    key = NumberKey(value, tolerance)
    assert key.accepts(key.read(answer)) == is_right


def test_each_of_several_best_moves_is_right() -> None:
    key = ChoiceKey(("left", "right", "on"), frozenset({"left", "on"}))
    assert [key.accepts(key.read(each)) for each in (" LEFT ", "right", "on")] == [
        True,
        False,
        True,
    ]
    assert key.text == "left or on"
    with pytest.raises(QuizError, match="'up' is none of the options; write left, right or on"):
        key.read("up")


def test_a_leaf_is_named_by_its_value_as_it_is_drawn() -> None:
    tree = DrawnTree.parse("MAX\n  MIN: -0.16666666667 3\n  123456 none\n  5 a,b\n  5")
    leaves = tuple(quiz(tree).questions[0].tree.leaves)
    labels = [leaf.label for leaf in leaves]
    assert labels == ["−0.17", "3", "none", "a", "b"]
    key = SequenceKey(leaves, ())
    assert key.read("-0.17 3 123456") == ("−0.17", "3", "none")
    assert key.read("none") == ("none",)


def test_letters_only_differ_where_that_is_needed() -> None:
    key = ChoiceKey(("go", "GO", "stay"), frozenset({"GO"}))
    assert [key.read(each) for each in ("go", "GO", "STAY")] == ["go", "GO", "stay"]


@pytest.mark.parametrize("value", ["1369/9", "-100001/3", "2/3", "1/400"])
def test_a_rounded_key_accepts_its_own_text(value: str) -> None:
    key = NumberKey(Fraction(value), Fraction(1, 200))
    assert key.accepts(key.read(key.text))


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
