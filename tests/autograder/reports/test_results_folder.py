import csv
import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest

from helpers.grades import ASSIGNMENT, GAMES, GOOD, HIDDEN, ILL, MISSING, UNANSWERED, reflex
from helpers.report_formats import checked_page
from pacgrid.autograder.reports.results_folder import ResultsError, write_results


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_all_results_are_written(tmp_path):
    folder = tmp_path / "out"
    write_results(folder, ASSIGNMENT, [GOOD, ILL])
    assert sorted(path.relative_to(folder).as_posix() for path in files(folder)) == [
        *("feedback/good.html", "feedback/ill.html"),
        *("gradebook.csv", "grades.json", "index.html", "mistakes.csv"),
    ]
    table = folder / "gradebook.csv"
    assert table.read_bytes().startswith(b"\xef\xbb\xbfsubmission,"), "Excel needs it for Unicode"
    with table.open(encoding="utf-8-sig", newline="") as file:
        assert [row["submission"] for row in csv.DictReader(file)] == ["good.py", "ill.py"]
    assert json.loads((folder / "grades.json").read_bytes())["version"] == 2


def test_the_index_links_to_existing_files(tmp_path):
    batch = [GOOD, replace(GOOD, name="a b/../é?.py"), replace(GOOD, name="GOOD")]
    write_results(tmp_path, ASSIGNMENT, batch)
    page = checked_page((tmp_path / "index.html").read_text("utf-8"))
    links = [unquote(value) for _, name, value in page.attributes if name == "href"]
    assert len(links) == 3 + 3
    assert all((tmp_path / link).is_file() for link in links)
    write_results(tmp_path, ASSIGNMENT, [])
    assert "0 submissions" in (tmp_path / "index.html").read_text("utf-8")


def test_the_index_counts_who_handed_in_nothing_apart(tmp_path):
    write_results(tmp_path, ASSIGNMENT, [GOOD, MISSING])
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "1 submission · 1 missing · average 5 points · 0 couldn’t be tested" in page
    assert page.count("nothing handed in") == 2
    assert all(file.read_text("utf-8") for file in (tmp_path / "feedback").glob("Eve-Absent.*"))


def test_no_file_depends_on_the_time(tmp_path):
    slow = replace(GOOD, questions=(reflex(replace(GAMES, seconds=9), HIDDEN), UNANSWERED))
    for folder, grade in (("a", GOOD), ("b", slow)):
        write_results(tmp_path / folder, ASSIGNMENT, [grade, ILL])
    for file in files(tmp_path / "a"):
        content = file.read_bytes()
        assert b"\r" not in content
        again = tmp_path / "b" / file.relative_to(tmp_path / "a")
        assert content == again.read_bytes()


def test_a_file_that_cannot_be_written_is_named_in_one_line(tmp_path):
    (tmp_path / "gradebook.csv").mkdir()
    with pytest.raises(ResultsError, match=r"^.*gradebook\.csv: can't be written: .*$"):
        write_results(tmp_path, ASSIGNMENT, [GOOD])
