"""Shards of `pacgrid grade`, most without workers."""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from helpers.grading import GOES_WEST, SOUND_EVALUATE, TINY, replace_workers, write
from pacgrid.autograder.batch import trial
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.batch.shard import Shard
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.cli import app

HIDDEN = TINY.replace('search = "alpha_beta"', 'search = "alpha_beta"\nvisibility = "hidden"')
MERGE = ("--merge", "shard-*.sqlite", "-o", "results")


def grade(*arguments: str) -> Result:
    options = ["-a", "tiny.toml", "-j", "1", "--sandbox", "process"]
    return CliRunner().invoke(app, ["grade", "submissions", *options, *arguments])


def shard(number: int, count: int = 3, *more: str, journal: str = "") -> Result:
    file = journal or f"shard-{number}.sqlite"
    return grade("--shard", f"{number}/{count}", "--journal", file, *more)


def line(result: Result) -> str:
    """The message of the error that ended the command."""
    assert result.exit_code == 1
    text = str(result.exception)
    assert text
    assert "\n" not in text
    return text


def written(folder: str) -> dict[str, bytes]:
    """What depends on the grades, not on the time that grading took."""
    times = {"junit", "statistics"}
    paths = [p for p in Path(folder).rglob("*") if p.is_file() and p.stem not in times]
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths}


def hand_in(count: int) -> None:
    """That many submissions, some of them equal, some of which can't be loaded or read."""
    folder = Path("submissions")
    folder.mkdir(exist_ok=True)
    for number in range(count):
        text = [GOES_WEST, SOUND_EVALUATE, "import nowhere", GOES_WEST + SOUND_EVALUATE][number % 4]
        write(folder, f"{text}\n# {number // 2 * 2}", f"student{number}.py")
    write(folder, "", "student.docx")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with an assignment with a hidden test and seven hand-ins."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    write(tmp_path, HIDDEN, "tiny.toml")
    hand_in(6)
    return tmp_path


