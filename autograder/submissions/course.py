"""The hand-ins of a course: a bulk download, or a folder or an archive with an entry for each.

Who handed in what is decided by the names at the top alone, which an LMS or the staff wrote.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from pacgrid.cs188.course_file import COURSE_FILE

from . import gradescope_metadata
from .download import (
    Download,
    StudentEntries,
    is_hand_in,
    read_download,
)
from .hand_in import mend, refused, with_files
from .lms import LmsEntry
from .members import ARCHIVES, Entry, Member, abbreviate, is_archive
from .source import SubmissionSource
from .submission import Submission


class Course:
    """What is at the top of `source`: hand-ins, in which the file called `main` is graded."""

    def __init__(self, source: SubmissionSource, main: str) -> None:
        self._source = source
        self._main = main
        self.ignored: list[str] = []
        """Names of entries that aren't hand-ins, once `submissions` has been called."""

    @cached_property
    def download(self) -> Download | None:
        """The bulk download, if this is one. Raises OSError."""
        return read_download(self._source.entries, self._read_note)

    @cached_property
    def hand_ins(self) -> Sequence[Entry]:
        """The entries that someone may have handed in. Raises OSError."""
        of_students = self.download.entries if self.download else {}
        return [
            entry
            for entry in self._source.entries
            if entry in of_students or is_hand_in(entry.name)
        ]

    @property
    def is_one_hand_in(self) -> bool:
        """Whether this looks like one hand-in, and not like those of many. Raises OSError."""
        if self.download:
            return False
        scripts = [entry for entry in self.hand_ins if entry.name.endswith(".py")]
        known = (Entry(name, is_folder=False) for name in (self._main, COURSE_FILE))
        return any(entry in scripts for entry in known) or (
            len(scripts) == 1
            and not scripts[0].is_folder
            and not any(e.is_folder or is_archive(e.name) for e in self.hand_ins)
        )

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

    def _read_student(self, student: StudentEntries) -> Iterator[Submission]:
        """The submission of `student`; for a group on Gradescope, one for each of its members."""
        handed_in = self._deliveries.get(student.key)
        draft = Submission(
            student.display_name,
            student=student.student,
            identifier=student.identifier,
            submitted=handed_in.submitted if handed_in else student.last.submitted,
            is_late=student.last.is_late,
            entry=student.last.prefix,
        )
        *earlier, submission = (self._read_attempt(draft, files) for files in student.attempts)
        submission = replace(submission, earlier=tuple(earlier))
        submitters = handed_in.submitters if handed_in else ()
        for one in submitters:
            yield replace(
                submission,
                name=one.name or submission.name,
                student=one.name,
                identifier=one.identifier or (draft.identifier if len(submitters) == 1 else ""),
            )
        if not submitters:
            yield submission

    def _read_attempt(self, draft: Submission, files: Sequence[LmsEntry]) -> Submission:
        if not files:
            return refused(draft, f"handed in text but no file; {mend(())}")
        draft = replace(
            draft, submitted=files[0].submitted or draft.submitted, entry=files[0].prefix
        )
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
        without_suffix = stem(name) if is_code else name.rpartition(".")[0]
        draft = Submission(name if is_folder else without_suffix or name)
        try:
            if is_folder:
                return with_files(draft, self._source.subfolder(name).members(), self._main)
            members = self._source.files(name)
        except OSError as error:
            return unreadable(draft, error)
        if reason := next((member.refusal for member in members if member.refusal), ""):
            return refused(draft, f"{abbreviate(name)} {reason}")
        if not is_code:
            return refused(draft, f"{abbreviate(name)} is not a Python file; {mend([name])}")
        return with_files(draft, members, self._main)

    def _read_note(self, entry: Entry) -> str:
        """The text of a file that an LMS wrote; "" if it can't be read."""
        try:
            (member,) = self._source.files(entry.name)
        except (OSError, ValueError):
            return ""
        return member.content.decode(errors="replace")

    @cached_property
    def _deliveries(self) -> gradescope_metadata.HandedIn:
        metadata = Entry(gradescope_metadata.NAME, is_folder=False)
        if metadata not in self._source.entries:
            return {}
        return gradescope_metadata.read(self._read_note(metadata))


def unreadable(draft: Submission, error: OSError) -> Submission:
    """`draft` with the problem that its files can't be read."""
    return refused(draft, f"can't be read ({error.strerror})")


def stem(name: str) -> str:
    """`name` without its suffix, which may be `.tar.gz`."""
    suffixes = [suffix for suffix in (*ARCHIVES, ".py") if name.lower().endswith(suffix)]
    return name[: -max(map(len, suffixes))] if suffixes else name
