"""The file that students start from.

What is asked for stands in it in a form that runs: it loads, answers every question, and does next
to nothing. So the commands of the handout work from the first minute, a question that isn't written
yet spoils nothing about the others, and each test says what is missing (`optimal in 1 of 4`) rather
than that something was raised. What that is worth, a rehearsal tells the staff.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.authoring.template import filled
from pacgrid.autograder.model import Option
from pacgrid.autograder.question import Question, Search


@dataclass(frozen=True)
class Stub:
    """A class or function that is asked for."""

    name: str
    questions: list[str]
    """The names of those that ask for it."""
    is_function: bool
    is_search: bool = False
    """Whether it is an agent that is always built with a depth and an evaluation, and no more."""
    sees_board: bool = True
    """Whether it is shown whole positions, and not only what can be searched."""
    options: dict[str, str] = field(default_factory=dict)
    """What an agent is built with: by name of the option, its parameter in Python."""


def stubs(assignment: Assignment) -> list[Stub]:
    """What `assignment` asks for, each name once."""
    asking: dict[str, list[Question]] = {}
    for question in assignment.questions:
        asking.setdefault(question.asks_for, []).append(question)
    return [_stub(name, questions) for name, questions in asking.items()]


def agent_source(assignment: Assignment) -> str:
    """The text of that file."""
    asked = stubs(assignment)
    return filled(
        "kit_agent.py.j2",
        title=_in_docstring(assignment.title),
        file=assignment.file,
        has_tests=any(t.visibility == "visible" for q in assignment.questions for t in q.tests),
        stubs=asked,
        imports=list(_imports(asked)),
    )


def _imports(asked: list[Stub]) -> Iterator[str]:
    """The lines that import what the stubs use."""
    agents = [stub for stub in asked if not stub.is_function and not stub.is_search]
    world = {"Action", "Agent"} if agents else set()
    search = {"GameState", "Searcher"} if any(stub.is_search for stub in asked) else set()
    for stub in asked:
        if stub.is_function or (stub in agents and stub.sees_board):
            world.add("State")
        if stub in agents and not stub.sees_board:
            search.add("GameState")
        if stub in agents and "evaluation" in stub.options:
            search |= {"Evaluate", "score"}
    for module, names in (("pacgrid", world), ("pacgrid.search", search)):
        if names:
            yield f"from {module} import {', '.join(sorted(names))}"


def _stub(name: str, questions: list[Question]) -> Stub:
    tests = [test for question in questions for test in question.tests]
    options = dict(_options(questions))
    return Stub(
        name=name,
        questions=[question.name for question in questions],
        is_function=questions[0].agent is None,
        is_search=all(test.built_with.keys() == {"depth", "evaluation"} for test in tests),
        sees_board=not all(isinstance(test, Search) for test in tests),
        options=options,
    )


def _options(questions: list[Question]) -> Iterator[tuple[str, str]]:
    """The options that an agent must take, as parameters.

    All tests count, since it must take those of hidden tests as well; but their values are not
    told.
    """
    tests = [test for question in questions for test in question.tests]
    shown: dict[str, Option] = {}
    for test in tests:
        if test.visibility == "visible":
            shown = {**test.built_with, **shown}
    for option in dict.fromkeys(name for test in tests for name in test.built_with):
        if option == "evaluation":
            yield option, f"{option}: Evaluate = score"
        elif option in shown:
            kind = type(shown[option]).__name__
            yield option, f"{option}: {kind} = {shown[option]!r}"
        else:
            yield option, f"{option}: object = None"


def _in_docstring(text: str) -> str:
    """`text` on one line, without what would end a docstring or mean something in it."""
    return " ".join(text.replace("\\", "/").replace('"', "'").split())
