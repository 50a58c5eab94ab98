import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pacgrid.cli import app


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = "-l hunting -n 2 --rounds 20 --view none --save game.jsonl -g random_ghost -j 1"
    assert run("play", "random_agent", *options.split()).exit_code in (0, 1)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def total(path: str) -> int:
    counts = json.loads(Path(path).read_text())["counts"]
    return sum(sum(kinds.values()) for kinds in counts.values())


def test_a_model_is_learned_from_records_and_used() -> None:
    done = run("learn-ghost", "game-1.jsonl", "game-2.jsonl", "-o", "both.json")
    assert done.exit_code == 0
    assert f"Learned from {total('both.json')} moves in " in done.output
    assert "Wrote both.json" in done.output
    agent = "expectimax:depth=1,ghosts=learned_ghost:file=both.json"
    used = run("play", agent, "-l", "duel", "--view", "none", "--rounds", "2")
    assert used.exit_code == 0


def test_one_ghost_of_a_truncated_record_is_enough() -> None:
    lines = Path("game-1.jsonl").read_text().splitlines(keepends=True)
    Path("cut.jsonl").write_text("".join(lines[:-3]))
    assert run("learn-ghost", "cut.jsonl", "-o", "all.json").exit_code == 0
    assert run("learn-ghost", "cut.jsonl", "-o", "first.json", "--ghost", "1").exit_code == 0
    assert 0 < total("first.json") < total("all.json")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.jsonl"], "none.jsonl: can't be read: No such file or directory"),
        (["game-1.jsonl", "--ghost", "9"], "ghost.json: not written: no ghost chose a move"),
        (["game-1.jsonl", "-o", "no/ghost.json"], "there is no directory no; make it first"),
    ],
)
def test_what_cannot_be_learned_is_said_in_one_line(words: list[str], message: str) -> None:
    done = run("learn-ghost", *words)
    assert message in str(done.exception)
    assert not Path("ghost.json").exists()
