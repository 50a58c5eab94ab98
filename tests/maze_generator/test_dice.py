"""The random choices of mazes."""

from hypothesis import given
from hypothesis import strategies as st

from pacgrid.maze_generator.dice import Dice


def test_the_sequence_is_the_same_with_every_python() -> None:
    dice = Dice("a fixed text")
    assert [dice.below(100) for _ in range(8)] == [61, 64, 70, 83, 69, 37, 75, 65]
    assert "".join(dice.shuffled("abcdefgh")) == "edcahbgf"
    assert dice.part("walls").share() == 0.3294393745955675


def test_parts_do_not_depend_on_what_was_drawn() -> None:
    used, fresh = Dice("seed"), Dice("seed")
    used.share()
    assert used.part("food").share() == fresh.part("food").share()
    assert fresh.part("food").share() != fresh.part("walls").share()


@given(st.text(), st.lists(st.integers(), min_size=1))
def test_shuffling_keeps_and_choosing_takes_what_is_there(text: str, items: list[int]) -> None:
    dice = Dice(text)
    assert sorted(dice.shuffled(items)) == sorted(items)
    assert dice.choice(items) in items
    assert 3 <= dice.between(3, 5) <= 5
