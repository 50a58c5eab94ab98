"""Grades as JUnit XML, which Jenkins, GitLab and others show: a suite for each submission.

Jenkins takes the part of a case's `classname` before the last dot as its package; GitLab tells
cases apart by `classname` and `name`, and drops those that are the same. So a class is a question
of a submission, and names are numbered.
"""

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

from pacgrid.common.sanitize import shortened

from ..assignments.assignment import Assignment
from ..model.amount import amount, worth
from ..model.grade import Grade
from ..model.lost_games import lost_lines
from ..model.outcome import Outcome
from ..model.question_grade import QuestionGrade
from .evaluation_text import heading
from .shown_diagnosis import diagnosis_title, has_diagnosis

_ATTACHED = "[[ATTACHMENT|"
"""GitLab turns this into a link to a file, so a submission must not print it."""


def junit(assignment: Assignment, grades: Sequence[Grade]) -> str:
    """The XML. A test that lacks points is a failure; one in which the submission failed, or that
    couldn't be run because of it, an error; an unanswered question is skipped."""
    suites = Element("testsuites", name=assignment.title)
    for grade in grades:
        _add_suite(suites, grade)
    _count(suites)
    ET.indent(suites)
    xml: bytes = ET.tostring(suites, "utf-8", xml_declaration=True)
    return xml.decode() + "\n"


def _add_suite(suites: Element, grade: Grade) -> None:
    suite = SubElement(suites, "testsuite", name=grade.name)
    properties = SubElement(suite, "properties")
    for name, value in (
        ("points", "" if grade.total is None else amount(grade.total)),
        ("possible_points", amount(grade.possible)),
        ("student", grade.student),
        ("identifier", grade.identifier),
        ("sandbox", grade.sandbox),
        ("digest", grade.digest),
    ):
        SubElement(properties, "property", name=name, value=value)
    for question in grade.questions:
        _add_question(suite, grade, question)
    _count(suite)


def _add_question(suite: Element, grade: Grade, question: QuestionGrade) -> None:
    place = {"classname": f"{grade.name}.{question.name}"}
    if question.outcomes:
        for number, outcome in enumerate(question.outcomes, start=1):
            name = f"{number}. {outcome.test}"
            case = SubElement(
                suite, "testcase", place, name=name, time=f"{max(outcome.seconds, 0):.3f}"
            )
            _add_outcome(case, outcome)
        return
    case = SubElement(suite, "testcase", place, name=question.name, time="0.000")
    failure = question.failure or grade.failure
    if failure and grade.missing:
        SubElement(case, "skipped", message=failure.message)
    elif failure:
        error = SubElement(case, "error", type="failed", message=failure.message)
        error.text = failure.details
    else:
        reason = question.reason or f"no {question.asks_for}"
        SubElement(case, "skipped", message=f"not answered: {reason}")


def _add_outcome(case: Element, outcome: Outcome) -> None:
    points = f"{amount(outcome.points)} of {worth(outcome.possible)}: " if outcome.possible else ""
    if outcome.failure:
        message = f"{outcome.place}: {outcome.failure.message}".removeprefix(": ")
        error = SubElement(case, "error", type="failed", message=message)
        details = [each.failure.message for each in outcome.other_failures]
        lines = [f"{points}{outcome.result}", outcome.failure.details, *details]
        error.text = "\n".join([*lines, *_mistakes(outcome)])
    elif not outcome.is_passed:
        message = f"{points}{outcome.result}"
        failure = SubElement(case, "failure", type="points missing", message=message)
        aims = [f"{'reached' if aim.reached else 'missed'}: {aim.text}" for aim in outcome.parts]
        lines = [*aims, *lost_lines(outcome.lost), *_mistakes(outcome), outcome.advice]
        failure.text = "\n".join(filter(None, lines))
    if outcome.output:
        printed = SubElement(case, "system-out")
        printed.text = shortened(outcome.output).replace(_ATTACHED, _ATTACHED.replace("[[", "[ ["))


def _mistakes(outcome: Outcome) -> Iterator[str]:
    """What is wrong with its search and with its evaluation, in a line each."""
    if outcome.diagnosis and has_diagnosis(outcome):
        yield diagnosis_title(outcome.diagnosis)
    for warning in outcome.evaluation.warnings if outcome.evaluation else ():
        yield heading(warning)


def _count(element: Element) -> None:
    """Set the counts and the total time of the test cases below `element`."""
    cases = list(element.iter("testcase"))
    element.set("tests", str(len(cases)))
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        if element.tag == "testsuite" or tag != "skipped":
            found = sum(case.find(tag) is not None for case in cases)
            element.set(attribute, str(found))
    seconds = sum(float(case.get("time", 0)) for case in cases)
    element.set("time", f"{seconds:.3f}")
