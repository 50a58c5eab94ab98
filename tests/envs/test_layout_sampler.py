"""LayoutSampler: one, several, or made for each game; all of one size."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pacgrid import Layout, LayoutError, State
from pacgrid.envs.layout_sampler import KEPT_STARTS, LayoutSampler, LevelOptions

NARROW = Layout.parse("%%%%%%\n%P.1.%\n%%%%%%")
OTHER = Layout.parse("%%%%%%\n%.P.1%\n%%%%%%")
BARE = Layout.parse("%%%%%%\n%.P..%\n%%%%%%")
WIDE = Layout.parse("%%%%%%%\n%P.1. %\n%%%%%%%")


TINY = "random:style=tiny"


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
        (TINY, {"levels": "train", "max_size": (7, 6)}, "is 8 x 6; max_size is 7 x 6, give a larg"),
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
