import csv
import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from helpers.report_cards import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    HIDDEN,
    ILL,
    SECRET,
    UNANSWERED,
    few,
    grades,
    reflex,
    secret,
)
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.reports.feedback import (
    ResultsError,
    as_markdown,
    as_page,
    as_text,
    index_page,
    write_results,
)
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.common.sanitize import one_line

FORMS = {"txt": as_text, "md": as_markdown, "html": as_page}
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def told(form: str, grade: Grade) -> str:
    return FORMS[form](student_view(ASSIGNMENT, grade))


class Page(HTMLParser):
    """The tags of a page, their attributes, and the text outside of the style sheet."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self.odd: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert not self._open

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in {"meta", "br"}:
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if "style" not in self._open:
            self.text += data

    def handle_comment(self, data):
        self.odd.append(data)

    handle_pi = unknown_decl = handle_comment


TAGS = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "main",
        "section",
        "nav",
        "footer",
    ),
    *("h1", "h2", "h3", "div", "p", "bdi", "strong", "span", "a", "ul", "li", "code", "pre", "br"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd", "footer"),
}
LINKS = re.compile(
    r"#question-\d+|feedback/[\w.-]+\.(html|md|txt)|gradebook\.csv|grades\.json|junit\.xml"
)
STYLES = re.compile(r"--reached: [\d.]+%")


def check(page: str) -> Page:
    """The page, in which there is no tag and no attribute but ours."""
    read = Page(page)
    assert set(read.tags) <= TAGS
    assert not read.odd
    assert ("meta", "content", POLICY) in read.attributes
    for _, name, value in read.attributes:
        assert not name.startswith("on")
        assert name not in {"src", "srcset", "action", "data", "background"}
        assert name != "href" or LINKS.fullmatch(value)
        assert name != "style" or STYLES.fullmatch(value)
    return read


# What it says.


@pytest.mark.parametrize("form", FORMS)
def test_a_student_is_told_everything_that_helps(form):
    text = told(form, GOOD)
    for part in (
        *("Tiny", "good.py", "Ada Lovelace", "al1815", "2 games on pocket", "won 1 of 2"),
        *("at least 1 win", "at least 2 wins", "reached", "missed", "pacgrid play"),
        *("not answered: no Minimax", "bubblewrap", "3f9a0c77b1d2", "Pacgrid 0"),
    ):
        assert part in text


@pytest.mark.parametrize("form", FORMS)
def test_a_failure_is_told_with_the_own_lines_and_what_was_printed(form):
    text = Page(told(form, ILL)).text if form == "html" else told(form, ILL)
    assert "ValueError: [red]odd[/red] (a.py, line 3, in act)" in text
    assert '  File "a.py", line 3' in text
    assert re.search(r"Printed output:?\s+(```text\s+)?hello", text)
    assert "expanded 1,234 states" in told(form, FULL)


@pytest.mark.parametrize("form", FORMS)
def test_a_file_that_can_not_be_loaded_says_why_once(form):
    assert told(form, BROKEN).count("ValueError") == 1
    assert "answered" not in re.sub(r"\.card.*", "", told(form, BROKEN))


# Hidden tests.


@pytest.mark.parametrize("form", FORMS)
def test_nothing_of_a_hidden_test_is_shown_but_the_points_of_all_of_them(form):
    text = told(form, replace(GOOD, questions=(reflex(GAMES, secret()), UNANSWERED)))
    assert SECRET not in text
    assert "98765" not in text
    assert "98,765" not in text
    assert re.search("idden tests: 4 points, not shown here", text)


@pytest.mark.parametrize("form", FORMS)
def test_what_comes_of_hidden_tests_and_how_many_there_are_changes_no_byte(form):
    one, two = (
        told(form, replace(GOOD, questions=(reflex(*outcomes), UNANSWERED)))
        for outcomes in ([GAMES, HIDDEN], [secret(1), GAMES, secret(2)])
    )
    assert one == two


@pytest.mark.parametrize("form", FORMS)
def test_nothing_says_that_all_is_well_when_there_are_hidden_tests(form):
    text = re.sub(r"<style>.*</style>", "", told(form, FULL), flags=re.DOTALL)
    assert "7 of 7" in re.sub(r"<[^>]*>", "", text)
    assert "on the visible tests" in text
    assert not re.search(r"\ball\b[^.\n]*\bpass|passed|perfect|complete|full marks", text, re.I)


# Strangers.


@few
@given(grades)
def test_whatever_is_handed_in_a_page_has_our_tags_and_says_what_was_said(grade):
    page = check(told("html", grade))
    assert one_line(grade.name) in page.text
    assert one_line(grade.student) in page.text
    if grade.failure:
        assert one_line(grade.failure.message) in page.text


@few
@given(st.lists(grades, min_size=1, max_size=2, unique_by=lambda grade: grade.name))
def test_whatever_is_handed_in_the_index_has_our_tags(batch):
    page = check(index_page(ASSIGNMENT, batch))
    assert all(one_line(grade.student) in page.text for grade in batch)


@few
@given(grades)
def test_whatever_is_handed_in_markdown_has_our_headings_and_no_links(grade):
    text = told("md", grade)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    kinds = {token.type for token in tokens}
    kinds |= {child.type for token in tokens for child in token.children or ()}
    assert not kinds & {"html_block", "html_inline", "image", "link_open", "code_block"}
    headings = [
        tokens[number + 1].content for number, t in enumerate(tokens) if t.type == "heading_open"
    ]
    ours = {"Tiny", "What went wrong", "What to look at", "Printed output"}
    assert all(heading in ours or heading.startswith("reflex") for heading in headings)


@few
@given(grades)
def test_whatever_is_handed_in_no_feedback_commands_a_terminal_or_turns_the_writing(grade):
    for form in FORMS:
        text = told(form, grade)
        text.encode()
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)


# The folder.


def test_all_results_are_written(tmp_path):
    write_results(tmp_path / "out", ASSIGNMENT, [GOOD, ILL])
    found = sorted(str(p.relative_to(tmp_path / "out").as_posix()) for p in files(tmp_path))
    assert found == [
        *(f"feedback/{name}.{form}" for name in ("good", "ill") for form in ("html", "md", "txt")),
        *("gradebook.csv", "grades.json", "index.html", "junit.xml"),
    ]
    with (tmp_path / "out/gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["submission"] for row in csv.DictReader(file)] == ["good.py", "ill.py"]
    assert json.loads((tmp_path / "out/grades.json").read_bytes())["version"] == 2
    assert ET.parse(tmp_path / "out/junit.xml").getroot().get("tests") == "7"


def test_excel_is_told_that_the_gradebook_is_unicode(tmp_path):
    write_results(tmp_path, ASSIGNMENT, [GOOD])
    assert (tmp_path / "gradebook.csv").read_bytes().startswith(b"\xef\xbb\xbfsubmission,")


def test_the_index_links_to_files_that_are_there(tmp_path):
    batch = [GOOD, replace(GOOD, name="a b/../é?.py"), replace(GOOD, name="GOOD")]
    write_results(tmp_path, ASSIGNMENT, batch)
    page = check((tmp_path / "index.html").read_text("utf-8"))
    links = [unquote(value) for _, name, value in page.attributes if name == "href"]
    assert len(links) == 3 * 3 + 3
    assert all((tmp_path / link).is_file() for link in links)


def test_results_are_the_same_byte_for_byte_whatever_time_it_took(tmp_path):
    slow = replace(GOOD, questions=(reflex(replace(GAMES, seconds=9), HIDDEN), UNANSWERED))
    for folder, grade in (("a", GOOD), ("b", slow)):
        write_results(tmp_path / folder, ASSIGNMENT, [grade, ILL])
    for file in files(tmp_path / "a"):
        content = file.read_bytes()
        assert b"\r" not in content
        again = tmp_path / "b" / file.relative_to(tmp_path / "a")
        assert (content == again.read_bytes()) == (file.name != "junit.xml")


def test_what_can_not_be_written_is_named_in_a_line(tmp_path):
    (tmp_path / "gradebook.csv").mkdir()
    with pytest.raises(ResultsError, match=r"gradebook\.csv: can't be written: ") as error:
        write_results(tmp_path, ASSIGNMENT, [GOOD])
    assert "\n" not in str(error.value)


def test_no_grades_are_no_trouble(tmp_path):
    write_results(tmp_path, ASSIGNMENT, [])
    assert "0 submissions" in (tmp_path / "index.html").read_text("utf-8")


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
