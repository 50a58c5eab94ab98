"""The random choices of mazes."""

from hypothesis import given
from hypothesis import strategies as st

from pacgrid.maze_generator.wall_grid import SeededChoices


def test_the_sequence_is_the_same_with_every_python() -> None:
    choices = SeededChoices("a fixed text")
    assert [choices.below(100) for _ in range(8)] == [61, 64, 70, 83, 69, 37, 75, 65]
    assert "".join(choices.shuffled("abcdefgh")) == "edcahbgf"
    assert choices.fork("walls").below(10**15) == 329439374595567


def test_parts_do_not_depend_on_what_was_drawn() -> None:
    used, fresh = SeededChoices("seed"), SeededChoices("seed")
    used.below(9)
    assert used.fork("food").below(9**9) == fresh.fork("food").below(9**9)
    assert fresh.fork("food").below(9**9) != fresh.fork("walls").below(9**9)


@given(st.text(), st.lists(st.integers(), min_size=1))
def test_shuffling_keeps_what_is_there(text: str, items: list[int]) -> None:
    choices = SeededChoices(text)
    assert sorted(choices.shuffled(items)) == sorted(items)
    assert 3 <= choices.between(3, 5) <= 5
