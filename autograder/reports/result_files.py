"""Files of results: safe names, writing, CSV for any spreadsheet, and the faults of Pacgrid."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeVar
from unicodedata import category, normalize
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pacgrid.common.files import atomic_file

from ..model.fault import UNREPORTED, Fault, GradingError, attempt, faults_of
from ..model.grade import Grade, QuestionGrade
from ..model.outcome import Outcome
from ..submissions.members import caseless, is_reserved

T = TypeVar("T")

_HEAD = """A fault of Pacgrid. Please report it to the people who maintain Pacgrid, with this file.
It is for the staff: it may show hidden tests.
"""
_EVERY = "all submissions"
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""A zip can't say an earlier time."""
_UNIX = 3
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it, Excel misreads the UTF-8 of a CSV and garbles names."""
_LONGEST = 60
"""In characters of three bytes; with a hash and a suffix, that is less than the usual 255 bytes."""
_ACCENTS = re.compile(r"(?<=[A-Za-z])[\u0300-\u036f]+")
_FORMULA_STARTS = ("=", "+", "-", "@", "\N{MINUS SIGN}")
"""A cell that starts with one of these may be a formula."""
_NEXT_CELL = re.compile(r";(?=\s*(.))")
"""Where spreadsheets of countries with decimal commas start another cell, even within quotes."""


class ResultsError(GradingError):
    """Files that can't be written to their folder."""


def check_folder(folder: Path) -> None:
    """Check, before grading, that `folder` exists or can be created, and can be written to.

    Raises:
        ResultsError: it can't; says why.
    """
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    with writing(folder), TemporaryFile(dir=existing):
        pass


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raises ResultsError, which names `path`, for an OSError in the `with`."""
    try:
        yield
    except OSError as error:
        raise ResultsError(f"{path}: can't be written: {error.strerror}") from None


def write_files(folder: Path, contents: Mapping[str, str | bytes]) -> None:
    """Write these files, by name, into `folder`, each atomically; CSV files with a mark of their
    encoding. Raises ResultsError."""
    for name, content in contents.items():
        path = folder / name
        if isinstance(content, str):
            content = f"{BYTE_ORDER_MARK * name.endswith('.csv')}{content}".encode()  # noqa: PLW2901
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_file(path) as file:
                file.write_bytes(content)


def zipped(contents: Mapping[str, str | bytes], programs: Collection[str] = ()) -> bytes:
    """A zip of these files, by path, of which `programs` may be run; the same files give the same
    bytes."""
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for path, content in sorted(contents.items()):
            info = ZipInfo(path, _EARLIEST)
            info.create_system = _UNIX  # otherwise unzip ignores the executable bit
            info.external_attr = (0o100755 if path in programs else 0o100644) << 16
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, content)
    return data.getvalue()


def file_names(names: Sequence[str]) -> list[str]:
    """For each name, in order, a file name without suffix that is valid on every file system.

    Different names get different file names, even without regard to case: clashes get a hash. The
    result depends on `names` only.
    """
    plain = [_plain(name) for name in names]
    hashes = [sha256(name.encode("utf-8", "surrogatepass")).hexdigest() for name in names]
    found = plain
    for digits in (8, 64):
        count = Counter(caseless(name) for name in found)
        found = [
            f"{start}-{hashed[:digits]}" if count[caseless(was)] > 1 else was
            for start, hashed, was in zip(plain, hashes, found, strict=True)
        ]
    return found


def _plain(name: str) -> str:
    """`name` in letters of any script, digits, `.`, `_` and `-`; Latin letters without accents."""
    plain = _ACCENTS.sub("", normalize("NFKD", name.removesuffix(".py")))
    plain = "".join(c if c in "._" or category(c)[0] in "LMN" else "-" for c in plain)
    plain = re.sub("-+", "-", normalize("NFC", plain)).strip("-.")
    plain = plain[:_LONGEST].encode()[: 3 * _LONGEST].decode(errors="ignore").rstrip("-.")
    if not plain or is_reserved(plain):
        return f"submission-{plain}".rstrip("-")
    return plain


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """`rows` as CSV; a cell that is text can't be a formula."""
    output = io.StringIO()
    table = csv.writer(output, lineterminator="\n")
    for row in rows:
        table.writerow([defused(cell) if isinstance(cell, str) else cell for cell in row])
    return output.getvalue()


