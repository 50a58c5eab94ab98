"""What students get of an assignment: a file to write in, the tests they may see, and a handout."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.authoring.dependencies import Dependencies
from pacgrid.autograder.authoring.stubs import agent_source, stubs
from pacgrid.autograder.authoring.template import filled
from pacgrid.autograder.authoring.toml_text import to_toml
from pacgrid.autograder.question import Question
from pacgrid.errors import PacgridError

HEADING = (
    "The tests that you may see. To run them: pacgrid grade {file} --assignment assignment.toml"
)


class KitError(PacgridError):
    """A kit that can't be written there."""


@dataclass(frozen=True)
class Kit:
    """Files by their paths in the kit's folder, with `/`."""

    files: Mapping[str, bytes]
    seen: Assignment | None
    """The assignment as students see it; None if all its tests are hidden."""

    @classmethod
    def of(cls, assignment: Assignment) -> "Kit":
        """The kit of `assignment`, in which nothing tells of hidden tests but how many points they
        are worth in all, and the names of the options that an agent must take.

        Raises:
            AssignmentError: a ghost's file can't be read any more.
        """
        seen = visible_part(assignment)
        files = {
            assignment.file: agent_source(assignment).encode(),
            "README.md": _handout(assignment, seen).encode(),
        }
        if seen:
            tests = [test for question in seen.questions for test in question.tests]
            dependencies = Dependencies.of(tests, taken=files)
            text = to_toml(seen, dependencies, HEADING.format(file=assignment.file))
            files |= {"assignment.toml": text.encode(), **dependencies.files}
        return cls(files, seen)

    def write(self, folder: Path, *, force: bool = False) -> None:
        """Write it into `folder`, which is made if it isn't there, and try it.

        Raises:
            KitError: a file is there already and there is no `force`; or it can't be written.
            AssignmentError: what was written can't be loaded, since a ghost needs more than its
                file and the modules beside it.
        """
        paths = {folder / name: content for name, content in self.files.items()}
        if not force and (there := [path for path in paths if path.exists()]):
            raise KitError(f"{there[0]}: is there already; choose another folder, or say --force")
        for path, content in paths.items():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            except OSError as error:
                raise KitError(f"{path}: can't be written: {error.strerror}") from None
        if self.seen:
            Assignment.load(folder / "assignment.toml")


def visible_part(assignment: Assignment) -> Assignment | None:
    """What is left of `assignment` when tests that students may not see are taken out, and
    questions that have no others; None if that is nothing."""
    questions = [part for question in assignment.questions if (part := _visible_part(question))]
    return assignment.model_copy(update={"questions": questions}) if questions else None


def _visible_part(question: Question) -> Question | None:
    tests = [test for test in question.tests if test.visibility == "visible"]
    points = float(sum(test.points for test in tests))
    return question.model_copy(update={"tests": tests, "points": points}) if tests else None


def _handout(assignment: Assignment, seen: Assignment | None) -> str:
    visible = {question.name: question.points for question in seen.questions} if seen else {}
    return filled(
        "kit_readme.md.j2",
        title=" ".join(assignment.title.split()),
        file=assignment.file,
        points=assignment.points,
        visible=sum(visible.values()),
        questions=[(question, visible.get(question.name)) for question in assignment.questions],
        stubs=stubs(assignment),
        limits=assignment.limits,
        has_hidden_tests=assignment.has_hidden_tests,
    )
