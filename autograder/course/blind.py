"""Identifiers that don't say who somebody is, for graders: they follow from a secret in a file."""

import hmac
import os
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

from pacgrid.common.files import read_regular_file

from ..submissions.members import caseless
from .course_row import CourseRow
from .errors import CourseError
from .register import CountedGrade

_MAX_BYTES = 4096
_DIGITS = 32


def read_secret(path: Path) -> bytes:
    """The secret in the file at `path`. If there is none, one is drawn and written, for this user
    alone to read.

    Raises:
        CourseError: it can't be read or written, or is so short that it can be guessed.
    """
    try:
        _draw(path)
        secret = read_regular_file(path, _MAX_BYTES).strip()
    except OSError as error:
        raise CourseError(f"{path}: can't be used: {error.strerror}") from None
    if len(secret) < _DIGITS:
        raise CourseError(
            f"{path}: is so short that it can be guessed; remove it to have another drawn"
        )
    return secret


def _draw(path: Path) -> None:
    """Writes a new secret, unless there is a file. Raises OSError."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return
    os.write(handle, f"{token_hex(_DIGITS)}\n".encode())
    os.close(handle)


def blind_identifier(secret: bytes, identifier: str) -> str:
    """Such as `K7Q2X-9FXM3`: always the same for a student, and different for other students."""
    digest = hmac.digest(secret, caseless(identifier).encode("utf-8", "surrogatepass"), "sha256")
    code = b32encode(digest).decode()
    return f"{code[:5]}-{code[5:10]}"


def blinded(results: Sequence[CountedGrade], secret: bytes) -> list[CountedGrade]:
    """`results` without names, sorted by their blind identifiers, so that the order says nothing.
    A hand-in of nobody in the roster has one that follows from its name. Sections stay; dates,
    groups and accommodations go, since they could say who it is."""
    found = []
    for result in results:
        grade, code = result.grade, blind_name(secret, result)
        found.append(
            replace(
                result,
                grade=replace(grade, name=code, student="", identifier=code),
                course_row=CourseRow(section=result.course_row.section),
                entry="",
            )
        )
    found.sort(key=lambda result: result.grade.name)
    if len({result.grade.name for result in found}) < len(found):
        raise CourseError("two students have the same blind identifier; draw another secret")
    return found


def blind_name(secret: bytes, result: CountedGrade) -> str:
    """The blind identifier of who handed it in."""
    who = result.student.identifier if result.student else ""
    return blind_identifier(secret, who or result.grade.name)
