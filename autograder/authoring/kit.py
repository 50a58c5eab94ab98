"""What students get: a starter file, the visible tests, and a README with figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

from ..assignments.assignment import Assignment
from ..assignments.question import Question
from ..assignments.selection import narrowed
from ..model.amount import full, total, worth
from ..reports.student_view import UNANSWERED
from .dependencies import Dependencies
from .output_folder import write_folder
from .package import Package
from .question_guide import QuestionGuide
from .starter_file import starter_file, stubs
from .template import render_template
from .toml_writer import to_toml

HEADING = "The visible tests. To run them: {command}"


@dataclass(frozen=True)
class Kit:
    """Files, by their paths relative to the kit's folder, with `/`."""

    files: Mapping[str, bytes]
    visible: Assignment | None
    """The assignment with its visible tests only; None if all tests are hidden."""

    @classmethod
    def of(cls, assignment: Assignment, package: Package) -> "Kit":
        """The kit of `assignment`. Students install Pacgrid from `package`.

        Reveals nothing about hidden tests but their points in all, and the names of the options
        that an agent must accept.

        Raises:
            AssignmentError: a ghost's file can no longer be read.
        """
        visible = visible_part(assignment)
        guides = _guides(visible, assignment.file) if visible else {}
        files = {
            assignment.file: starter_file(assignment).encode(),
            "README.md": _readme(assignment, visible, guides, package).encode(),
            **{_figure(name): g.figure.encode() for name, g in guides.items() if g.figure},
            **dict([package.wheel] if package.wheel else []),
        }
        if visible:
            tests = [test for question in visible.questions for test in question.tests]
            dependencies = Dependencies.of(tests, taken=files)
            text = to_toml(visible, dependencies, HEADING.format(command=_command(visible)))
            files |= {"assignment.toml": text.encode(), **dependencies.files}
        return cls(files, visible)

    def write(self, folder: Path, *, force: bool = False) -> None:
        """Writes the kit into `folder`, creating it if needed, and loads its assignment.

        Raises:
            FolderError: a file exists and `force` is false, or a file can't be written.
            AssignmentError: the written assignment can't be loaded, since a ghost needs more than
                its file and the modules beside it.
        """
        write_folder(folder, self.files, force=force)
        if self.visible:
            Assignment.load(folder / "assignment.toml")


def visible_part(assignment: Assignment) -> Assignment | None:
    """`assignment` without hidden tests; None if it has no others."""
    questions = [part for question in assignment.questions if (part := _visible_part(question))]
    # With fewer tests, the shares of the submission's budget would be larger.
    changes = {"questions": questions, "limits": assignment.test_limits}
    return assignment.model_copy(update=changes) if questions else None


def _visible_part(question: Question) -> Question | None:
    tests = [test.for_students for test in question.tests if test.visibility == "visible"]
    return narrowed(question, tests) if tests else None


def _command(visible: Assignment) -> str:
    """How students grade what they have written."""
    return f"pacgrid grade {visible.file} --assignment assignment.toml"


def _guides(visible: Assignment, file: str) -> dict[str, QuestionGuide]:
    """The guide to each question, by its name."""
    module = file.removesuffix(".py")
    return {question.name: QuestionGuide.of(question, module) for question in visible.questions}


def _figure(question: str) -> str:
    """The path of the question's figure."""
    return f"figures/{question}.svg"


def _readme(
    assignment: Assignment,
    visible: Assignment | None,
    guides: Mapping[str, QuestionGuide],
    package: Package,
) -> str:
    parts = {question.name: question for question in visible.questions} if visible else {}
    return render_template(
        "kit_readme.md.j2",
        title=escape(assignment.title, quote=False),
        file=assignment.file,
        command=_command(visible) if visible else "",
        points=assignment.points,
        visible=visible.points if visible else 0,
        questions=[(question, parts.get(question.name)) for question in assignment.questions],
        stubs=stubs(assignment),
        limits=assignment.test_limits,
        has_hidden_tests=assignment.has_hidden_tests,
        unanswered=UNANSWERED[assignment.unanswered],
        requirement=package.requirement,
        guides=guides,
        figure=lambda name: quote(_figure(name)),
        full=full,
        total=total,
        worth=worth,
    )
