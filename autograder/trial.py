"""The pieces of work that grading is made of. Each can be sent to another process, and its result
depends on nothing but its arguments."""

from pathlib import Path

from pacgrid.failure import Failure

from . import games, positions
from .assignment import Assignment, Games, Limits, Test
from .grade import Outcome
from .messages import Loaded
from .remote import Remote, SubmissionError


def inspect(file: Path, assignment: Assignment) -> Loaded | Failure:
    """What `file` has that `assignment` may ask for, or why it can't be loaded."""
    if file.is_dir():
        return Failure("is a folder; name the files in it")
    if not file.exists():
        return Failure("no such file")
    if file.suffix != ".py":
        return Failure("is not a Python file; its name must end in .py")
    try:
        with Remote(file, assignment.limits) as remote:
            return remote.load(assignment.agents, assignment.functions)
    except SubmissionError as error:
        message = error.failure.message.removeprefix(f"{file}: ")
        return Failure(message, error.failure.frames)


def try_out(file: Path, answer: str, test: Test, limits: Limits) -> Outcome:
    """Put what `answer` names in `file` to one test, in a fresh worker."""
    if test.move:
        limits = limits.model_copy(update={"move": test.move})
    with Remote(file, limits) as remote:
        try:
            remote.load()
        except SubmissionError as error:
            what = games.described(test) if isinstance(test, Games) else positions.described(test)
            return Outcome(what, "couldn't be loaded", 0, test.points, failure=error.failure)
        if isinstance(test, Games):
            return games.play_games(test, remote, answer, file)
        return positions.try_positions(test, remote, answer)
