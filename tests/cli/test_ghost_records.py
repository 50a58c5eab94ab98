"""`pacgrid learn --ghost-records`."""

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


def learn(*words: str) -> Result:
    return run("learn", *words)


def total(path: str) -> int:
    counts = json.loads(Path(path).read_text())["counts"]
    return sum(sum(kinds.values()) for kinds in counts.values())


def test_a_model_is_learned_from_records_and_used() -> None:
    done = learn("both.json", "--ghost-records", "game-1.jsonl", "game-2.jsonl")
    assert done.exit_code == 0
    assert f"Learned from {total('both.json')} moves in " in done.output
    assert "Wrote both.json" in done.output
    repeated = learn("again.json", "--ghost-records=game-1.jsonl", "--ghost-records=game-2.jsonl")
    assert repeated.exit_code == 0
    assert Path("again.json").read_bytes() == Path("both.json").read_bytes()
    agent = "expectimax:depth=1,ghosts=learned_ghost:file=both.json"
    used = run("play", agent, "-l", "duel", "--view", "none", "--rounds", "2")
    assert used.exit_code == 0


def test_what_a_truncated_record_has_is_enough() -> None:
    lines = Path("game-1.jsonl").read_text().splitlines(keepends=True)
    Path("cut.jsonl").write_text("".join(lines[:-3]))
    assert learn("whole.json", "--ghost-records", "game-1.jsonl").exit_code == 0
    assert learn("cut.json", "--ghost-records", "cut.jsonl").exit_code == 0
    assert 0 < total("cut.json") < total("whole.json")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ghost.json", "none.jsonl"], "none.jsonl: can't be read: No such file or directory"),
        (["no/ghost.json", "game-1.jsonl"], "there is no directory no; make it first"),
        (["game-1.jsonl"], "game-1.jsonl: the name of a model must end in .json"),
        (["old.json", "old.json"], "old.json: is one of the records; name another file"),
        (["ghost.json", "game-1.jsonl", "-s", "1"], "plays no games; leave out --seed"),
        (["ghost.json", "game-1.jsonl", "--batch-size", "9"], "leave out --batch-size"),
    ],
)
def test_what_cannot_be_learned_is_said_in_one_line(words: list[str], message: str) -> None:
    Path("old.json").write_bytes(Path("game-1.jsonl").read_bytes())
    before = {file: file.read_bytes() for file in Path().iterdir()}
    done = learn("--ghost-records", "game-2.jsonl", *words)
    assert message in str(done.exception)
    assert {file: file.read_bytes() for file in Path().iterdir()} == before


def test_records_without_moves_of_ghosts_make_no_model() -> None:
    Path("start.jsonl").write_text(Path("game-1.jsonl").read_text().splitlines(keepends=True)[0])
    done = learn("ghost.json", "--ghost-records", "start.jsonl")
    assert "ghost.json: not written: no ghost chose a move" in str(done.exception)
    assert not Path("ghost.json").exists()


def test_records_without_the_option_name_it() -> None:
    done = learn("ghost.json", "game-1.jsonl")
    assert "game-1.jsonl: records come after --ghost-records" in str(done.exception)
