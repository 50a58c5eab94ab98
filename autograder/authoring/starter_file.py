"""The file that students start from.

It defines everything that the assignment asks for, and runs, but plays badly. So the commands in
the README work at once, an unwritten question doesn't affect the others, and each test reports what
is missing (`optimal in 1 of 4`) instead of an exception. A dry run shows the points it gets.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..assignments.assignment import Assignment
from ..assignments.question import Question
from ..model.strict_model import Option
from .template import render_template


@dataclass(frozen=True)
class Stub:
    """A class or function to write."""

    name: str
    questions: list[str]
    """The names of the questions that ask for it."""
    is_function: bool
    is_search: bool = False
    """Whether it is an agent whose options are always a depth and an evaluation."""
    sees_board: bool = True
    """Whether it sees whole positions in some test, not only states to search."""
    is_ghosts: bool = False
    """Whether it plays the ghosts, rather than Pac-Man."""
    options: dict[str, str] = field(default_factory=dict)
    """For an agent: the Python parameter of each option, by the option's name."""

    @property
    def plays(self) -> bool:
        """Whether it can play on a board: a search without a limit would never end there."""
        return not self.is_function and (self.sees_board or "depth" in self.options)


def stubs(assignment: Assignment) -> list[Stub]:
    """The classes and functions that `assignment` asks for, each once."""
    by_name: dict[str, list[Question]] = {}
    for question in assignment.questions:
        by_name.setdefault(question.asks_for, []).append(question)
    return [_stub(name, questions) for name, questions in by_name.items()]


def starter_file(assignment: Assignment) -> str:
    """The Python source of the starter file."""
    all_stubs = stubs(assignment)
    return render_template(
        "kit_agent.py.j2",
        title=_in_docstring(assignment.title),
        file=assignment.file,
        has_tests=any(t.visibility == "visible" for q in assignment.questions for t in q.tests),
        stubs=all_stubs,
        imports=list(_imports(all_stubs)),
    )


def _imports(all_stubs: list[Stub]) -> Iterator[str]:
    """The import statements that the stubs need."""
    agents = [stub for stub in all_stubs if not stub.is_function and not stub.is_search]
    world = {"Action"} if agents else set()
    world |= {"GhostTeam" if stub.is_ghosts else "Agent" for stub in agents}
    search = {"GameState", "Searcher"} if any(stub.is_search for stub in all_stubs) else set()
    for stub in all_stubs:
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
    is_ghosts = any(test.tests_ghosts for test in tests)
    options = dict(_options(questions))
    return Stub(
        name=name,
        questions=[question.name for question in questions],
        is_function=questions[0].agent is None,
        is_search=not is_ghosts
        and all(test.agent_options.keys() == {"depth", "evaluation"} for test in tests),
        sees_board=any(test.sees_board for test in tests),
        is_ghosts=is_ghosts,
        options=options,
    )


def _options(questions: list[Question]) -> Iterator[tuple[str, str]]:
    """The options that an agent must accept, and their Python parameters.

    Includes the options of hidden tests, but not their values.
    """
    tests = [test for question in questions for test in question.tests]
    visible: dict[str, Option] = {}
    for test in tests:
        if test.visibility == "visible":
            visible = {**test.agent_options, **visible}
    for option in dict.fromkeys(name for test in tests for name in test.agent_options):
        if option == "evaluation":
            yield option, f"{option}: Evaluate = score"
        elif option in visible:
            kind = type(visible[option]).__name__
            yield option, f"{option}: {kind} = {visible[option]!r}"
        else:
            yield option, f"{option}: object = None"


def _in_docstring(text: str) -> str:
    """`text` on one line, without quotes and backslashes."""
    return " ".join(text.replace("\\", "/").replace('"', "'").split())
