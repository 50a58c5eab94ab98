"""`pacgrid dataset`: every line is a position of the game, with exact values."""

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from pacgrid import Layout, State
from pacgrid.action import action_of
from pacgrid.cli import app
from pacgrid.solutions.solve import solve

QUICK = ("-n", "2", "--rounds", "9", "-j", "1")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def dataset(*words: str) -> Result:
    return CliRunner().invoke(app, ["dataset", *words])


def moves(name: str = "m.jsonl") -> list[dict[str, Any]]:
    header, *rows = map(json.loads, Path(name).read_text().splitlines())
    assert header["pacgrid"] == "moves with exact values"
    return rows


def test_values_are_those_of_the_solution_and_regrets_follow() -> None:
    done = dataset("pocket", "-a", "random_agent", "-g", "random_ghost", *QUICK, "-o", "m.jsonl")
    assert done.exit_code == 0, done.exception
    from pacgrid.agents.random_ghost import RandomGhost

    solution = solve(Layout.load("pocket"), ghosts=RandomGhost(), path="p.solution", rounds=None)
    rows = moves()
    assert {row["seed"] for row in rows} == {0, 1}
    for row in rows:
        state = State.parse(row["state"])
        values = dict(zip(map(action_of, row["legal"]), row["values"], strict=True))
        assert tuple(values) == state.legal_actions()
        assert values == pytest.approx(solution.action_values(state), abs=1e-3)
        lost = max(values.values()) - values[action_of(row["action"])]
        assert row["regret"] == pytest.approx(lost, abs=2e-3)


def test_consecutive_rows_are_one_game() -> None:
    dataset("pocket", "-a", "reflex", "-g", "optimal_ghost", *QUICK, "-o", "m.jsonl")
    rows = [row for row in moves() if row["seed"] == 0]
    assert [row["round"] for row in rows] == list(range(len(rows)))
    for row, after in pairwise(rows):
        position = State.parse(row["state"]).successor(action_of(row["action"]))
        later = State.parse(after["state"])
        assert any(position.successor(action) == later for action in position.legal_actions())


def test_the_same_command_writes_the_same_lines_packed_or_not() -> None:
    words = ("pocket", "closet", "-a", "random_agent", "-g", "directional_ghost", *QUICK)
    for name in ("a.jsonl", "b.jsonl", "c.jsonl.gz"):
        assert dataset(*words, "-o", name).exit_code == 0
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()
    assert gzip.decompress(Path("c.jsonl.gz").read_bytes()) == Path("a.jsonl").read_bytes()
    assert {row["layout"] for row in moves("a.jsonl")} == {"pocket", "closet"}


def test_a_game_is_written_once_however_often_it_is_named() -> None:
    once = ("pocket", "-a", "random_agent", "-g", "random_ghost")
    for name, words in (("a.jsonl", once), ("b.jsonl", once + once)):
        assert dataset(*words, *QUICK, "-o", name).exit_code == 0
    assert moves("a.jsonl") == moves("b.jsonl")


@pytest.mark.slow
def test_the_number_of_processes_does_not_matter() -> None:
    for jobs in ("1", "2"):
        words = ("pocket", "-n", "3", "--rounds", "9", "-j", jobs, "-o", f"{jobs}.jsonl")
        assert dataset(*words).exit_code == 0
    assert Path("1.jsonl").read_bytes() == Path("2.jsonl").read_bytes()


LOST = "from pacgrid import Agent\nclass Lost(Agent):\n    def act(self, state): return None\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pocket", "-o", "m.csv"], "m.csv: a dataset is written as .jsonl or .jsonl.gz"),
        (["pocket", "-o", "no/m.jsonl"], "no/m.jsonl: there is no directory no"),
        (["pokket", "-o", "m.jsonl"], "did you mean 'pocket'?"),
        (["medium", "-o", "m.jsonl"], "medium is too large to solve"),
        (["pocket", "-g", "minimax_team", "-o", "m.jsonl"], "its chances aren't known"),
        (["pocket", "-a", "refelx", "-o", "m.jsonl"], "did you mean 'reflex'?"),
        (["pocket", "-a", "keyboard", "-o", "m.jsonl"], "the keyboard can't take part"),
        (["pocket", "-a", "lost.py", "-o", "m.jsonl"], "returned None"),
    ],
)
def test_bad_input_is_an_error_of_one_line_and_writes_nothing(
    words: list[str], message: str
) -> None:
    Path("lost.py").write_text(LOST)
    done = dataset(*words, *QUICK)
    assert done.exit_code == 1
    assert message in str(done.exception)
    assert "\n" not in str(done.exception)
    assert [path.name for path in Path().iterdir() if path.is_file()] == ["lost.py"]
