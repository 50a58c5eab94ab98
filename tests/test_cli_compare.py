"""`pacgrid compare`, as it is typed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pacgrid import Record
from pacgrid.cli import app
from pacgrid.cli.compare import compare
from pacgrid.cli.contest import contest_table, differences
from pacgrid.cli.setup import SetupError, arrange
from pacgrid.cli.summary import Result
from pacgrid.game import Limits
from pacgrid.layout import Layout

QUICK = ("--layout", "training", "--view", "none")


@pytest.fixture
def pacgrid(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """Runs a command where there is no screen; what it printed."""
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> str:
        result = CliRunner().invoke(app, words, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


def results(*scores: int) -> list[Result]:
    return [
        Result(seed, "Won", won=True, score=score, rounds=9, forfeit=None, reason="", details="",
               pacman_seconds=0.9)
        for seed, score in enumerate(scores)
    ]  # fmt: skip


def test_all_play_the_very_same_games(pacgrid: Callable[..., str]) -> None:
    text = pacgrid("compare", "reflex", "reflex", *QUICK, "-n", "3", "--json", "-")
    one, other = json.loads(text)["contestants"]
    assert one["agents"] == other["agents"]
    scores = [[game["score"] for game in each["games"]] for each in (one, other)]
    assert scores[0] == scores[1]
    assert [game["seed"] for game in one["games"]] == [0, 1, 2]


def test_two_games_are_drawn_and_told_and_saved_apart(pacgrid: Callable[..., str]) -> None:
    text = pacgrid(
        "compare", "random_agent", "reflex", "-l", "training", "--view", "terminal",
        "--seed", "5", "--save", "race.json",
    )  # fmt: skip
    records = [Record.load(f"race-{number}.json") for number in (1, 2)]
    assert [record.agents[0] for record in records] == ["random_agent", "reflex"]
    assert {record.seed for record in records} == {5}
    assert "one game on training, against random_ghost" not in text
    for record in records:
        assert str(record.score) in text


def test_a_table_says_who_is_ahead_of_the_first_in_the_same_games() -> None:
    found = [results(10, 20, 30), results(11, 22, 33), results(9, 19, 29)]
    assert differences(found) == {
        "ahead of the first": ["+2.0", "-1.0"],
        "  95 % interval ": ["-0.5 to 4.5", "-1.0 to -1.0"],
    }
    setup = arrange(Layout.load("small"), "reflex", (), limits=Limits())
    table = contest_table(["a", "b", "c"], found, setup)
    assert table.title == "the same 3 games on small, against directional_ghost x 2"
    assert [str(column.header) for column in table.columns] == ["", "a", "b", "c"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"agents": ["reflex"]}, "2 to 4 agents, not 1"),
        ({"agents": ["reflex"] * 5}, "2 to 4 agents, not 5"),
        ({"agents": ["keyboard", "keyboard"]}, "one keyboard"),
        ({"agents": ["reflex", "reflex"], "ghosts": ["keyboard"]}, "one keyboard"),
    ],
)
def test_what_can_not_be_compared_is_said(options: dict[str, list[str]], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        compare(**options)  # type: ignore[arg-type]
