"""Levels: numbered mazes, of which none is in two splits, and which of them a game gets."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid import Layout, State
from pacgrid.envs import (
    GhostEnv,
    MultiVectorEnv,
    PacgridAEC,
    PacgridParallel,
    PacmanEnv,
    PacmanVectorEnv,
)
from pacgrid.envs.levels import (
    LayoutSampler,
    LevelError,
    MadeLevels,
    MazeLevels,
    _first_maze,
    is_family,
    load_state,
    random_position,
    split_of,
)
from pacgrid.errors import LayoutError
from pacgrid.maze_generator.generator import MazeOptions, generate

FAMILY = "random:size=13x9,ghosts=1,food=0.2"


def test_no_maze_is_to_learn_from_and_to_test_on() -> None:
    """Of a small size, in which many seeds make the same maze."""
    family = "random:size=12x10"
    made = {
        split: {MazeLevels([family], split).layout(level).walls for level in range(40)}
        for split in ("train", "test")
    }
    assert not made["train"] & made["test"]
    assert min(map(len, made.values())) < 40


@settings(max_examples=15)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["train", "test"]))
def test_a_level_is_made_again_from_its_name(level: int, split: str) -> None:
    layout = MazeLevels([FAMILY], split).layout(level)  # type: ignore[arg-type]
    assert Layout.load(layout.name) == layout
    assert split_of(layout.rows) == split


def test_a_level_is_the_same_however_many_there_are() -> None:
    few, many = MazeLevels([FAMILY], "test", 10), MazeLevels([FAMILY], "test")
    assert [few.layout(n).name for n in range(10)] == [many.layout(n).name for n in range(10)]


def test_all_levels_have_the_seed_of_their_number() -> None:
    assert MazeLevels([FAMILY], "all").layout(7) == Layout.load(f"{FAMILY},seed=7")


def test_families_take_turns() -> None:
    levels = MazeLevels([FAMILY, "random:size=9x7"], "all")
    names = [levels.layout(level).name for level in range(4)]
    assert [name.split(",")[1] for name in names] == ["seed=0", "seed=0", "seed=1", "seed=1"]
    assert ["9x7" in name for name in names] == [False, True, False, True]


def test_a_name_without_a_seed_is_a_family() -> None:
    families = (
        "random",
        "random:",
        "random:size=13x9,ghosts=1,food=0.2",
        "random:size=21x11,version=1",
    )
    mazes = ("random:seed=7", "random:size=9x7, seed = 7", "medium")
    assert all(map(is_family, families))
    assert not any(map(is_family, mazes))
    for family in families:
        assert MazeLevels([family]).layout(3).name.startswith("random:version=1,seed=3,")


@pytest.mark.parametrize(
    "sampler",
    [
        LayoutSampler(FAMILY, levels="train", num_levels=10),
        LayoutSampler([Layout.load("duel")] * 10),
    ],
)
def test_a_level_that_is_not_there_is_refused(sampler: LayoutSampler) -> None:
    for level in (10, -1):
        with pytest.raises(LevelError, match=f"no level {level}; the levels are 0 to 9"):
            sampler.layout(level)
    with pytest.raises(ValueError, match=r"^level must be a whole number, not 1\.5$"):
        sampler.layout(1.5)  # type: ignore[arg-type]


def test_a_family_without_a_test_maze_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pacgrid.envs.levels.split_of", lambda rows: "train")
    _first_maze.cache_clear()
    with pytest.raises(LevelError, match=f"level 3: {FAMILY} has no maze for test in 400"):
        MazeLevels([FAMILY], "test").layout(3)


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


def test_layouts_are_drawn_by_the_seed() -> None:
    sampler = LayoutSampler([NARROW, OTHER])
    drawn = [sampler.sample(generator) for generator in [rng(3)] for _ in range(20)]
    assert len(set(drawn)) == 2
    generator = rng(3)
    assert [sampler.sample(generator) for _ in range(20)] == drawn


def test_the_layouts_of_a_function_must_be_alike() -> None:
    made = iter([NARROW, WIDE])
    sampler = LayoutSampler(lambda rng: next(made))
    with pytest.raises(LayoutError, match="same size"):
        sampler.sample(rng())


def test_a_function_makes_a_layout_for_each_game() -> None:
    sampler = LayoutSampler(lambda rng: NARROW if rng.random() < 0.5 else OTHER)
    generator = rng()
    assert len({sampler.sample(generator) for _ in range(20)}) == 2


def test_ghosts_can_be_left_out() -> None:
    assert LayoutSampler("medium").num_ghosts == 2
    assert LayoutSampler("medium", 1).sample(rng()).num_agents == 2
    assert LayoutSampler("medium", 0).sample(rng()).num_agents == 1
    assert LayoutSampler([NARROW, BARE], 0).num_ghosts == 0


def test_a_family_gives_levels_of_one_size() -> None:
    sampler = LayoutSampler(FAMILY, levels="train", num_levels=100)
    assert (sampler.width, sampler.height, sampler.num_ghosts) == (13, 9, 1)
    generator = rng(3)
    levels = [sampler.draw(generator) for _ in range(20)]
    assert len(set(levels)) > 15
    assert max(levels) < 100
    assert sampler.start(7) == State.initial(sampler.layout(7))


def test_boards_up_to_a_size_may_be_mixed() -> None:
    sampler = LayoutSampler([NARROW, WIDE], max_size=(9, 5))
    assert (sampler.width, sampler.height) == (9, 5)
    assert len({sampler.sample(generator) for generator in [rng()] for _ in range(20)}) == 2


def test_levels_that_come_again_are_kept_for_all_environments() -> None:
    one, other = (LayoutSampler(FAMILY, levels="train", num_levels=200) for _ in range(2))
    starts = [one.start(level) for level in range(200)]
    assert all(one.start(level) is starts[level] is other.start(level) for level in range(200))
    endless = LayoutSampler(FAMILY, levels="train")
    assert endless.start(7) == endless.start(7)
    assert endless.start(7) is not endless.start(7)


@pytest.mark.parametrize(
    ("layout", "options", "message"),
    [
        (FAMILY, {}, f"{FAMILY}: no seed; give levels='train', 'test' or 'all', or write"),
        ("duel", {"levels": "train"}, "levels='train' needs a family .*; layout is 'duel'"),
        (f"{FAMILY},seed=7", {"levels": "test"}, "without a seed, such as .*,seed=7'"),
        ([NARROW, OTHER], {"num_levels": 5}, "num_levels=5 needs a family .*; layout is given"),
        (lambda rng: NARROW, {"levels": "train"}, "needs a family .*; layout is a function"),
        ([FAMILY, "duel"], {"levels": "train"}, "a family of mazes, and layouts; give only one"),
        ("random:size=3x3", {"levels": "train"}, "no maze is 3x3; it can be 9x7"),
        ("random:style=tinny", {"levels": "all"}, "no style 'tinny'; the style is arcade"),
        ("random:style=caves", {"levels": "all"}, "random:style=caves isn't here any more"),
        ("random:sed=7", {"levels": "all"}, "random:sed=7: no option 'sed'; did you mean 'seed'"),
        (FAMILY, {"levels": "trian"}, "not 'trian'; did you mean 'train'"),
        (FAMILY, {"levels": "validation"}, "must be 'train', 'test' or 'all', not 'validation'$"),
        (FAMILY, {"levels": "all", "num_levels": 0}, "whole number from 1 to 4,294,967,296, not 0"),
        (FAMILY, {"levels": "all", "num_levels": 2.5}, r"num_levels must be .*, not 2\.5"),
        ("nowhere", {}, "no such layout"),
        ([NARROW, 3], {}, "layout must be a name, a file, a Layout, .* not 3"),
        (3, {}, "layout must be a name, a file, a Layout"),
        ([], {}, "at least one"),
        (NARROW, {"num_ghosts": True}, "num_ghosts must be a whole number, not True"),
        (Layout(("%%%%", "%P %", "%%%%")), {}, "no food"),
        ([NARROW, WIDE], {}, "is 7 x 3 and .* is 6 x 3; .* must have the same size"),
        ([NARROW, BARE], {}, "has 0 ghosts, but .* plays with 1; .*num_ghosts=0"),
        ([BARE, NARROW], {}, "has 1 ghosts, but .* plays with 0; .*num_ghosts=0"),
        (
            FAMILY,
            {"levels": "train", "max_size": (12, 9)},
            "is 13 x 9; max_size is 12 x 9, give a larg",
        ),
        ([NARROW, WIDE], {"max_size": (6, 9)}, "is 7 x 3; max_size is 6 x 9"),
        (
            [FAMILY, "random:style=arcade"],
            {"levels": "all"},
            "must have the same size, or give max_s",
        ),
        (
            [FAMILY, "random:size=13x9,ghosts=2"],
            {"levels": "all"},
            "has 2 ghosts, .* give num_ghosts=1",
        ),
        (NARROW, {"max_size": (21, 999)}, "each at most 255"),
        (NARROW, {"max_size": "21x11"}, "not '21x11'"),
    ],
)
def test_wrong_layouts_and_levels_are_one_clear_line(
    layout: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises((LayoutError, ValueError), match=message) as error:
        LayoutSampler(layout, **options)
    assert "\n" not in str(error.value)


WALLS = ("%%%%%%", "%P...%", "%.%%.%", "%....%", "%%%%%%")


def test_only_the_walls_decide() -> None:
    emptied = tuple(row.replace(".", " ").replace("P", "G") for row in WALLS)
    assert split_of(emptied) == split_of(WALLS)


@pytest.mark.parametrize("seed", range(10))
def test_mirrored_and_turned_mazes_are_for_the_same(seed: int) -> None:
    rows = generate(MazeOptions(seed=seed, size=(13, 9)))
    upside_down = rows[::-1]
    mirrored = tuple(row[::-1] for row in rows)
    turned = tuple("".join(column) for column in zip(*upside_down, strict=True))
    assert len({split_of(image) for image in (rows, upside_down, mirrored, turned)}) == 1


def test_a_quarter_is_for_tests_on_every_machine() -> None:
    splits = [split_of(generate(MazeOptions(seed=seed, size=(13, 9)))) for seed in range(60)]
    assert [seed for seed, split in enumerate(splits[:20]) if split == "test"] == [
        *(0, 3, 5, 6, 7, 11, 13, 18)
    ]
    assert splits.count("test") == 21


HALL = Layout.parse("""
%%%%%%%%%
%P  .  1%
% .   . %
%%%%%%%%%
""")
LATER = """
%%%%%%%%%
% P  1  %
% .   . %
%%%%%%%%%
score: 7
"""
HALLS = LayoutSampler(HALL)
ALONE = LayoutSampler(HALL, 0)
WON = "%%%%%%%%%\n%P     1%\n%       %\n%%%%%%%%%"
LOST = f"{HALL}\nlost"
GHOST_TO_MOVE = f"{HALL}\nto move: ghost 1"


@pytest.mark.parametrize(
    "make", [PacmanEnv, GhostEnv, PacgridAEC, PacgridParallel, PacmanVectorEnv, MultiVectorEnv]
)
@pytest.mark.parametrize("given", [LATER, load_state(LATER, HALLS), 1])
def test_every_environment_starts_from_a_position(make: Any, given: Any) -> None:
    env = make(layout=HALL)
    expected = load_state(given, HALLS)
    for _ in range(2):
        env.reset(seed=1, options={"state": given})
        state = env.batch.state(0) if hasattr(env, "batch") else env.game
        if make is GhostEnv:  # Pac-Man has moved
            assert state in [expected.successor(action) for action in expected.legal_actions()]
        else:
            assert state == expected
    env.reset(seed=1)
    state = env.batch.state(0) if hasattr(env, "batch") else env.game
    assert make is GhostEnv or state == State.initial(HALL)


def test_ghosts_of_a_text_have_the_homes_of_the_layout() -> None:
    state = load_state(LATER, HALLS)
    assert (state.ghosts[0].position, state.maze.homes, state.score) == ((5, 2), ((7, 2),), 7)
    elsewhere = f"{LATER}ghost 1: (5, 2) west, home (6, 1)"
    assert load_state(elsewhere, HALLS).maze.homes == ((6, 1),)
    unknown = LayoutSampler(lambda _rng: HALL)
    assert load_state(LATER, unknown).maze.homes == ((5, 2),)


def test_a_position_from_a_seed_is_always_the_same() -> None:
    sampler = LayoutSampler("hunting")
    positions = [load_state(seed, sampler) for seed in range(30)]
    assert positions == [load_state(np.int64(seed), sampler) for seed in range(30)]
    assert len({*positions}) > 20
    assert all(state.to_move == 0 and not state.is_terminal for state in positions)


def test_a_random_position_goes_on() -> None:
    start = State.initial(Layout.parse("%%%%%%\n%P. 1%\n%%%%%%"))  # nobody lives for long
    for seed in range(20):
        state = random_position(start, np.random.default_rng(seed))
        assert not state.is_terminal
        assert state.to_move == 0


@pytest.mark.parametrize(
    ("given", "sampler", "message"),
    [
        (State.initial(Layout.load("duel")), HALLS, "is 9 x 5 with 2 ghosts, the .* with 1 ghost"),
        (LATER, ALONE, "the state is 9 x 4 with 1 ghost, the .* are 9 x 4 with 0 ghosts"),
        (WON, HALLS, r"the game of the state is over \(won\); give one that goes on"),
        (LOST, HALLS, r"is over \(lost\)"),
        (GHOST_TO_MOVE, HALLS, "in the state it is ghost 1's turn; here a round starts with Pac-"),
        ("%%%%\n%PQ%\n%%%%", HALLS, r"options\['state'\]:2:3: unknown character 'Q'"),
        (-1, HALLS, r"must be a State, a position drawn as text, or a seed from 0 up, not -1"),
        (True, HALLS, "not True"),
        (1.5, HALLS, r"not 1\.5"),
    ],
)
def test_what_can_not_be_played_is_refused(
    given: Any, sampler: LayoutSampler, message: str
) -> None:
    with pytest.raises((ValueError, LayoutError), match=message):
        load_state(given, sampler, whole_rounds=True)


def test_in_turns_a_ghost_may_begin() -> None:
    env = PacgridAEC(layout=HALL)
    env.reset(options={"state": GHOST_TO_MOVE})
    assert env.agent_selection == "ghost_0"
    env.step(3)
    assert env.agent_selection == "pacman_0"
