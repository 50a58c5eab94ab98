import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest

from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    HIDDEN,
    ILL,
    MISSING,
    UNANSWERED,
    reflex,
)
from helpers.report_formats import Page, checked_page
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.reports.feedback import (
    ResultsError,
    as_markdown,
    as_page,
    as_text,
    write_results,
)
from pacgrid.autograder.reports.student_view import student_view

FORMS = {"txt": as_text, "md": as_markdown, "html": as_page}


@pytest.mark.parametrize("form", FORMS)
def test_the_feedback_explains_every_result(form):
    def feedback(grade: Grade) -> str:
        return FORMS[form](student_view(ASSIGNMENT, grade))

    for part in (
        *("Tiny", "good.py", "Ada Lovelace", "al1815", "2 games on pocket", "won 1 of 2"),
        *("at least 1 win", "at least 2 wins", "reached", "missed", "pacgrid play"),
        *("not answered: no Minimax", "bubblewrap", "3f9a0c77b1d2", "Pacgrid 0"),
    ):
        assert part in feedback(GOOD)
    failed = Page(feedback(ILL)).text if form == "html" else feedback(ILL)
    assert "ValueError: [red]odd[/red] (a.py, line 3, in act)" in failed
    assert '  File "a.py", line 3' in failed
    assert re.search(r"Printed output:?\s+(```text\s+)?hello", failed)
    assert feedback(BROKEN).count("ValueError") == 1
    assert "answered" not in re.sub(r"\.card.*", "", feedback(BROKEN))
    assert "asked for 1,234 successors" in feedback(FULL)
    assert "7 of 7" in re.sub(r"<[^>]*>", "", feedback(FULL))
    assert "on the visible tests" in feedback(FULL)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_all_results_are_written(tmp_path):
    folder = tmp_path / "out"
    write_results(folder, ASSIGNMENT, [GOOD, ILL])
    assert sorted(path.relative_to(folder).as_posix() for path in files(folder)) == [
        *(f"feedback/{name}.{form}" for name in ("good", "ill") for form in ("html", "md", "txt")),
        *("gradebook.csv", "grades.json", "index.html", "junit.xml"),
    ]
    table = folder / "gradebook.csv"
    assert table.read_bytes().startswith(b"\xef\xbb\xbfsubmission,"), "Excel needs it for Unicode"
    with table.open(encoding="utf-8-sig", newline="") as file:
        assert [row["submission"] for row in csv.DictReader(file)] == ["good.py", "ill.py"]
    assert json.loads((folder / "grades.json").read_bytes())["version"] == 2
    assert ET.parse(folder / "junit.xml").getroot().get("tests") == "7"


def test_the_index_links_to_existing_files(tmp_path):
    batch = [GOOD, replace(GOOD, name="a b/../é?.py"), replace(GOOD, name="GOOD")]
    write_results(tmp_path, ASSIGNMENT, batch)
    page = checked_page((tmp_path / "index.html").read_text("utf-8"))
    links = [unquote(value) for _, name, value in page.attributes if name == "href"]
    assert len(links) == 3 * 3 + 3
    assert all((tmp_path / link).is_file() for link in links)
    write_results(tmp_path, ASSIGNMENT, [])
    assert "0 submissions" in (tmp_path / "index.html").read_text("utf-8")


def test_the_index_counts_who_handed_in_nothing_apart(tmp_path):
    write_results(tmp_path, ASSIGNMENT, [GOOD, MISSING])
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "1 submission · 1 missing · average 5 points · 0 couldn’t be tested" in page
    assert page.count("nothing handed in") == 2
    assert all(file.read_text("utf-8") for file in (tmp_path / "feedback").glob("Eve-Absent.*"))


def test_only_the_seconds_in_the_junit_file_depend_on_the_time(tmp_path):
    slow = replace(GOOD, questions=(reflex(replace(GAMES, seconds=9), HIDDEN), UNANSWERED))
    for folder, grade in (("a", GOOD), ("b", slow)):
        write_results(tmp_path / folder, ASSIGNMENT, [grade, ILL])
    for file in files(tmp_path / "a"):
        content = file.read_bytes()
        assert b"\r" not in content
        again = tmp_path / "b" / file.relative_to(tmp_path / "a")
        assert (content == again.read_bytes()) == (file.name != "junit.xml")


def test_a_file_that_cannot_be_written_is_named_in_one_line(tmp_path):
    (tmp_path / "gradebook.csv").mkdir()
    with pytest.raises(ResultsError, match=r"^.*gradebook\.csv: can't be written: .*$"):
        write_results(tmp_path, ASSIGNMENT, [GOOD])
