import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from helpers.accessibility import complaints
from helpers.browser import DESKTOP, MILLISECONDS, SMALL_PHONE, browser
from helpers.graded_class import GradedClass, graded_class
from helpers.grades import ASSIGNMENT, ATTACKS, GOOD, MISSING, reflex, secret
from helpers.report_formats import POLICY, Page, checked_page
from pacgrid.autograder.course.course_row import CourseRow
from pacgrid.autograder.reports.statistics.facts import AssignmentFacts
from pacgrid.autograder.reports.statistics.gathering import assignment_facts
from pacgrid.autograder.reports.statistics.ladder_facts import LadderFacts
from pacgrid.autograder.reports.statistics.page import statistics_page
from pacgrid.render.web.page import source_of

__all__ = ["browser"]
SCRIPT = (files("pacgrid.autograder.reports") / "templates" / "tables.js").read_text("utf-8")
LADDER = LadderFacts("Contest", {"Both roles": [-12, 3.5, 8]}, {"ghosts: exception": 2}, 90)
SHAPES = {"svg", "defs", "pattern", "path", "rect", "text", "figure", "figcaption", "script"}
FORM = {"label", "input", "select", "option", "output"}


def facts_of(made: GradedClass) -> AssignmentFacts:
    return assignment_facts(made.assignment, made.grades, made.course_rows, made.earlier)


@pytest.fixture(scope="module")
def facts() -> AssignmentFacts:
    return facts_of(graded_class(60))


def checked(text: str) -> Page:
    """The page, which has no tag and no attribute but ours, and no address but those in it."""
    policy = POLICY.replace(" base-uri", f" script-src {source_of(SCRIPT)}; base-uri")
    local = re.sub(r'href="#[\w-]+"', "", text)
    return checked_page(local, policy, SHAPES | FORM)


def test_the_page_shows_all_parts(facts: AssignmentFacts) -> None:
    page = checked(statistics_page([facts]))
    for words in (
        *("For staff: includes hidden tests", "Points in all, of 22 points", "Section 3"),
        *("exercise.1: 4. D", "prunes on equality", "From hand-in to hand-in"),
        *("Days before the deadline", "Hour of the day", "Successors: median", "de la Cruz"),
    ):
        assert words in page.text
    assert page.tags["svg"] > 20


def test_names_are_no_html(facts: AssignmentFacts) -> None:
    evil = "\"'></script><script>alert(1)</script><img src=x onerror=alert(1)>"
    first, *others = facts.students
    student = first.model_copy(update={"name": evil, "identifier": evil, "section": evil})
    shown = facts.model_copy(update={"title": evil, "students": [student, *others]})
    ladder = LadderFacts(evil, {evil: [1]}, {evil: 1}, 2)
    for text in (statistics_page([shown]), statistics_page([shown, facts], [ladder])):
        assert evil in checked(text).text


def test_each_chart_has_words_and_a_table(facts: AssignmentFacts) -> None:
    page = checked(statistics_page([facts], [LADDER]))
    charts = [value for tag, name, value in page.attributes if tag == "svg" and name == "role"]
    words = [value for tag, name, value in page.attributes if tag == "svg" and name == "aria-label"]
    assert len(charts) == len(words) == page.tags["figure"] == page.text.count("As a table") == 4
    assert re.search(r"1 day late: \d+, \d+ of them late", words[1])


def test_a_course_has_one_table_of_students(facts: AssignmentFacts) -> None:
    other = facts_of(graded_class(60, "Reasoning"))
    page = checked(statistics_page([facts, other], [LADDER]))
    assert "The course: statistics" in page.text
    assert page.text.count("Mistakes and limits") == 0
    assert "Reasoning of\xa022" in page.text
    assert "ghosts: exception" in page.text


def test_an_anonymous_page_says_neither_who_anybody_is_nor_what_is_hidden(
    facts: AssignmentFacts,
) -> None:
    text = statistics_page([facts], is_anonymous=True)
    page = checked(text)
    for student in facts.students:
        assert student.name not in text
        assert student.identifier not in text
        assert not student.submitted or student.submitted not in text
    assert "cunning" not in text
    assert "(hidden)" not in text
    assert "Without names and hidden tests" in page.text
    numbers = re.findall(r">Student (\d+)<", text)
    assert numbers == [str(number) for number in range(1, 61)]


def test_points_of_a_few_students_are_not_shown_without_names(facts: AssignmentFacts) -> None:
    students = list(facts.students)
    students[:2] = [each.model_copy(update={"section": "Evening"}) for each in students[:2]]
    few = facts.model_copy(update={"students": students})
    assert "Evening" in checked(statistics_page([few])).text
    assert "Evening" not in checked(statistics_page([few], is_anonymous=True)).text


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "Nobody has points yet"), (1, "One student is too few"), (2, "2 students handed in")],
)
def test_a_small_class_gets_plain_words(count: int, words: str) -> None:
    page = checked(statistics_page([facts_of(graded_class(count))]))
    assert words in page.text


