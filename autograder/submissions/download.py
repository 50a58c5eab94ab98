"""Who handed in what in a course: a bulk download, or a folder or an archive of hand-ins.

That is decided by the names at the top alone, which an LMS or the staff wrote.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from importlib import import_module
from typing import NamedTuple

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from pacgrid.cs188 import COURSE_FILE

from .archives import SubmissionSource
from .lms import BLACKBOARD, LmsEntry, read_time, readings
from .members import ARCHIVES, Entry, Member, abbreviate, caseless, is_archive, join_all
from .submission import Submission, hint_for, refused, unreadable, with_files

_NO_HAND_IN = re.compile(
    r"\.(?!\.(?:/|\Z)).*|__MACOSX|__pycache__|readme(\.\w+)?|index\.html?|desktop\.ini|thumbs\.db"
    r"|submission_metadata\.yml|.*\.(csv|toml|lay|log|sqlite(-\w+)?)",
    re.IGNORECASE | re.DOTALL,
)
"""What an LMS, a system or the staff put beside the hand-ins."""
_BLACKBOARD_NOTE = re.compile(r"\s*Name: (?P<student>.*) \((?P<login>[^()\n]+)\)[ \r]*\n")


class Course:
    """What is at the top of `source`: hand-ins, in which the file called `main` is graded."""

    def __init__(self, source: SubmissionSource, main: str) -> None:
        self._source = source
        self._main = main
        self.ignored: list[str] = []
        """Names of entries that aren't hand-ins, once `submissions` has been called."""

    @cached_property
    def download(self) -> "Download | None":
        """The bulk download, if this is one. Raises OSError."""
        return read_download(self._source.entries, self._read_note)

    @cached_property
    def hand_ins(self) -> Sequence[Entry]:
        """The entries that someone may have handed in. Raises OSError."""
        of_students = self.download.entries if self.download else {}
        return [e for e in self._source.entries if e in of_students or is_hand_in(e.name)]

    @property
    def has_main(self) -> bool:
        """Whether the file that is graded in a hand-in is at the top. Raises OSError."""
        known = [Entry(name, is_folder=False) for name in (self._main, COURSE_FILE)]
        return not self.download and any(entry in self.hand_ins for entry in known)

    @property
    def is_one_hand_in(self) -> bool:
        """Whether this looks like one hand-in, and not like those of many. Raises OSError."""
        if self.download:
            return False
        if self.has_main:
            return True
        scripts = [entry for entry in self.hand_ins if entry.name.endswith(".py")]
        others = any(e.is_folder or e.name.lower().endswith(ARCHIVES) for e in self.hand_ins)
        return len(scripts) == 1 and not scripts[0].is_folder and not others

    def submissions(self) -> Iterator[Submission]:
        """A submission for each student of a bulk download, and for each other entry."""
        hand_ins = set(self.hand_ins)
        self.ignored += [e.name for e in self._source.entries if e not in hand_ins]
        if not self.download:
            yield from map(self._read_entry, self.hand_ins)
            return
        students = {student.key: student for student in self.download.students}
        for one in students.values():
            self.ignored += [f"{entry.name} (an earlier attempt)" for entry in one.earlier]
        for entry in self.hand_ins:
            if reason := self.download.ambiguous.get(entry):
                yield refused(Submission(entry.name), reason)
            elif entry not in self.download.entries:
                yield self._read_entry(entry)
            elif (key := self.download.entries[entry]) in students:
                yield from self._read_student(students.pop(key))

    def _read_student(self, student: "StudentEntries") -> Iterator[Submission]:
        """The submission of `student`; for a group on Gradescope, one for each of its members."""
        last = student.last
        delivery = self._deliveries.get(last.entry.name, Delivery((), None))
        draft = Submission(
            student.display_name,
            student=last.student,
            identifier=last.identifier,
            submitted=last.submitted or delivery.submitted,
            is_late=last.is_late,
            entry=last.prefix,
        )
        submission = self._read_files(draft, student.files)
        for one in delivery.submitters:
            is_alone = len(delivery.submitters) == 1
            yield replace(
                submission,
                name=one.name or submission.name,
                student=one.name,
                identifier=one.identifier or (draft.identifier if is_alone else ""),
            )
        if not delivery.submitters:
            yield submission

    def _read_files(self, draft: Submission, files: Sequence[LmsEntry]) -> Submission:
        if not files:
            return refused(draft, f"handed in text but no file; {hint_for(())}")
        draft = replace(draft, entry=files[0].prefix)
        try:
            members = [member for file in files for member in self._members(file)]
        except OSError as error:
            return unreadable(draft, error)
        return with_files(draft, members, self._main)

    def _members(self, parsed: LmsEntry) -> Sequence[Member]:
        name, is_folder = parsed.entry
        if is_folder:
            return self._source.subfolder(name).members()
        return [replace(member, path=parsed.file) for member in self._source.files(name)]

    def _read_entry(self, entry: Entry) -> Submission:
        name, is_folder = entry
        is_code = name.endswith(".py") or is_archive(name)
        without_suffix = stem(name) if stem(name) != name else name.rpartition(".")[0]
        draft = Submission(name if is_folder else without_suffix or name)
        if len(same := self._by_stem.get(caseless(stem(name)), ())) > 1:
            reason = f"{join_all(same)} have the same name; leave out all but one"
            return refused(Submission(name), reason)
        try:
            if is_folder:
                return with_files(draft, self._source.subfolder(name).members(), self._main)
            members = self._source.files(name)
        except OSError as error:
            return unreadable(draft, error)
        reason = next((member.refusal for member in members if member.refusal), "")
        if not (reason or is_code):
            reason = f"is not a Python file; {hint_for([name])}"
        if reason:
            return refused(draft, f"{abbreviate(name)} {reason}")
        return with_files(draft, members, self._main)

    @cached_property
    def _by_stem(self) -> Mapping[str, Sequence[str]]:
        """By the name that each entry has without a suffix: `jdoe.py`, `jdoe/`."""
        found: dict[str, list[str]] = {}
        for name, is_folder in self.hand_ins:
            if is_folder or stem(name) != name:
                found.setdefault(caseless(stem(name)), []).append(f"{name}{'/' * is_folder}")
        return found

    def _read_note(self, entry: Entry) -> str:
        """The text of a file that an LMS wrote; "" if it can't be read."""
        try:
            (member,) = self._source.files(entry.name)
        except (OSError, ValueError):
            return ""
        return member.content.decode(errors="replace")

    @cached_property
    def _deliveries(self) -> Mapping[str, "Delivery"]:
        metadata = Entry(METADATA, is_folder=False)
        is_there = metadata in self._source.entries
        return read_metadata(self._read_note(metadata)) if is_there else {}


