"""Identifiers that don't say who somebody is, for graders: they follow from a secret in a file."""

import hmac
import os
import re
from base64 import b32encode
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import Any
from unicodedata import normalize

from pacgrid.common.files import read_regular_file

from ..submissions.members import caseless
from .course_row import CourseRow
from .errors import CourseError
from .late_days import FILE as LATE_DAYS
from .register import CountedGrade

_MAX_BYTES = 4096
_DIGITS = 32
_CODE = re.compile(r"[A-Z2-7]{5}-[A-Z2-7]{5}\b")


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


def check_names_nobody(results: Path | None, games: Path | None) -> None:
    """Check that the folders of results and of games, if there are any, hold nothing about a
    student by name, as they do after a run without `--blind`. Raises CourseError."""
    feedback = results / "feedback" if results else None
    folders = [each for each in (feedback, feedback and feedback / "games", games) if each]
    named = [
        path
        for folder in folders
        if folder.is_dir()
        for path in sorted(folder.iterdir())
        if not (_CODE.match(path.name) or path in folders)
    ]
    named += [
        path for name in (LATE_DAYS, "faults") if results and (path := results / name).exists()
    ]
    if named:
        raise CourseError(
            f"{named[0]}: may say who is who, as results without --blind do; name another folder"
        )


def blind_identifier(secret: bytes, identifier: str) -> str:
    """Such as `K7Q2X-9FXM3`: always the same for a student, and different for other students."""
    digest = hmac.digest(secret, caseless(identifier).encode("utf-8", "surrogatepass"), "sha256")
    code = b32encode(digest).decode()
    return f"{code[:5]}-{code[5:10]}"


def blinded(results: Sequence[CountedGrade], secret: bytes) -> list[CountedGrade]:
    """`results` without names, sorted by their blind identifiers, so that the order says nothing.
    Sections stay; dates, groups and accommodations go, since they could say who it is. Failures
    may name a hand-in's file, or others: they have their blind identifiers there.

    Raises:
        CourseError: two students have the same blind identifier.
    """
    found = []
    codes = blind_names(secret, results)
    hide = _hiding(results, codes)
    for result, code in zip(results, codes, strict=True):
        grade = replace(_hidden(result.grade, hide), name=code, student="", identifier=code)
        course_row = CourseRow(section=result.course_row.section)
        found.append(replace(result, grade=grade, course_row=course_row, entry=""))
    return sorted(found, key=lambda result: result.grade.name)


def blind_names(secret: bytes, results: Sequence[CountedGrade]) -> list[str]:
    """The blind identifier of who handed in each of `results`. Those of several hand-ins of one
    student are numbered. A hand-in of nobody in the roster has one that follows from its name.

    Raises:
        CourseError: two students have the same one.
    """
    names: list[str] = []
    owners: dict[str, str] = {}
    count: Counter[str] = Counter()
    for result in results:
        who = result.student.identifier if result.student else ""
        key = caseless(who) if who else f"\0{caseless(result.grade.name)}"  # no identifier has it
        code = blind_identifier(secret, key)
        if owners.setdefault(code, key) != key:
            raise CourseError("two students have the same blind identifier; draw another secret")
        count[code] += 1
        names.append(code if count[code] == 1 else f"{code} ({count[code]})")
    return names


def _hiding(results: Sequence[CountedGrade], codes: Sequence[str]) -> Callable[[str], str]:
    """A function that puts the `codes` of `results` in the place of all their names."""
    by_name: dict[str, str] = {}
    for result, code in zip(results, codes, strict=True):
        who, grade = result.student, result.grade
        known = (who.name, who.email, *who.identifiers) if who else ()
        names = (grade.name, grade.student, grade.identifier, *known)
        by_name |= {normalize("NFD", name): code for name in names if name}
    by_key = {caseless(name): code for name, code in by_name.items()}
    longest_first = sorted(by_name, key=len, reverse=True)
    pattern = re.compile(
        rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE
    )
    return lambda text: pattern.sub(
        lambda match: by_key.get(caseless(match[0]), "…"), normalize("NFD", text)
    )


_TEXTS = ("message", "frames", "note", "advice", "reason", "answer", "changed", "observed")
"""Where the parts of a grade may say which file failed, and how to run it again."""


def _hidden(value: Any, hide: Callable[[str], str], *, is_text: bool = False) -> Any:
    """`value`, a grade or a part of it, in which `hide` has changed what may name a file: it
    `is_text`, or has such parts."""
    if isinstance(value, str):
        new = hide(value) if is_text else value
        return value if new == value else new
    if isinstance(value, tuple):
        parts = tuple(_hidden(part, hide, is_text=is_text) for part in value)
        is_same = all(new is old for new, old in zip(parts, value, strict=True))
        return value if is_same else parts
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {}
    for field in fields(value):
        old = getattr(value, field.name)
        new = _hidden(old, hide, is_text=field.name in _TEXTS)
        if new is not old:  # equality would ignore some fields
            changed[field.name] = new
    return replace(value, **changed) if changed else value
