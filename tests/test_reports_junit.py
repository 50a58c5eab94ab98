from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.report_cards import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    HIDDEN,
    ILL,
    UNANSWERED,
    few,
    grades,
    reflex,
)
from pacgrid.autograder.reports.junit import junit
from pacgrid.common.sanitize import one_line

ATTRIBUTES = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors", "time", "skipped"},
    "properties": set(),
    "property": {"name", "value"},
    "testcase": {"name", "time", "classname"},
    "skipped": {"message"},
    "error": {"message", "type"},
    "failure": {"message", "type"},
    "system-out": set(),
}
"""By element: those of Jenkins' junit-10.xsd that are used here."""
CHILDREN = {
    "testsuites": ["testsuite"],
    "testsuite": ["properties", "testcase"],
    "properties": ["property"],
    "testcase": ["skipped", "error", "failure", "system-out"],
}
"""By element: what may be in it, in this order."""


def read(*batch) -> ET.Element:
    return ET.fromstring(junit(ASSIGNMENT, batch))


def case(root: ET.Element, number: int) -> ET.Element:
    return root.findall(".//testcase")[number]


def test_each_submission_is_a_suite_with_its_counts():
    root = read(GOOD, ILL, BROKEN)
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["good.py", "ill.py", "broken.py"]
    names = ("tests", "failures", "errors", "skipped")
    assert [[suite.get(name) for name in names] for suite in suites] == [
        ["3", "1", "0", "1"],
        ["4", "1", "2", "1"],
        ["2", "0", "2", "0"],
    ]
    assert [root.get(name) for name in names[:3]] == ["9", "2", "4"]


def test_missing_points_are_a_failure_that_says_what_was_missed():
    failure = case(read(GOOD), 0).find("failure")
    assert failure.get("message") == "2 of 3 points: won 1 of 2"
    assert "missed: at least 2 wins" in failure.text


def test_what_the_submission_did_wrong_is_an_error_with_its_lines():
    error = case(read(ILL), 0).find("error")
    assert error.get("message") == "game 1: ValueError: [red]odd[/red] (a.py, line 3, in act)"
    assert 'File "a.py", line 3' in error.text
    assert case(read(ILL), 0).find("system-out").text == "hello"
    assert case(read(BROKEN), 0).find("error") is not None


def test_an_unanswered_question_is_skipped_and_says_why():
    assert case(read(GOOD), 2).find("skipped").get("message") == "not answered: no Minimax"


def test_no_two_cases_are_called_the_same():
    root = read(replace(GOOD, questions=(reflex(HIDDEN, HIDDEN), UNANSWERED)), ILL)
    cases = [(each.get("classname"), each.get("name")) for each in root.iter("testcase")]
    assert len(set(cases)) == len(cases)


def test_times_are_seconds_and_add_up():
    slow = replace(
        GOOD, questions=(reflex(replace(GAMES, seconds=1.25), replace(HIDDEN, seconds=2)),)
    )
    root = read(slow, slow)
    assert [each.get("time") for each in root.iter("testcase")] == ["1.250", "2.000"] * 2
    assert root.find("testsuite").get("time") == "3.250"
    assert root.get("time") == "6.500"


def test_a_suite_says_where_it_was_graded():
    found = {each.get("name"): each.get("value") for each in read(GOOD).iter("property")}
    assert found["sandbox"] == "bubblewrap"
    assert (found["points"], found["possible_points"]) == ("5", "11")


def test_no_submission_links_to_a_file():
    outcome = replace(GAMES, output="[[ATTACHMENT|/etc/passwd]]")
    printed = case(read(replace(GOOD, questions=(reflex(outcome),))), 0).find("system-out").text
    assert printed == "[ [ATTACHMENT|/etc/passwd]]"


@pytest.mark.parametrize("grade", [GOOD, ILL, BROKEN, FULL], ids=lambda grade: grade.name)
def test_it_has_what_the_schema_has_and_no_more(grade):
    for element in read(grade).iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag]
        order = CHILDREN.get(element.tag, [])
        places = [order.index(child.tag) for child in element]
        assert places == sorted(places)


@few
@given(st.lists(grades, max_size=2))
def test_whatever_is_handed_in_it_is_xml_that_says_so(batch):
    root = read(*batch)
    assert [suite.get("name") for suite in root] == [one_line(grade.name) for grade in batch]
    assert {element.tag for element in root.iter()} <= set(ATTRIBUTES)
