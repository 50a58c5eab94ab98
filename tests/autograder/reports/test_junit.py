from dataclasses import replace
from xml.etree import ElementTree as ET

from helpers.diagnoses import diagnosed_grade, diagnosis, outcome
from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    GAMES,
    GOOD,
    HIDDEN,
    ILL,
    MISSING,
    UNANSWERED,
    reflex,
)
from helpers.report_formats import checked_suites
from pacgrid.autograder.model.diagnosis import Finding
from pacgrid.autograder.model.evaluation_report import EvaluationReport, EvaluationWarning
from pacgrid.autograder.reports.junit import junit
from pacgrid.common.failure import Failure


def read(*batch) -> ET.Element:
    return checked_suites(junit(ASSIGNMENT, batch))


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
    properties = {each.get("name"): each.get("value") for each in suites[0].iter("property")}
    assert properties["sandbox"] == "bubblewrap"
    assert (properties["points"], properties["possible_points"]) == ("5", "11")


def test_missing_points_are_failures_errors_and_skipped_cases():
    failure = case(read(GOOD), 0).find("failure")
    assert failure.get("message") == "2 of 3 points: won 1 of 2"
    assert "missed: at least 2 wins" in failure.text
    assert case(read(GOOD), 2).find("skipped").get("message") == "not answered: no Minimax"
    error = case(read(ILL), 0).find("error")
    assert error.get("message") == "game 1: ValueError: [red]odd[/red] (a.py, line 3, in act)"
    assert 'File "a.py", line 3' in error.text
    assert case(read(ILL), 0).find("system-out").text == "hello"
    assert case(read(BROKEN), 0).find("error") is not None
    assert case(read(MISSING), 0).find("skipped").get("message") == "nothing was handed in"


def test_mistakes_in_a_search_and_an_evaluation_have_a_line_each():
    warning = EvaluationWarning(Finding("blind", "ignores the ghosts"), "", ())
    wrong = diagnosis("chooses_lowest")
    tested = outcome(wrong, evaluation=EvaluationReport(9, (warning,)))
    for each in (tested, replace(tested, failure=Failure("ValueError"))):
        (text,) = (found.text for found in case(read(diagnosed_grade(each)), 0))
        assert "your search chooses the action with the lowest value\n" in f"{text}\n"
        assert "your evaluation ignores the ghosts" in text


def test_no_two_cases_have_the_same_name():
    root = read(replace(GOOD, questions=(reflex(HIDDEN, HIDDEN), UNANSWERED)), ILL)
    cases = [(each.get("classname"), each.get("name")) for each in root.iter("testcase")]
    assert len(set(cases)) == len(cases)


def test_times_are_seconds_and_add_up():
    outcomes = (replace(GAMES, seconds=1.25), replace(HIDDEN, seconds=2))
    slow = replace(GOOD, questions=(reflex(*outcomes),))
    root = read(slow, slow)
    assert [each.get("time") for each in root.iter("testcase")] == ["1.250", "2.000"] * 2
    assert root.find("testsuite").get("time") == "3.250"
    assert root.get("time") == "6.500"


def test_a_submission_cannot_link_to_a_file():
    outcome = replace(GAMES, output="[[ATTACHMENT|/etc/passwd]]")
    printed = case(read(replace(GOOD, questions=(reflex(outcome),))), 0).find("system-out").text
    assert printed == "[ [ATTACHMENT|/etc/passwd]]"