@pytest.fixture
def runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tests that were run; there are no workers."""
    return replace_workers(monkeypatch)


def run_all(count: int = 3) -> None:
    """Every shard, in both phases."""
    for number in range(count, 0, -1):
        assert shard(number, count).exit_code == 0
    run_hidden(count)


def run_hidden(count: int = 3) -> None:
    code = grade(*MERGE).stdout.strip()
    for number in range(1, count + 1):
        assert shard(number, count, "--hidden", code).exit_code == 0


def test_merged_shards_are_one_run_byte_for_byte(runs):
    grade("-o", "single", "--journal", "single.sqlite")
    alone = runs.copy()
    runs.clear()
    run_all()
    assert sorted(runs) == sorted(alone)
    merged = grade(*MERGE)
    assert merged.exit_code == 0
    assert sorted(runs) == sorted(alone)
    assert written("results") == written("single")


def test_no_hidden_test_runs_before_the_merge_has_seen_all_visible_ones(runs):
    assert [shard(number).exit_code for number in (1, 3)] == [0, 0]
    assert runs
    assert not [run for run in runs if run.endswith("evaluate")]
    assert line(grade(*MERGE)) == (
        "of 3 shards, missing: 2. Run it again with the same command, then merge again"
    )
    assert "is not the code of this batch" in line(shard(1, 3, "--hidden", "guess"))
    shard(2)
    result = grade(*MERGE)
    code = result.stdout.strip()
    assert f"Now run every shard again, with --hidden {code}, then merge again" in result.stderr
    assert not Path("results").exists()
    assert "aren't done; run it without --hidden first" in line(
        shard(2, 3, "--hidden", code, journal="empty.sqlite")
    )
    shard(1, 3, "--hidden", code)
    shard(2, 3, "--hidden", code)
    assert line(grade(*MERGE)) == (
        f"of 3 shards, not finished: 3. Run it again with the same command and --hidden {code},"
        " then merge again"
    )


def test_without_hidden_tests_one_phase_is_enough(runs, folder):
    write(folder, TINY, "tiny.toml")
    said = [shard(number).stderr for number in (1, 2, 3)]
    assert "all tests of 2 of 7 submissions are done. Once all 3 shards are, merge them" in said[2]
    assert grade(*MERGE).exit_code == 0
    assert "student5" in Path("results/gradebook.csv").read_text()


def test_a_killed_shard_is_missed_by_number_and_goes_on(runs, monkeypatch):
    run_all()
    expected = len(runs)
    Path("shard-2.sqlite").unlink()
    with monkeypatch.context() as patch:
        patch.setattr("pacgrid.autograder.batch.journal.Journal.keep_used", interrupted)
        patch.setattr("pacgrid.autograder.batch.sharded_batch.ShardRecord.note_done", interrupted)
        assert shard(2).exit_code == 130
    assert "not finished: 2. " in line(grade(*MERGE))
    assert shard(2).exit_code == 0
    assert len(runs) < 2 * expected


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda: write(Path(), HIDDEN.replace("seed = 3", "seed = 4"), "tiny.toml"), "assignment"),
        (lambda: hand_in(7), "the submissions are others"),
        (lambda: Path("submissions/student1.py").write_text("x = 1"), "the submissions are others"),
    ],
)
def test_a_shard_of_something_else_is_refused_and_kept(runs, change: Callable[[], None], why: str):
    for number in (1, 2, 3):
        shard(number)
    before = Path("shard-1.sqlite").read_bytes()
    change()
    assert why in line(shard(1))
    assert why in line(grade(*MERGE))
    assert Path("shard-1.sqlite").read_bytes() == before


def test_other_engines_sandboxes_and_questions_are_named(runs, monkeypatch):
    for number in (1, 2, 3):
        shard(number)
    assert line(grade(*MERGE, "-q", "reflex")) == (
        "shard-1.sqlite: the assignment is another one; leave it out of --merge"
    )
    name = "pacgrid.autograder.batch.grading_version.engine_version"
    monkeypatch.setattr(name, lambda: "pacgrid 9")
    assert line(grade(*MERGE)) == (
        "shard-1.sqlite: the version of Pacgrid is another one; leave it out of --merge"
    )


def test_journals_that_are_no_shards_or_other_shards_are_refused(runs):
    shard(1)
    assert line(shard(2, journal="shard-1.sqlite")) == (
        "shard-1.sqlite: is the journal of shard 1/3; name another file"
    )
    assert "is one of 3 shards, not of 4" in line(shard(1, 4))
    shard(1, 4, journal="shard-other.sqlite")
    assert line(grade(*MERGE)) == (
        "shard-other.sqlite: it is one of 4 shards, not of 3; leave it out of --merge"
    )
    Path("shard-other.sqlite").unlink()
    grade("--journal", "shard-usual.sqlite")
    assert "is not the journal of a shard" in line(grade(*MERGE))
    assert "is not the journal of a shard" in line(shard(2, journal="shard-usual.sqlite"))
    assert line(grade("--merge", "nowhere-*.sqlite")) == "--merge nowhere-*.sqlite: no such journal"


def test_a_read_only_journal_is_named_with_what_to_do(runs, monkeypatch):
    run_all()
    monkeypatch.setattr("os.access", lambda path, _: Path(path).name != "shard-2.sqlite")
    assert line(grade(*MERGE)) == (
        "shard-2.sqlite: is read-only; copy it into a folder for the merge"
    )


def test_journals_that_disagree_are_named_and_nothing_is_written(runs):
    run_all()
    shutil.copy("shard-1.sqlite", "shard-again.sqlite")
    assert grade(*MERGE, "--journal", "agreed.sqlite").exit_code == 0
    with Journal(Path("shard-1.sqlite")) as journal:
        rows = dict(journal.results())
    key, result = next((k, r) for k, r in rows.items() if '"points": 1' in r or '"points":1' in r)
    changed = {
        **rows,
        key: result.replace('"points": 1', '"points": 0').replace('"points":1', '"points":0'),
    }
    Path("shard-again.sqlite").unlink()
    with Journal(Path("shard-again.sqlite")) as journal:
        journal.store_all(changed.items())
    assert line(grade(*MERGE)) == (
        f"shard-1.sqlite and shard-again.sqlite: disagree about the result {key[:12]};"
        " leave one of them out"
    )
    with closing(sqlite3.connect("pacgrid-journal.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM results").fetchone() == (0,)


def test_the_time_that_a_test_took_is_no_disagreement(runs):
    run_all()
    with Journal(Path("shard-1.sqlite")) as journal:
        known = dict(journal.results())
    for name in ("seconds", "cpu_seconds"):
        rows = {k: re.sub(rf'("{name}": ?)[^,}}]+', r"\g<1>2.5", r) for k, r in known.items()}
        assert rows != known
        with Journal(Path(f"shard-{name}.sqlite")) as journal:
            journal.store_all(rows.items())
    assert grade(*MERGE).exit_code == 0


def test_what_a_fault_of_pacgrid_kept_from_the_journals_is_tried_again(runs, monkeypatch):
    run = trial.run

    def faulty(submission: Submission, *more: Any) -> Any:
        if submission.name == "student3":
            raise RuntimeError("a fault")
        return run(submission, *more)

    monkeypatch.setattr(trial, "run", faulty)
    assert grade("-o", "single", "--journal", "single.sqlite").exit_code == 1
    run_all()
    assert grade(*MERGE).exit_code == 1
    assert "a fault of Pacgrid" in Path("results/gradebook.csv").read_text()
    assert Path("results/gradebook.csv").read_bytes() == Path("single/gradebook.csv").read_bytes()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--shard", "8/7"), "shards are numbered from 1 to 7"),
        (("--shard", ""), "write NUMBER/COUNT"),  # such as of a variable that isn't set
        (("--shard", "1/7", "--merge", "x"), "either --shard or --merge"),
        (("--shard", "1/7", "--no-journal"), "--shard needs a journal"),
        (("--shard", "1/7", "-o", "results"), "give --out with --merge"),
        (("--shard", "1/7", "--fast"), "leave out --shard"),
        (("--hidden", "abc"), "goes with --shard"),
        (("shard-2.sqlite", "--merge", "shard-1.sqlite"), "in quotes"),
    ],
)
def test_options_that_do_not_go_together_are_refused(folder, options, why):
    assert why in line(grade(*options))


def test_a_shard_has_a_journal_of_its_own_by_default(runs):
    assert grade("--shard", "2/3").exit_code == 0
    assert Path("pacgrid-shard-2-of-3.sqlite").is_file()


@pytest.mark.slow
def test_2000_submissions_in_40_shards_of_which_5_are_killed(runs, monkeypatch):
    hand_in(2_000)
    grade("-o", "single", "--journal", "single.sqlite")
    killed = (3, 11, 12, 29, 40)

    def kill(number: int) -> None:
        """Ends the shard after some of its tests."""
        record = Journal.store
        left = 10 + number

        def store(journal: Journal, key: str, result: str) -> str:
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return record(journal, key, result)

        with monkeypatch.context() as patch:
            patch.setattr(Journal, "store", store)
            assert shard(number, 40).exit_code == 130

    for number in killed:
        kill(number)
    for number in {*range(1, 41)} - {*killed}:
        assert shard(number, 40).exit_code == 0
    assert "not finished: 3, 11-12, 29, 40. " in line(grade(*MERGE))
    for number in killed:
        assert shard(number, 40).exit_code == 0
    run_hidden(40)
    assert grade(*MERGE).exit_code == 0
    assert written("results") == written("single")


@pytest.mark.slow
def test_six_submissions_with_workers_in_three_shards(folder):
    grade("-o", "single", "--journal", "single.sqlite")
    run_all()
    assert grade(*MERGE).exit_code == 0
    assert written("results") == written("single")
    assert {str(Shard(n, 3)) for n in (1, 2, 3)} == {"1/3", "2/3", "3/3"}
