"""Reads a file of answers: TOML, with each answer on a line of its own."""

from dataclasses import dataclass
from typing import Any

from pacgrid.common.sanitize import brief, one_line
from pacgrid.errors import PacgridError

from ...model.toml_reader import TomlError, parse_toml

MAX_BYTES = 1 << 20
_MOST_CHARACTERS = 1_000
"""In a line: more than any answer needs. A parser may take memory for the square of that."""
_MOST_LINES = 2_000
"""Besides comments."""
STUDENT = "student"
"""The key above all headings that says whose exercise it is."""
_QUOTES = "\"'“”„‟‘’«» \t"


class AnswersError(PacgridError):
    """A file of answers that can't be read at all; the message is the end of a sentence."""


@dataclass(frozen=True)
class WrittenAnswer:
    """An answer that a student wrote."""

    question: str
    """The heading above it."""
    part: str
    text: str
    line: int


@dataclass(frozen=True)
class AnswersFile:
    """What a student wrote."""

    answers: tuple[WrittenAnswer, ...]
    """Those that aren't empty."""
    problems: tuple[tuple[int, str], ...]
    """Lines that can't be read: their numbers, and why."""
    unread: frozenset[tuple[str, str]]
    """The headings and parts of answers in such lines."""
    student: str
    """Whose exercise it is, if it says so."""

    @property
    def is_untouched(self) -> bool:
        """Whether nothing is answered."""
        return not (self.answers or self.problems)


def read_answers(content: bytes) -> AnswersFile:
    """The answers in a file. A line that can't be read costs no other line. Raises AnswersError."""
    if len(content) > MAX_BYTES:
        raise AnswersError(f"is bigger than {MAX_BYTES >> 20} MiB; leave out what isn't asked for")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AnswersError("is not UTF-8 text; save it as UTF-8") from None
    question, student = "", ""
    found: dict[tuple[str, str], WrittenAnswer] = {}
    problems: list[tuple[int, str]] = []
    unread: set[tuple[str, str]] = set()
    lines = text.replace("\r\n", "\n").split("\n")
    if (
        sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in lines)
        > _MOST_LINES
    ):
        raise AnswersError(f"has more than {_MOST_LINES:,} lines; leave out what isn't asked for")
    for number, line in enumerate(lines, start=1):
        is_heading = line.lstrip().startswith("[")
        if line.lstrip().startswith("#"):
            continue
        if len(line) > _MOST_CHARACTERS:
            problems.append((number, f"the line has more than {_MOST_CHARACTERS:,} characters"))
            continue
        try:
            pairs = parse_toml(line)
        except TomlError:
            problems.append((number, _mend(line)))
            question = line.strip("[] \t") if is_heading else question
            unread.add((question, line.partition("=")[0].strip(_QUOTES)))
            continue
        for key, value in pairs.items():
            name = brief(key, 40)
            if is_heading:
                question = key
            elif isinstance(value, dict):
                problems.append((number, f"{name} has a dot; write the answer below its heading"))
            elif (answer := _text(value)) is None:
                problems.append((number, _mend(line)))
                unread.add((question, key))
            elif not question and key == STUDENT:
                student = one_line(answer).strip()
            elif (question, key) in found:
                problems.append((number, f"{name} is answered twice; keep one of the answers"))
            elif answer.strip():
                found[question, key] = WrittenAnswer(question, key, answer, number)
    return AnswersFile((*found.values(),), (*problems,), frozenset(unread), student)


def _mend(line: str) -> str:
    """How to write a line that can't be read."""
    name, sign, answer = line.partition("=" if "=" in line else ":")
    if not (sign and name.strip().isidentifier() and answer.strip()):
        return f"{brief(line.strip(), 40)!r} can't be read; remove it, or begin it with #"
    answer = answer.strip(_QUOTES).replace('"', "")
    return f'write {brief(name.strip(), 40)} = "{brief(answer, 40)}", in straight quotes'


def _text(value: Any) -> str | None:
    """A value in TOML as a person would write the answer; None if it is none."""
    match value:
        case bool():
            return None
        case str():
            return value
        case int() | float():
            return str(value)
        case list():
            texts = [_text(each) for each in value if not isinstance(each, list)]
            is_plain = None not in texts and len(texts) == len(value)
            return ", ".join(filter(None, texts)) if is_plain else None
    return None