def is_hand_in(name: str) -> bool:
    """Whether someone may have handed in the file or folder `name`, if its name isn't from an LMS.

    Others were put beside the hand-ins by an LMS, a system or the staff.
    """
    return not _NO_HAND_IN.fullmatch(name)


def stem(name: str) -> str:
    """`name` without its suffix, which may be `.tar.gz`."""
    suffixes = [suffix for suffix in (*ARCHIVES, ".py") if name.lower().endswith(suffix)]
    return name[: -max(map(len, suffixes))] if suffixes else name


# The names in a bulk download


@dataclass(frozen=True)
class StudentEntries:
    """The entries of one student."""

    files: Sequence[LmsEntry]
    """The files of the last attempt."""
    last: LmsEntry
    """An entry of the last attempt, which may be a note."""
    earlier: Sequence[Entry]
    """The files of earlier attempts."""

    @property
    def key(self) -> str:
        return self.last.key

    @property
    def display_name(self) -> str:
        return self.last.student or f"submission_{self.last.identifier}"


@dataclass(frozen=True)
class Download:
    """A bulk download from one LMS."""

    lms: str
    students: Sequence[StudentEntries]
    """The students in the order of their first entries."""
    entries: Mapping[Entry, str]
    """The student's key for each entry."""
    ambiguous: Mapping[Entry, str]
    """Entries that two students could have handed in, and what to say about each."""


def read_download(entries: Sequence[Entry], read_note: Callable[[Entry], str]) -> Download | None:
    """The bulk download that has `entries` at its top; None if most of them are not from an LMS.

    All of a download comes from one LMS, so a name that only looks like another's is none.
    `read_note` gives the text that an LMS wrote beside the files.
    """
    read = {entry: readings(entry) for entry in entries}
    counts = Counter(lms for found in read.values() for lms in found)
    most = max(counts.values(), default=0)
    if 2 * most <= sum(bool(found) or is_hand_in(entry.name) for entry, found in read.items()):
        return None
    lms, *others = [lms for lms, count in counts.items() if count == most]
    clear: list[LmsEntry] = []
    ambiguous: dict[Entry, str] = {}
    for entry, found in read.items():
        if not (parsed := found.get(lms)):
            continue
        rivals = [found[other].owner for other in others if other in found]
        if rival := next(filter(None, [parsed.rival, *rivals]), ""):
            reason = f"either {parsed.owner} or {rival} handed it in; find out who, and rename it"
            ambiguous[entry] = f"{abbreviate(entry.name)} is ambiguous: {reason}"
        else:
            clear.append(parsed)
    if lms == BLACKBOARD.name:
        clear = _with_logins(clear, read_note)
    students: dict[str, list[LmsEntry]] = {}
    for parsed in clear:
        students.setdefault(parsed.key, []).append(parsed)
    keys = {parsed.entry: parsed.key for parsed in clear}
    return Download(lms, [_student_entries(group) for group in students.values()], keys, ambiguous)


