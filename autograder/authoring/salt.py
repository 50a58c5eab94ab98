"""Writes a salt into an assignment's file."""

import re
import shlex
from pathlib import Path
from secrets import token_hex

from pacgrid.common.files import atomic_file, read_regular_file

from ..assignments.assignment import (
    MAX_BYTES,
    SALT_DIGITS,
    Assignment,
    AssignmentError,
    shipped_assignments,
)
from ..assignments.hidden_seeds import hidden_seeds
from ..model.toml_reader import parse_toml

_COMMENT = "Keep this secret: the seeds of hidden tests follow from it, and change with it."
_BEFORE_FIRST_KEY = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*)?\r?\n)*")


def add_salt(source: str) -> tuple[str, ...]:
    """Writes a new salt into the assignment's file at the path `source`, and leaves the rest of the
    file as it is. Returns the hidden tests that have other seeds now, such as `minimax.2`.

    Raises:
        AssignmentError: it is no file with an assignment, it has a salt already, or the file can't
            be written.
    """
    before = Assignment.load(source)
    if source in shipped_assignments():
        raise AssignmentError(f"{source}: is part of Pacgrid; make a copy, and give it a salt")
    content = read_regular_file(source, MAX_BYTES)
    if "salt" in parse_toml(content.decode("utf-8-sig")):
        raise AssignmentError(
            f"{source}: has a salt; another one would give hidden tests other seeds, so remove it "
            "first if you want that"
        )
    salted = with_salt(content)
    after = Assignment.parse(salted.decode("utf-8-sig"), source, Path(source).parent)
    try:
        with atomic_file(source) as file:
            file.write_bytes(salted)
    except OSError as error:
        raise AssignmentError(f"{source}: can't be written: {error.strerror}") from None
    old, new = hidden_seeds(before.questions), hidden_seeds(after.questions)
    return tuple(name for name, seed in new.items() if seed != old[name])


def advice(assignment: Assignment, source: str) -> str:
    """What to do about hidden tests of the assignment at `source` whose seeds can be guessed; "" if
    there are none."""
    if not (tests := assignment.guessable_tests):
        return ""
    return (
        f"the seeds of hidden tests can be guessed ({', '.join(tests)}); to make them secret: "
        f"pacgrid assignment salt {shlex.quote(source)}"
    )


def with_salt(content: bytes) -> bytes:
    """The TOML in `content` with a new salt as its first key, after the comments at the top."""
    match = _BEFORE_FIRST_KEY.match(content)
    start = match.end() if match else 0
    line_end = "\r\n" if b"\r\n" in content else "\n"
    lines = [f"# {_COMMENT}", f'salt = "{token_hex(SALT_DIGITS // 2)}"', ""]
    return content[:start] + line_end.join(lines).encode() + content[start:]
