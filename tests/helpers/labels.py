"""Agents with a label: what is wrong with them, in the words of their author."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pacgrid.autograder.model.strict_model import StrictModel
from pacgrid.autograder.model.toml_reader import TomlError, parse_toml
from pacgrid.errors import PacgridError

from .plain_words import MEANT
from .students import StudentAgent

LABELS = "labels.toml"


class LabelError(PacgridError):
    """A folder of agents without proper labels."""


class _Label(StrictModel):
    """What an author says about a file."""

    file: str
    question: str
    style: str
    wrong: tuple[str, ...] = ()
    """A sentence for each mistake; none if it is right."""
    names: tuple[frozenset[str], ...] = ()
    """For each mistake: what the catalogue may call it; nothing if it doesn't have it."""


class _Labels(StrictModel):
    agents: tuple[_Label, ...]


@dataclass(frozen=True)
class LabelledAgent:
    """A file to grade, and what is wrong with it."""

    file: Path
    question: str
    """The one of the shipped assignment that it answers."""
    style: str
    wrong: tuple[str, ...]
    """In its author's words; empty if it is right."""
    names: tuple[frozenset[str], ...]
    """For each mistake: what the catalogue may call it; nothing if it doesn't have it."""

    @classmethod
    def of_student(cls, student: StudentAgent) -> "LabelledAgent":
        names = tuple(MEANT[each] for each in student.mistakes)
        return cls(student.file, student.question, "", student.mistakes, names)

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.stem}: {self.question}"


def labelled_agents(folder: Path) -> Iterator[LabelledAgent]:
    """The agents below `folder`, by the labels beside them. Raises LabelError."""
    found = sorted(folder.rglob(LABELS))
    if not found:
        raise LabelError(f"{folder}: no {LABELS} in it; write one that has an entry for each file")
    for file in found:
        yield from _labelled(file)


def _labelled(file: Path) -> Iterator[LabelledAgent]:
    try:
        data = parse_toml(file.read_text("utf-8"))
        labels = _Labels.model_validate(data, strict=False).agents
    except (OSError, UnicodeError, TomlError) as error:
        raise LabelError(f"{file}: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        raise LabelError(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    without = {each.name for each in file.parent.glob("*.py")} - {each.file for each in labels}
    if without:
        raise LabelError(f"{file}: no label for {min(without)}; say what is wrong with it")
    for each in labels:
        if not (file.parent / each.file).is_file():
            raise LabelError(f"{file}: there is no file {each.file}")
        if each.names and len(each.names) != len(each.wrong):
            raise LabelError(f"{file}: {each.file}: give `names` for each sentence of `wrong`")
        names = each.names or (frozenset[str](),) * len(each.wrong)
        yield LabelledAgent(file.parent / each.file, each.question, each.style, each.wrong, names)
