"""Levels: numbered mazes, of which none is in two splits, and which of them a game gets."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid import Layout, LayoutError, State
from pacgrid.envs.levels import (
    KEPT_STARTS,
    GivenLevels,
    LayoutSampler,
    LevelError,
    LevelOptions,
    MadeLevels,
    MazeLevels,
    is_family,
    split_of,
)
from pacgrid.maze_generator.generator import generate
from pacgrid.maze_generator.maze_options import MazeOptions
from pacgrid.maze_generator.wall_grid import MazeSymmetry

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


NARROW = Layout.parse("%%%%%%\n%P.1.%\n%%%%%%")
OTHER = Layout.parse("%%%%%%\n%.P.1%\n%%%%%%")
BARE = Layout.parse("%%%%%%\n%.P..%\n%%%%%%")
WIDE = Layout.parse("%%%%%%%\n%P.1. %\n%%%%%%%")


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_a_name_a_file_and_a_layout_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / "duel.lay"
    file.write_text(str(Layout.load("duel")))
    layouts = ("duel", file, str(file), Layout.load("duel"))
    starts = [LayoutSampler(layout).sample(rng()) for layout in layouts]
    assert len(set(starts)) == 1


def test_mazes_are_named_as_layouts_are() -> None:
    names = [f"random:seed={seed},size=15x9,ghosts=3" for seed in range(3)]
    sampler = LayoutSampler(names)
    assert [layout.name[:25] for layout in sampler.layouts] == [
        f"random:version=1,seed={seed},s" for seed in range(3)
    ]
    assert (sampler.width, sampler.height, sampler.num_ghosts) == (15, 9, 3)


def test_layouts_are_drawn_by_the_seed() -> None:
    sampler = LayoutSampler([NARROW, OTHER])
    drawn = [sampler.sample(generator) for generator in [rng(3)] for _ in range(20)]
    assert len(set(drawn)) == 2
    generator = rng(3)
    assert [sampler.sample(generator) for _ in range(20)] == drawn


def test_a_function_makes_a_layout_for_each_game() -> None:
    sampler = LayoutSampler(lambda rng: NARROW if rng.random() < 0.5 else OTHER)
    generator = rng()
    assert len({sampler.sample(generator) for _ in range(20)}) == 2


def test_ghosts_can_be_left_out() -> None:
    assert LayoutSampler("medium").num_ghosts == 2
    assert LayoutSampler("medium", 1).sample(rng()).num_agents == 2
    assert LayoutSampler("medium", 0).sample(rng()).num_agents == 1
    assert LayoutSampler([NARROW, BARE], 0).num_ghosts == 0


def test_layouts_that_differ_in_size_or_ghosts_are_refused() -> None:
    with pytest.raises(LayoutError, match=r"is 7 x 3 and .* is 6 x 3; .* must have the same size"):
        LayoutSampler([NARROW, WIDE])
    with pytest.raises(LayoutError, match=r"has 0 ghosts, but .* plays with 1; .*num_ghosts=0"):
        LayoutSampler([NARROW, BARE])
    with pytest.raises(LayoutError, match=r"has 1 ghosts, but .* plays with 0; .*num_ghosts=0"):
        LayoutSampler([BARE, NARROW])
    made = iter([NARROW, WIDE])
    sampler = LayoutSampler(lambda rng: next(made))
    with pytest.raises(LayoutError, match="same size"):
        sampler.sample(rng())


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(LayoutError, match="no such layout"):
        LayoutSampler("nowhere")
    with pytest.raises(ValueError, match="not 3"):
        LayoutSampler([NARROW, 3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="at least one"):
        LayoutSampler([])
    with pytest.raises(ValueError, match="0 to 1, not 2"):
        LayoutSampler(NARROW, 2)
    for odd in (True, 1.0, "1"):
        with pytest.raises(ValueError, match="num_ghosts must be a whole number, not"):
            LayoutSampler(NARROW, odd)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="layout must be a name, a file, a Layout"):
        LayoutSampler(3)  # type: ignore[arg-type]
    with pytest.raises(LayoutError, match="no food"):
        LayoutSampler(Layout(("%%%%", "%P %", "%%%%")))


def test_a_family_gives_levels_of_one_size() -> None:
    sampler = LayoutSampler(TINY, options=LevelOptions("train", 100))
    assert (sampler.width, sampler.height, sampler.num_ghosts) == (8, 6, 1)
    generator = rng(3)
    levels = [sampler.draw(generator) for _ in range(20)]
    assert len(set(levels)) > 15
    assert max(levels) < 100
    assert sampler.start(7) == State.initial(sampler.layout(7))


def test_boards_up_to_a_size_may_be_mixed() -> None:
    sampler = LayoutSampler([NARROW, WIDE], options=LevelOptions(max_size=(9, 5)))
    assert (sampler.width, sampler.height) == (9, 5)
    assert len({sampler.sample(generator) for generator in [rng()] for _ in range(20)}) == 2


def test_many_levels_are_drawn_without_keeping_all() -> None:
    sampler = LayoutSampler(TINY, options=LevelOptions("all"))
    for level in range(KEPT_STARTS + 2):
        sampler.start(level)
    assert len(sampler._starts) == KEPT_STARTS
    assert 0 not in sampler._starts


@pytest.mark.parametrize(
    ("layout", "options", "message"),
    [
        (TINY, {}, "random:style=tiny: no seed; give levels='train', 'test' or 'all', or write"),
        ("duel", {"levels": "train"}, "levels='train' needs a family .*; layout is 'duel'"),
        (f"{TINY},seed=7", {"levels": "test"}, "without a seed, such as .*tiny,seed=7'"),
        ([NARROW, OTHER], {"num_levels": 5}, "num_levels=5 needs a family .*; layout is given"),
        (lambda rng: NARROW, {"levels": "train"}, "needs a family .*; layout is a function"),
        ([TINY, "duel"], {"levels": "train"}, "a family of mazes, and layouts; give only one"),
        ("random:size=3x3", {"levels": "train"}, "no maze in style arcade is 3x3; it can be 9x7"),
        (TINY, {"levels": "trian"}, "not 'trian'; did you mean 'train'"),
        (
            TINY,
            {"levels": "train", "max_size": (7, 6)},
            "is 8 x 6; max_size is 7 x 6, give a larg",
        ),
        ([NARROW, WIDE], {"max_size": (6, 9)}, "is 7 x 3; max_size is 6 x 9"),
        (
            [TINY, "random:style=arcade"],
            {"levels": "all"},
            "must have the same size, or give max_s",
        ),
        ([TINY, f"{TINY},ghosts=2"], {"levels": "all"}, "has 2 ghosts, .* give num_ghosts=1"),
        (NARROW, {"max_size": 21}, r"max_size must be columns and rows, such as \(21, 11\)"),
        (NARROW, {"max_size": (21, 999)}, "each at most 255"),
        (NARROW, {"max_size": "21x11"}, "not '21x11'"),
    ],
)
def test_wrong_levels_are_one_clear_line(
    layout: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises((LayoutError, ValueError), match=message) as error:
        LayoutSampler(layout, options=LevelOptions(**options))
    assert "\n" not in str(error.value)


WALLS = ("%%%%%%", "%P...%", "%.%%.%", "%....%", "%%%%%%")


def test_only_the_walls_decide() -> None:
    emptied = tuple(row.replace(".", " ").replace("P", "G") for row in WALLS)
    assert split_of(emptied) == split_of(WALLS)


@pytest.mark.parametrize("seed", range(10))
def test_mirrored_and_turned_mazes_are_for_the_same(seed: int) -> None:
    rows = generate(MazeOptions.of(seed, "tiny", symmetry=MazeSymmetry.NONE))
    upside_down = rows[::-1]
    mirrored = tuple(row[::-1] for row in rows)
    turned = tuple("".join(column) for column in zip(*upside_down, strict=True))
    assert len({split_of(image) for image in (rows, upside_down, mirrored, turned)}) == 1


def test_a_quarter_is_for_tests_on_every_machine() -> None:
    splits = [split_of(generate(MazeOptions.of(seed, size=(13, 9)))) for seed in range(60)]
    assert [seed for seed, split in enumerate(splits[:20]) if split == "test"] == [
        *(0, 3, 5, 6, 7, 11, 13, 18)
    ]
    assert splits.count("test") == 21
