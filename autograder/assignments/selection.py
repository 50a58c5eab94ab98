"""Selects some of an assignment's tests, for a closer look: the points are not a grade."""

from collections.abc import Iterable, Sequence

from pacgrid.errors import PacgridError

from ..kinds.kind import GradedTest
from .assignment import Assignment
from .question import Question

_MOST_NAMES = 6
"""Of test cases in an error."""


class SelectionError(PacgridError):
    """A selector that names nothing, or too much."""


def select(assignment: Assignment, selectors: Iterable[str]) -> list[Question]:
    """The questions of `assignment` with only what the `selectors` name: `minimax`, `minimax.2`
    for its second test, `minimax.2.7` for the seventh game or position of that. A part of a test's
    title that no other test has does for its number. A test case from a file is named as the file
    is, `q2/0-small-tree`, or by a part of that: `q2/0`.

    Raises:
        AssignmentError, SelectionError: there is no such question, test, game or position.
    """
    chosen: dict[str, dict[int, GradedTest]] = {}
    tests: Sequence[GradedTest]
    for selector in selectors:
        folder, _, case = selector.removesuffix(".test").rpartition("/")
        name, _, rest = selector.partition(".")
        question = assignment.question(folder.rpartition("/")[2] or name)
        if folder and question.is_imported:
            tests = [_case(question, case)]
        else:
            tests = [_test(question, rest)] if rest else question.tests
        found = chosen.setdefault(question.name, {})
        for test in tests:
            earlier, is_whole = found.get(test.number), test.size == test.full_size
            found[test.number] = earlier.also(test.numbers) if earlier and not is_whole else test
    return [
        narrowed(question, chosen[question.name].values())
        for question in assignment.questions
        if question.name in chosen
    ]


def narrowed(question: Question, tests: Iterable[GradedTest]) -> Question:
    """`question` with only these `tests`, and their points if they simply add up."""
    ordered = sorted(tests, key=lambda test: test.number)
    changes: dict[str, object] = {"tests": ordered}
    if question.rule == "sum":
        total = sum(test.possible for test in ordered)
        extra = min(question.extra, total)
        changes |= {"points": total - extra, "extra": extra}
    return question.model_copy(update=changes)


def _test(question: Question, text: str) -> GradedTest:
    """The test that `text` names, or only one of its games, positions or test cases."""
    name, _, last = text.rpartition(".")
    if not (name and last.isdecimal()):
        name, last = text, ""
    test = _named(question, name)
    if not last:
        return test
    if int(last) not in test.numbers:
        noun = test.noun
        raise SelectionError(
            f"{question.name}.{test.number} has {noun} 1 to {test.size}, but no {noun[:-1]} {last}"
        )
    return test.only(int(last))


def _case(question: Question, text: str) -> GradedTest:
    """The test with only the test case in the file called `text`, or in the only one whose name
    contains that."""
    cases: dict[str, GradedTest] = {}
    for test in question.tests:
        for number, name in enumerate(test.case_names, start=1):
            is_alone = len(test.case_names) == 1
            cases[name.rpartition("/")[2]] = test if is_alone else test.only(number)
    found = [name for name in cases if text == name] or [name for name in cases if text in name]
    if len(found) == 1:
        return cases[found[0]]
    names = found or [*cases]
    known = ", ".join(names[:_MOST_NAMES]) + ", …" * (len(names) > _MOST_NAMES)
    problem = "several test cases" if found else "no test case"
    raise SelectionError(f"{question.name} has {problem} {text!r}; choose from {known}")


def _named(question: Question, name: str) -> GradedTest:
    """The test with that number, or with `name` in its title."""
    titles = {test.number: test.description for test in question.numbered_tests}
    if name.isdecimal():
        found = [number for number in titles if number == int(name)]
    else:
        found = [number for number, title in titles.items() if name.lower() in title.lower()]
    if len(found) == 1:
        return question.numbered_tests[found[0] - 1]
    problem = "several tests" if found else "no test"
    known = "; ".join(f"{number}. {title}" for number, title in titles.items())
    raise SelectionError(f"{question.name} has {problem} {name!r}; choose from {known}")
