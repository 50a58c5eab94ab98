"""Selects some of an assignment's tests, for a closer look: the points are not a grade."""

from collections.abc import Iterable

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.question import Games, Question, Test
from pacgrid.autograder.test_cases.course_games import CourseGames
from pacgrid.autograder.test_cases.course_test import CourseTest
from pacgrid.autograder.test_cases.course_trees import CourseTrees
from pacgrid.autograder.trials.trial import describe
from pacgrid.errors import PacgridError


class SelectionError(PacgridError):
    """A selector that names nothing, or too much."""


def select(assignment: Assignment, selectors: Iterable[str]) -> list[Question]:
    """The questions of `assignment` with only what the `selectors` name: `minimax`, `minimax.2`
    for its second test, `minimax.2.7` for the seventh game or position of that. A part of a test's
    title that no other test has does for its number. Test cases from files can be named as their
    files are: `q2/0-small-tree`.

    Raises:
        AssignmentError, SelectionError: there is no such question, test, game or position.
    """
    chosen: dict[str, dict[int, Test]] = {}
    for selector in selectors:
        name, _, rest = selector.replace("/", ".", 1).removesuffix(".test").partition(".")
        question = assignment.question(name)
        tests = [_test(question, rest)] if rest else question.tests
        found = chosen.setdefault(name, {})
        for test in tests:
            earlier, is_whole = found.get(test.number), test.size == test.full_size
            found[test.number] = earlier.also(test.numbers) if earlier and not is_whole else test
    return [
        narrowed(question, chosen[question.name].values())
        for question in assignment.questions
        if question.name in chosen
    ]


def narrowed(question: Question, tests: Iterable[Test]) -> Question:
    """`question` with only these `tests`, and their points if they simply add up."""
    ordered = sorted(tests, key=lambda test: test.number)
    is_sum = question.rule == "sum"
    points = sum(test.points for test in ordered) if is_sum else question.points
    return question.model_copy(update={"tests": ordered, "points": points})


def _test(question: Question, text: str) -> Test:
    """The test that `text` names, or only one of its games, positions or test cases."""
    if case := _case(question, text):
        return case
    name, _, last = text.rpartition(".")
    if not (name and last.isdecimal()):
        name, last = text, ""
    test = _named(question, name)
    if not last:
        return test
    if int(last) not in test.numbers:
        noun = _noun(test)
        raise SelectionError(
            f"{question.name}.{test.number} has {noun} 1 to {test.size}, but no {noun[:-1]} {last}"
        )
    return test.only(int(last))


def _noun(test: Test) -> str:
    if isinstance(test, Games | CourseGames):
        return "games"
    return "trees" if isinstance(test, CourseTrees) else "positions"


def _case(question: Question, text: str) -> Test | None:
    """The test with only the test case in the file called `text`, if there is one."""
    for test in question.tests:
        if isinstance(test, CourseTest):
            names = [name.rpartition("/")[2] for name in test.case_names]
            if text in names:
                return test.only(names.index(text) + 1) if len(names) > 1 else test
    return None


def _named(question: Question, name: str) -> Test:
    """The test with that number, or with `name` in its title."""
    titles = {test.number: describe(test) for test in question.numbered_tests}
    if name.isdecimal():
        found = [number for number in titles if number == int(name)]
    else:
        found = [number for number, title in titles.items() if name.lower() in title.lower()]
    if len(found) == 1:
        return question.numbered_tests[found[0] - 1]
    problem = "several tests" if found else "no test"
    known = "; ".join(f"{number}. {title}" for number, title in titles.items())
    raise SelectionError(f"{question.name} has {problem} {name!r}; choose from {known}")