def _student_entries(group: Iterable[LmsEntry]) -> StudentEntries:
    by_attempt: dict[str, list[LmsEntry]] = {}
    for parsed in sorted(group, key=lambda parsed: parsed.attempt):
        by_attempt.setdefault(parsed.attempt, []).append(parsed)
    *before, last = by_attempt.values()
    earlier = [parsed.entry for attempt in before for parsed in attempt if not parsed.is_note]
    return StudentEntries(_files(last), last[0], earlier)


def _files(attempt: Sequence[LmsEntry]) -> list[LmsEntry]:
    """The files of an attempt, without the numbers that the LMS added to their names."""
    files = [parsed for parsed in attempt if not parsed.is_note]
    names = [name for parsed in files for name in {parsed.file, parsed.unnumbered}]
    return [
        replace(parsed, file=parsed.unnumbered)
        if parsed.unnumbered and names.count(parsed.unnumbered) == 1
        else parsed
        for parsed in files
    ]


def _with_logins(entries: Sequence[LmsEntry], read_note: Callable[[Entry], str]) -> list[LmsEntry]:
    """`entries` of Blackboard with the students' logins, and their names where the notes have
    them. A note also tells the assignment's title, with which all keys begin, from the login."""
    names: dict[str, str] = {}
    titles = set()
    for parsed in entries:
        note = _BLACKBOARD_NOTE.match(read_note(parsed.entry)) if parsed.is_note else None
        if note and parsed.key.endswith(f"_{note['login']}"):
            names[parsed.key] = note["student"]
            titles.add(parsed.key.removesuffix(note["login"]))
    found = []
    for parsed in entries:
        title = max((t for t in titles if parsed.key.startswith(t)), key=len, default="")
        login = parsed.key.removeprefix(title) if title else parsed.identifier
        student = names.get(parsed.key, login)
        found.append(replace(parsed, student=student, identifier=login))
    return found


# Gradescope

METADATA = "submission_metadata.yml"
"""The file in an export that says who handed in what."""
FOLDER = "submission"
"""An autograder grades the submission in this folder."""
ALONE = "submission_metadata.json"
"""Beside that folder, this file says who handed it in."""


class Submitter(NamedTuple):
    """One of the students who handed in a submission together."""

    name: str
    identifier: str
    """The student's number, or their address if they have none."""


class Delivery(NamedTuple):
    """Who handed in a submission together, and when."""

    submitters: Sequence[Submitter]
    submitted: datetime | None


class _ExportedStudent(BaseModel):
    name: str = Field("", alias=":name")
    number: str = Field("", alias=":sid")
    email: str = Field("", alias=":email")


class _ExportedSubmission(BaseModel):
    submitters: list[_ExportedStudent] = Field([], alias=":submitters")
    created_at: str = Field("", alias=":created_at")


class _User(BaseModel):
    name: str = ""
    email: str = ""


class _Alone(BaseModel):
    users: list[_User] = []


_EXPORT = TypeAdapter(dict[str, _ExportedSubmission])


def read_metadata(text: str) -> Mapping[str, Delivery]:
    """By the folder of a submission in an export: who handed it in, and when. Nothing if `text` is
    invalid, or PyYAML isn't installed."""
    try:
        yaml = import_module("yaml")
    except ImportError:
        return {}
    try:
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # leaves 007 as it is
        found = _EXPORT.validate_python(yaml.load(text, loader))
    except (yaml.YAMLError, ValidationError, RecursionError):
        return {}
    return {
        folder: Delivery(
            [Submitter(one.name, one.number or one.email) for one in submission.submitters],
            _created(submission.created_at),
        )
        for folder, submission in found.items()
    }


def _created(text: str) -> datetime | None:
    """A time such as `2026-01-31 12:00:00.123456789 Z`; None for other text."""
    try:
        time = read_time(text)
    except ValueError:
        return None
    return time if time.tzinfo else None


def read_alone(text: bytes) -> Submitter | None:
    """The only submitter of a submission that an autograder grades; None if there are several, or
    `text` is invalid. See https://gradescope-autograders.readthedocs.io/en/latest/submission_metadata/.
    """
    try:
        users = _Alone.model_validate_json(text).users
    except ValidationError:
        return None
    return Submitter(users[0].name, users[0].email) if len(users) == 1 else None
