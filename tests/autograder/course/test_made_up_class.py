"""A class of 120, from roster to gradebook and LMS files; with real workers."""

import csv
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from helpers.made_up_class import (
    GROUPS,
    MISSING,
    MadeUpClass,
    MadeUpStudent,
    write_class,
)
from pacgrid.cli import app

FILES = {
    "assignment": "look_ahead.toml",
    "roster": "gradebook.csv",
    "dates": "dates.toml",
    "groups": "groups.csv",
    "extensions": "extensions.csv",
    "times": "submissions.json",
}
OPTIONS = [word for name, file in FILES.items() for word in (f"--{name}", file)]


def pacgrid(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def grade(*words: str) -> Result:
    return pacgrid("grade", "submissions", *OPTIONS, "-j", "2", *words)


def rows(file: str) -> list[dict[str, str]]:
    with Path(file).open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.slow
def test_a_class_of_120_from_roster_to_lms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made_up = write_class(tmp_path)
    done = grade("--journal", "single.sqlite", "--out", "results", "--upload", "upload")
    assert done.exit_code == 0, done.output
    check_gradebook(made_up)
    check_upload(made_up)


def check_gradebook(made_up: MadeUpClass) -> None:
    found = {int(row["identifier"]): row for row in rows("results/gradebook.csv")}
    assert len(found) == len(made_up.students)

    def each(students: list[MadeUpStudent], column: str) -> list[str]:
        return [found[student.number][column] for student in students]

    assert each([*made_up.missing], "rule") == ["nothing handed in"] * MISSING
    assert each([*made_up.missing], "points that count") == [""] * MISSING
    assert all(each([*made_up.unreadable], "failure"))
    ill, *late = each([*made_up.late], "rule")
    assert ill == "extension until 2026-11-06 23:59 (ill); on time"
    assert all("late" in rule for rule in late)
    for group in made_up.groups:
        assert len(set(each([*group], "points that count"))) == 1
        assert len(each([*group], "with")[0].split("; ")) == len(group) - 1
    assert len({row["mistakes"] for row in found.values()}) > 50


def check_upload(made_up: MadeUpClass) -> None:
    """The roster comes back with grades, and is otherwise as it was."""
    title = "Look ahead (77)"
    before, after = rows("gradebook.csv"), rows("upload/gradebook.csv")
    assert len([row for row in after[1:] if not row[title]]) == MISSING
    assert [row | {title: ""} for row in after[1:]] == before[1:]
    assert len(made_up.groups) == GROUPS