def test_a_class_in_which_nobody_handed_in_gets_plain_words() -> None:
    page = checked(statistics_page([assignment_facts(ASSIGNMENT, [MISSING])]))
    assert "1 handed in nothing" in page.text
    assert "Nobody has points yet" in page.text
    assert "It isn’t known when anything was handed in" in page.text


def test_blind_codes_take_the_place_of_names() -> None:
    grade = replace(GOOD, name="K7Q2X-9FXM3", student="", identifier="K7Q2X-9FXM3")
    rows = {grade.name: CourseRow(section="A")}
    page = checked(statistics_page([assignment_facts(ASSIGNMENT, [grade], rows)]))
    assert page.text.count("K7Q2X-9FXM3") == 1


def test_names_and_sections_cannot_break_the_page() -> None:
    grades = [
        replace(
            GOOD,
            name=f"{number} {attack}",
            student=attack,
            identifier=f"{number}{attack}",
            questions=(reflex(secret()),),
        )
        for number, attack in enumerate(ATTACKS)
    ]
    rows = {grade.name: CourseRow(section=grade.student) for grade in grades}
    checked(statistics_page([assignment_facts(ASSIGNMENT, grades, rows)]))


@pytest.mark.slow
def test_the_page_of_2000_students_is_smaller_than_2_mb() -> None:
    assert len(statistics_page([facts_of(graded_class(2000))]).encode()) < 2_000_000


@pytest.fixture
def tab(browser: Any, facts: AssignmentFacts, tmp_path: Path) -> Iterator[Any]:
    """The page in a browser; nothing may be complained of or asked for."""
    path = tmp_path / "statistics.html"
    path.write_text(statistics_page([facts]), "utf-8")
    problems: list[str] = []
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, locale="nb")
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda asked: problems.append(asked.url) if "file:" not in asked.url else 0)
    page.goto(path.as_uri())
    yield page
    context.close()
    assert not problems


def rows(tab: Any) -> list[str]:
    """The students that are shown, as they are called."""
    return [
        text.split("\n")[0] for text in tab.locator(".people tbody th:visible").all_inner_texts()
    ]


@pytest.mark.slow
def test_names_are_sorted_as_in_the_readers_language(tab: Any) -> None:
    assert rows(tab)[0].startswith("Ada Berg")
    assert rows(tab)[-1].startswith("Åse"), "in Norwegian, å is the last letter"


@pytest.mark.slow
def test_the_keyboard_alone_sorts_finds_and_filters(tab: Any) -> None:
    tab.get_by_role("button", name="Total").focus()
    tab.keyboard.press("Enter")
    best = rows(tab)[0]
    tab.keyboard.press("Enter")
    assert rows(tab)[-1] == best or rows(tab)[0] != best
    tab.locator("#filter").focus()
    tab.keyboard.type("DE LA cruz")
    assert rows(tab)
    assert all("de la Cruz" in name for name in rows(tab))
    assert tab.locator("#shown").inner_text() == f"{len(rows(tab))} of 60 shown"
    tab.locator("#filter").fill("prunes on")
    assert 0 < len(rows(tab)) < 60
    tab.locator("#filter").fill("")
    tab.locator("#section").select_option("Section 2")
    assert len(rows(tab)) == 15


@pytest.mark.slow
def test_names_are_hidden_by_a_switch_and_the_order_does_not_tell_them(
    tab: Any, facts: AssignmentFacts
) -> None:
    tab.locator("#names").focus()
    tab.keyboard.press("Space")
    assert rows(tab) == [f"Student {number}" for number in range(1, 61)]
    seen = tab.locator("body").inner_text()
    assert not any(student.name in seen or student.identifier in seen for student in facts.students)
    assert "cunning" not in seen
    tab.locator("#filter").fill("de la Cruz")
    assert rows(tab) == [], "a name finds nobody"
    tab.locator("#filter").fill("")
    tab.keyboard.press("Tab")
    tab.locator("#names").uncheck()
    assert rows(tab)[0].startswith("Ada")


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(
    browser: Any, facts: AssignmentFacts, tmp_path: Path, scheme: str, width: int
) -> None:
    path = tmp_path / "statistics.html"
    other = facts_of(graded_class(20, "Reasoning"))
    path.write_text(statistics_page([facts, other], [LADDER]), "utf-8")
    assert complaints(browser, path.as_uri(), scheme, width) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, SMALL_PHONE])
@pytest.mark.parametrize("has_script", [True, False])
def test_the_page_fits_the_screen_with_and_without_scripts(
    browser: Any, facts: AssignmentFacts, tmp_path: Path, size: tuple[int, int], has_script: bool
) -> None:
    path = tmp_path / "statistics.html"
    path.write_text(statistics_page([facts]), "utf-8")
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, java_script_enabled=has_script
    )
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.locator("#filter").is_visible() == has_script
    assert page.locator(".people tbody tr").count() == 60
    body = page.locator("body").bounding_box()
    assert body
    assert body["width"] <= size[0]
    context.close()
