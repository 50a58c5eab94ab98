"""Suites: what the shipped ones are, and what is wrong in others."""

from pathlib import Path

import pytest

from pacgrid.suites.suite import Suite, SuiteError, shipped_suites

GROUP = """
[[groups]]
name = "mine"
layouts = ["pocket"]
ghosts = ["random_ghost"]
games = 2
rounds = 9
"""


def test_the_shipped_suites_are_v1_and_a_quick_part_of_it() -> None:
    assert shipped_suites() == ["v1", "v1-quick"]
    whole, quick = map(Suite.load, shipped_suites())
    for group, part in zip(whole.groups, quick.groups, strict=True):
        assert group.name == part.name
        assert {lay.name for lay in part.layouts} < {lay.name for lay in group.layouts}
        assert part.ghosts == group.ghosts


@pytest.mark.parametrize("name", ["v1", "v1-quick"])
def test_held_out_mazes_have_seeds_of_their_own_and_the_styles_of_the_training_mazes(
    name: str,
) -> None:
    groups = {group.name: group.layouts for group in Suite.load(name).groups}
    training, held_out = (
        [dict(part.split("=") for part in lay.name.split(":")[1].split(",")) for lay in layouts]
        for layouts in (groups["training"], groups["held-out"])
    )
    assert [maze["style"] for maze in training] == [maze["style"] for maze in held_out]
    assert all(int(maze["seed"]) < 900_000 for maze in training)
    assert all(int(maze["seed"]) > 900_000 for maze in held_out)


def test_a_suite_can_be_a_file_with_boards_beside_it(tmp_path: Path) -> None:
    (tmp_path / "lane.lay").write_text("%%%%%\n%P.1%\n%%%%%\n")
    file = tmp_path / "mine.toml"
    file.write_text(f'title = "Mine"\n{GROUP.replace("pocket", "lane.lay")}')
    (group,) = Suite.load(str(file)).groups
    assert group.layouts[0].rows[1] == "%P.1%"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"titel = 'x'\n{GROUP}", "unknown key 'titel'; did you mean 'title'?"),
        (f'title = "x"\n{GROUP}{GROUP}', "the board pocket is there twice; name it once"),
        (f'title = "x"\n{GROUP.replace("2", "0")}', "games: "),
        (f'title = "x"\n{GROUP.replace("random_", "optimal_")}', "needs solved = true"),
        (f'title = "x"\n{GROUP}opening = 1\nsolved = true\n', "leave out opening"),
        ('title = "x', "mine.toml:1"),
        ('title = "x"\ngroups = []', "groups: "),
    ],
)
def test_what_is_wrong_in_a_suite_is_said_in_one_line(
    tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(SuiteError) as caught:
        Suite.load(str(file))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_suite_is_an_error_with_those_that_there_are() -> None:
    with pytest.raises(SuiteError, match="no suite 'v1-quik'; did you mean 'v1-quick'"):
        Suite.load("v1-quik")
    with pytest.raises(SuiteError, match="no suite 'atari'; the suites are v1, v1-quick"):
        Suite.load("atari")
    with pytest.raises(SuiteError, match=r"none.toml: no such file"):
        Suite.load("none.toml")
