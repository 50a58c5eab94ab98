"""Who handed in what, from the names in a bulk download."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .lms import LmsEntry, readings
from .members import Entry, abbreviate

_NO_HAND_IN = re.compile(
    r"\.(?!\.(?:/|\Z)).*|__MACOSX|__pycache__|readme(\.\w+)?|index\.html?|desktop\.ini|thumbs\.db"
    r"|submission_metadata\.yml|.*\.(csv|toml|lay|log|sqlite(-\w+)?)",
    re.IGNORECASE | re.DOTALL,
)
_BLACKBOARD_NOTE = re.compile(r"\s*Name: (?P<student>.*) \((?P<login>[^()\n]+)\)[ \r]*\n")
_ASK = "find out who, and rename it"


@dataclass(frozen=True)
class StudentEntries:
    """The entries of one student."""

    key: str
    student: str
    identifier: str
    attempts: Sequence[Sequence[LmsEntry]]
    """The files of each attempt, in order."""
    last: LmsEntry
    """An entry of the last attempt."""

    @property
    def files(self) -> Sequence[LmsEntry]:
        """The files of the last attempt."""
        return self.attempts[-1]

    @property
    def earlier(self) -> Sequence[Entry]:
        """The files of earlier attempts."""
        return [parsed.entry for files in self.attempts[:-1] for parsed in files]

    @property
    def display_name(self) -> str:
        return self.student or f"submission_{self.identifier}"


@dataclass(frozen=True)
class Download:
    """A bulk download from one LMS."""

    lms: str
    """`Moodle`."""
    students: Sequence[StudentEntries]
    """In the order of each student's first entry."""
    entries: Mapping[Entry, str]
    """For each student's entry, the student's key."""
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
            reason = f"either {parsed.owner} or {rival} handed it in"
            ambiguous[entry] = f"{abbreviate(entry.name)} is ambiguous: {reason}; {_ASK}"
        else:
            clear.append(parsed)
    if lms == "Blackboard":
        clear = _with_logins(clear, read_note)
    keys = {parsed.entry: parsed.key for parsed in clear}
    return Download(lms, _group_by_student(clear), keys, ambiguous)


def is_hand_in(name: str) -> bool:
    """Whether someone may have handed in the file or folder `name`, if its name isn't from an LMS.

    Others were put beside the hand-ins by an LMS, a system or the staff.
    """
    return not _NO_HAND_IN.fullmatch(name)


def _group_by_student(entries: Iterable[LmsEntry]) -> list[StudentEntries]:
    students: dict[str, list[LmsEntry]] = {}
    for parsed in entries:
        students.setdefault(parsed.key, []).append(parsed)
    return [_student_entries(group) for group in students.values()]


def _student_entries(group: Sequence[LmsEntry]) -> StudentEntries:
    by_attempt: dict[str, list[LmsEntry]] = {}
    for parsed in sorted(group, key=lambda parsed: parsed.attempt):
        by_attempt.setdefault(parsed.attempt, []).append(parsed)
    attempts = list(by_attempt.values())
    return StudentEntries(
        group[0].key,
        group[0].student,
        group[0].identifier,
        attempts=[_files(attempt) for attempt in attempts],
        last=attempts[-1][0],
    )


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
    """`entries` with the students' logins, and their names where the notes have them."""
    names: dict[str, str] = {}
    titles = set()
    for parsed in entries:
        note = _BLACKBOARD_NOTE.match(read_note(parsed.entry)) if parsed.is_note else None
        if note and parsed.key.endswith(f"_{note['login']}"):
            names[parsed.key] = note["student"]
            titles.add(parsed.key.removesuffix(note["login"]))
    logins = {
        parsed.key: parsed.key.removeprefix(
            max(
                (title for title in titles if parsed.key.startswith(title)),
                key=len,
                default=_up_to_last_part(parsed.key),
            )
        )
        for parsed in entries
    }
    return [
        replace(
            parsed,
            student=names.get(parsed.key, logins[parsed.key]),
            identifier=logins[parsed.key],
        )
        for parsed in entries
    ]


def _up_to_last_part(key: str) -> str:
    """`HW_1_` of `HW_1_ada`."""
    return key.removesuffix(key.rpartition("_")[2])