def defused(text: str) -> str:
    """`text` with an apostrophe before everything that a spreadsheet could take for a formula."""
    safe = _NEXT_CELL.sub(lambda match: ";'" if _is_formula(match[1]) else ";", text)
    return f"'{safe}" if _is_formula(safe) else safe


def _is_formula(text: str) -> bool:
    """Whether `text` starts like a formula, after spaces; full-width signs count too."""
    return normalize("NFKC", text.lstrip()).startswith(_FORMULA_STARTS)


# The faults of Pacgrid in one grading, and files with them for the staff: an error that one
# submission's grade raises in a report must not cost the others theirs.


class FaultLog:
    """The faults that were found, by submission and by place."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, Fault]] = {}
        self._digests: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def note(self, grade: Grade | None, place: str, fault: Fault) -> None:
        """Add a fault over the submission of `grade`; None for all of them together."""
        name = grade.name if grade else _EVERY
        self._found.setdefault(name, {}).setdefault(place, fault)
        self._digests[name] = grade.digest if grade else ""

    def note_judged(self, grades: Sequence[Grade]) -> None:
        """Add what kept tests of these grades from being judged."""
        for grade in grades:
            for place, fault in faults_of(grade):
                self.note(grade, place, fault)

    def has(self, grade: Grade, place: str) -> bool:
        """Whether there was a fault over the submission of `grade` in that place."""
        return place in self._found.get(grade.name, {})

    def make(
        self,
        report: str,
        make: Callable[[Sequence[Grade]], T],
        grades: Sequence[Grade],
        with_names: Callable[[T, Sequence[Grade]], T] = lambda made, _: made,
    ) -> T | None:
        """The `report` that `make` makes of `grades`. A grade that makes it raise an error is shown
        without its details, or left out if that fails, too; and the fault is noted. None if it
        can't be made at all.

        `with_names` adds the names of those left out. Raises what is not a fault, such as a
        GradingError.
        """
        whole = attempt(partial(make, grades))
        if not isinstance(whole, Fault):
            return whole

        def usable(grade: Grade) -> Grade:
            make([grade])
            return grade

        shown = [self.make_one(report, usable, grade) for grade in grades]
        made = attempt(partial(make, [grade for grade in shown if grade]))
        if isinstance(made, Fault):
            self.note(None, report, made)
            return None
        left_out = [grade for grade, one in zip(grades, shown, strict=True) if not one]
        return with_names(made, left_out)

    def make_one(self, report: str, make: Callable[[Grade], T], grade: Grade) -> T | None:
        """The `report` that `make` makes of one grade, if need be without its details. None if it
        can't be made."""
        made = attempt(partial(make, grade))
        if isinstance(made, Fault):
            self.note(grade, report, made)
            made = attempt(lambda: make(without_details(grade)))
        return None if isinstance(made, Fault) else made

    def texts(self) -> dict[str, str]:
        """A text for each submission with a fault, by the name of its file."""
        files = [f"{file}.txt" for file in file_names(list(self._found))]
        texts = (
            "\n\n".join([f"{_HEAD}\nsubmission: {name}\ndigest: {self._digests[name]}", *parts])
            for name, by_place in self._found.items()
            for parts in [
                [f"place: {place or 'all of it'}\n{f.report}" for place, f in by_place.items()]
            ]
        )
        return {file: f"{text}\n" for file, text in zip(files, texts, strict=True)}

    def __str__(self) -> str:
        """`2 submissions could not be graded or reported in full: a fault of Pacgrid`."""
        count = len(self._found)
        noun = "submission" if count == 1 else "submissions"
        return f"{count} {noun} could not be graded or reported in full: a fault of Pacgrid"


def without_details(grade: Grade) -> Grade:
    """`grade` with its points, and nothing that could keep a report from being made."""
    fault = Fault(UNREPORTED)
    questions = tuple(_question(question, fault) for question in grade.questions)
    return replace(grade, questions=questions, failure=fault)


def _question(question: QuestionGrade, fault: Fault) -> QuestionGrade:
    outcomes = tuple(
        Outcome(
            test=outcome.test,
            result=outcome.result,
            points=outcome.points,
            possible=outcome.possible,
            visibility=outcome.visibility,
            cases=tuple(replace(case, note="") for case in outcome.cases),
            number=outcome.number,
        )
        for outcome in question.outcomes
    )
    failure = fault if question.failure else None
    return replace(question, outcomes=outcomes, failure=failure, reason="")
