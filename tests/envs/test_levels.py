"""Levels: numbered mazes, of which none is in two splits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid import Layout
from pacgrid.envs.levels import GivenLevels, LevelError, MadeLevels, MazeLevels, is_family
from pacgrid.layout import LayoutError
from pacgrid.maze_generator.split import split_of

TINY = "random:style=tiny"


def test_no_maze_is_to_learn_from_and_to_test_on() -> None:
    """Of the smallest style, in which many seeds make the same maze."""
    family = "random:style=tiny,size=6x5"
    made = {
        split: {MazeLevels([family], split).layout(level).walls for level in range(40)}
        for split in ("train", "test")
    }
    assert not made["train"] & made["test"]
    assert min(map(len, made.values())) < 40


@settings(max_examples=15)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["train", "test"]))
def test_a_level_is_made_again_from_its_name(level: int, split: str) -> None:
    layout = MazeLevels([TINY], split).layout(level)  # type: ignore[arg-type]
    assert Layout.load(layout.name) == layout
    assert split_of(layout.rows) == split


def test_a_level_is_the_same_however_many_there_are() -> None:
    few, many = MazeLevels([TINY], "test", 10), MazeLevels([TINY], "test")
    assert [few.layout(n).name for n in range(10)] == [many.layout(n).name for n in range(10)]


def test_all_levels_have_the_seed_of_their_number() -> None:
    assert MazeLevels([TINY], "all").layout(7) == Layout.load(f"{TINY},seed=7")


def test_families_take_turns() -> None:
    levels = MazeLevels([TINY, "random:style=arcade,size=9x7"], "all")
    names = [levels.layout(level).name for level in range(4)]
    assert [name.split(",")[1] for name in names] == ["seed=0", "seed=0", "seed=1", "seed=1"]
    assert ["arcade" in name for name in names] == [False, True, False, True]


def test_a_name_without_a_seed_is_a_family() -> None:
    families = ("random", "random:", "random:style=tiny", "random:size=21x11,version=1")
    mazes = ("random:seed=7", "random:style=tiny, seed = 7", "medium")
    assert all(map(is_family, families))
    assert not any(map(is_family, mazes))
    for family in families:
        assert MazeLevels([family]).layout(3).name.startswith("random:version=1,seed=3,")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["random:size=3x3"],), r"random:size=3x3: no maze in style arcade is 3x3; it can be 9x7"),
        ((["random:style=tinny"],), "random:style=tinny: no style 'tinny'; did you mean 'tiny'"),
        ((["random:style=caves"],), "random:style=caves: random:style=caves isn't here any more"),
        ((["random:sed=7"],), "random:sed=7: no option 'sed'; did you mean 'seed'"),
        (([TINY], "trian"), "must be 'train', 'test' or 'all', not 'trian'; did you mean 'train'"),
        (([TINY], "validation"), "must be 'train', 'test' or 'all', not 'validation'$"),
        (([TINY], "train", 0), "num_levels must be 1 to 4294967296, or None, not 0"),
        (([TINY], "train", 2.5), "num_levels must be a whole number, not 2.5"),
    ],
)
def test_wrong_families_are_refused_in_one_line(
    arguments: tuple[object, ...], message: str
) -> None:
    with pytest.raises((LayoutError, ValueError), match=message) as error:
        MazeLevels(*arguments)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


def test_a_level_that_is_not_there_is_refused() -> None:
    given = GivenLevels((Layout.load("duel"),) * 10)
    for levels in (MazeLevels([TINY], "train", 10), given, MadeLevels(lambda _: "duel", 10)):
        for level in (10, -1):
            with pytest.raises(LevelError, match=f"no level {level}; the levels are 0 to 9"):
                levels.layout(level)


@pytest.mark.parametrize("levels", [GivenLevels((Layout.load("small"),)), MazeLevels([TINY])])
def test_a_level_that_is_not_a_number_is_refused(levels: GivenLevels | MazeLevels) -> None:
    with pytest.raises(ValueError, match=r"^level must be a whole number, not 1\.5$"):
        levels.layout(1.5)  # type: ignore[arg-type]


def test_a_family_without_a_test_maze_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pacgrid.envs.levels.split_of", lambda rows: "train")
    with pytest.raises(LevelError, match=r"level 3: random:style=tiny has no maze for test in 400"):
        MazeLevels([TINY], "test").layout(3)


def test_a_family_in_which_no_maze_fits_is_refused() -> None:
    family = "random:style=tiny,size=6x5,ghosts=9"
    with pytest.raises(LayoutError, match=f"{family}: tiny with .* doesn't fit on 6x5; try fewer"):
        MazeLevels([family]).layout(0)


def test_a_function_is_called_with_the_generator_of_its_level() -> None:
    levels = MadeLevels(lambda rng: Layout((f"%{rng.integers(10**9)}%",)))
    expected = np.random.default_rng(8).integers(10**9)
    assert levels.layout(8).rows == (f"%{expected}%",)


def test_an_error_of_a_function_names_its_level() -> None:
    def broken(rng: np.random.Generator) -> str:
        return "duel" if rng.random() < 2 / 0 else ""

    message = r"level 8: layout=broken failed when called with default_rng\(8\): ZeroDivisionError"
    with pytest.raises(LevelError, match=message):
        MadeLevels(broken).layout(8)
    with pytest.raises(LevelError, match=r"level 5: layout=<lambda> failed .*no such layout"):
        MadeLevels(lambda rng: "nowhere").layout(5)
