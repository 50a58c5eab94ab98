import json
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from helpers.copied_code import MINE, OTHER
from helpers.disguise import disguised
from pacgrid.cli import app
from pacgrid.cli.options import OptionError


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The submissions of three students, one of which is a copy."""
    monkeypatch.chdir(tmp_path)
    course = tmp_path / "course"
    course.mkdir()
    (course / "ada.py").write_text(MINE)
    (course / "bob.py").write_text(OTHER)
    (course / "eve.py").write_text(disguised(MINE, "all of it", 1))
    return course


def copies(*words: str) -> Result:
    return CliRunner().invoke(app, ["copies", "course", *words])


def pairs(*words: str) -> list[list[list[str]]]:
    done = copies("--json", "-", *words)
    assert done.exit_code == 0, done.output
    return [pair["submissions"] for pair in json.loads(done.stdout)["pairs"]]


def test_pairs_are_listed_with_reasons(course: Path) -> None:
    (course / "notes.docx").write_text("?")
    done = copies()
    assert done.exit_code == 0
    assert "3 submissions compared, also with" in done.stdout
    assert "no verdict" in done.stdout
    assert "of the rarer code is written alike" in done.stdout
    assert "notes: notes.docx is not a Python file" in done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_shipped_agent_that_is_handed_in_is_found(course: Path) -> None:
    shipped = (files("pacgrid.agents") / "max_n.py").read_text("utf-8")
    (course / "kim.py").write_text(shipped.replace("utility", "wealth") + "\n# mine\n")
    assert [["kim"], ["shipped: max_n"]] in pairs()
    assert [["kim"], ["shipped: max_n"]] not in pairs("--no-shipped")


def test_earlier_submissions_and_public_code_are_told_apart(course: Path) -> None:
    shutil.move(course / "ada.py", "kit.py")
    assert pairs("--no-shipped") == []
    assert pairs("--no-shipped", "--against", "kit.py") == [[["eve"], ["against: kit.py"]]]
    assert pairs("--no-shipped", "--against", "kit.py", "--public", "kit.py") == []


@pytest.mark.usefixtures("course")
def test_no_name_is_shown_if_it_is_anonymous() -> None:
    done = copies("--anonymous", "--no-shipped", "--out", "pages")
    pages = [path.read_text("utf-8") for path in Path("pages").rglob("*.html")]
    assert len(pages) == 2
    for text in (done.output, *pages):
        assert "submission 1" in text
        assert not {"ada", "eve"} & set(text.replace(".", " ").split())


@pytest.mark.usefixtures("course")
def test_results_of_other_submissions_are_noted() -> None:
    Path("grades.json").write_text(
        '{"format": "pacgrid grades", "submissions": [{"digest": "0", "questions": []}]}'
    )
    done = copies("--results", "grades.json")
    assert done.exit_code == 0
    assert "grades.json: has no grades of these submissions" in done.stderr


@pytest.mark.usefixtures("course")
def test_a_missing_path_is_named() -> None:
    done = copies("--against", "nowhere")
    assert isinstance(done.exception, OptionError)
    assert str(done.exception) == "nowhere: no such file"
