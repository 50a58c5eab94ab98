"""What staff have decided about grades: a CSV of the course."""

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import get_args

from pacgrid.common.suggestion import did_you_mean

from ..assignments.assignment import Assignment, AssignmentError
from ..assignments.question import Question
from ..model.aim import counted
from ..model.amount import amount, worth
from ..model.staff_decision import DecisionKind, StaffDecision
from ..submissions.hand_in import join
from .errors import CourseError
from .groups import Group
from .people import PersonRow, known, read_people
from .roster import Roster, RosterStudent

_COLUMNS = {
    "decision": ("decision",),
    "about": ("about", "question", "test"),
    "points": ("points",),
    "reason": ("reason", "comment", "note"),
    "answer": ("answer",),
    "by": ("by", "decided by"),
    "decided": ("decided", "decided on", "date"),
    "confirmed": ("confirmed", "confirmed on"),
    "partners": ("partners",),
    "assignment": ("assignment", "title"),
}
_TOTAL = ("", "total")
_YES_OR_NO = {"": None, "yes": True, "no": False}


@dataclass(frozen=True)
class Decisions:
    """The decisions about one assignment."""

    by_student: Mapping[RosterStudent, Sequence[tuple[StaffDecision, bool | None]]] = field(
        default_factory=dict
    )
    """With each, whether it counts for partners, too; None if the file doesn't say."""
    notes: tuple[str, ...] = ()

    def of(
        self, student: RosterStudent | None, partners: Group, notes: list[str]
    ) -> tuple[StaffDecision, ...]:
        """The decisions that count for `student`. Adds to `notes`.

        Raises:
            CourseError: two of them contradict each other; names both lines.
        """
        if student is None:
            return ()
        own = self.by_student.get(student, ())
        shared = [
            one
            for each in partners
            for one, is_shared in self.by_student.get(each, ())
            if is_shared
        ]
        for one, is_shared in own:
            if is_shared is None and partners and (one.points is not None):
                others = join([str(each) for each in partners])
                notes.append(
                    f"{one.place}: counts for {student}, and not for {others}; write yes or no in"
                    " the column partners"
                )
        found = (*(one for one, _ in own), *shared)
        _check(found, student)
        return found


def read_decisions(path: Path, roster: Roster, assignment: Assignment) -> Decisions:
    """The decisions about `assignment` in a CSV with a column of identifiers and one called
    `decision`; the others are optional, as far as a decision doesn't need them.

    Raises:
        CourseError: a row can't be used; names its line.
    """
    found: dict[RosterStudent, list[tuple[StaffDecision, bool | None]]] = {}
    others: list[str] = []
    for row in read_people(path, roster, _COLUMNS, "decision"):
        if row.cells["assignment"] not in ("", assignment.title):
            others.append(row.cells["assignment"])
            continue
        shared = row.cells["partners"].casefold()
        if shared not in _YES_OR_NO:
            raise CourseError(
                f"{row.place}: {row.cells['partners']!r} in the column partners; write yes or no"
            )
        own = found.setdefault(known(row), [])
        own.append((_decision(row, assignment), _YES_OR_NO[shared]))
    notes = []
    if others:
        titles = join(list(dict.fromkeys(others)))
        notes.append(f"{path}: {counted(len(others), 'row')} about other assignments: {titles}")
    return Decisions(found, tuple(notes))


def _decision(row: PersonRow, assignment: Assignment) -> StaffDecision:
    """The decision in `row`. Raises CourseError."""
    cells, place = row.cells, row.place
    word, kinds = cells["decision"].casefold(), get_args(DecisionKind)
    kind: DecisionKind | None = next((each for each in kinds if each == word), None)
    if kind is None:
        mend = did_you_mean(word, kinds) or f"write {', '.join(kinds[:-1])} or {kinds[-1]}"
        raise CourseError(f"{place}: unknown decision {cells['decision']!r}; {mend}")
    about = "" if cells["about"].casefold() in _TOTAL else cells["about"]
    question, number = _found(about, assignment, place)
    if kind == "exempt" and question and number:
        raise CourseError(f"{place}: a test can't be exempt; name the question, {question.name}")
    if kind == "regrade" and (number or not question):
        raise CourseError(f"{place}: a regrade is of one question; name it in the column about")
    is_open = kind == "regrade" and not any(cells[each] for each in ("by", "decided", "answer"))
    why = "answer" if kind == "regrade" else "reason"
    needed = [] if is_open else ["by", "decided", why]
    needed += ["points"] if kind in ("points", "add") else []
    for name in dict.fromkeys(["reason", *needed]):
        if not cells[name]:
            raise CourseError(f"{place}: {name} is missing; fill in the column {name}")
    if cells["points"] and (kind in ("comment", "exempt") or is_open):
        mend = "fill in by, decided and answer, too" if is_open else "leave them out"
        raise CourseError(f"{place}: {kind!r} has points; {mend}")
    for name in ("decided", "confirmed"):
        _check_date(cells[name], name, place)
    tests = {test.number: test for test in question.tests} if question else {}
    return StaffDecision(
        kind=kind,
        about=f"{question.name}.{number}" if question and number else about,
        points=_points(row, kind, assignment, question, number) if cells["points"] else None,
        reason=cells["reason"],
        answer=cells["answer"],
        by=cells["by"],
        decided=cells["decided"],
        confirmed=cells["confirmed"],
        is_hidden=bool(number and tests[number].is_hidden),
        place=place,
    )


def _found(about: str, assignment: Assignment, place: str) -> tuple[Question | None, int | None]:
    """The question and the number of the test that a decision is about. Raises CourseError."""
    if not about:
        return None, None
    name, dot, number = about.partition(".")
    try:
        question = assignment.question(name)
    except AssignmentError as error:
        raise CourseError(f"{place}: {error}") from None
    if not dot:
        return question, None
    count = len(question.tests)
    is_number = number.isascii() and number.isdigit() and len(number) < 5
    if not (is_number and 1 <= int(number) <= count):
        raise CourseError(
            f"{place}: there is no test {about}; {name} has {counted(count, 'test')}: name one of"
            f" them, or {name}"
        )
    return question, int(number)


def _points(
    row: PersonRow,
    kind: str,
    assignment: Assignment,
    question: Question | None,
    number: int | None,
) -> float:
    """The points that `row` sets or adds. Raises CourseError."""
    text = row.cells["points"]
    points = math.nan
    with suppress(ValueError):
        points = float(text.replace(",", ".").replace("\N{MINUS SIGN}", "-"))
    if not math.isfinite(points) or (kind == "add" and not points):
        raise CourseError(f"{row.place}: {text!r} is not a number of points; write one such as 1.5")
    if question is None:
        most = sum(each.points + each.extra for each in assignment.questions)
    elif number is None:
        most = question.points + question.extra
    else:
        most = question.numbered_tests[number - 1].possible
        if question.rule not in ("sum", "all") or not most:
            raise CourseError(
                f"{row.place}: {row.cells['about']} has no points of its own; decide about"
                f" {question.name}"
            )
    what = row.cells["about"] or "the assignment"
    if abs(points) > most:
        raise CourseError(
            f"{row.place}: {amount(points)} is too much: {what} is worth {worth(most)}; correct it"
        )
    if points < 0 and kind != "add":
        raise CourseError(
            f"{row.place}: {amount(points)} is less than nothing; write 0, or add instead of {kind}"
        )
    return points


def _check_date(text: str, name: str, place: str) -> None:
    """Raises CourseError unless `text` is empty or a date, maybe with a time."""
    try:
        if text:
            datetime.fromisoformat(text)
    except ValueError:
        raise CourseError(
            f"{place}: {name} is {text!r}, which is no date; write one such as 2026-11-03"
        ) from None


def _check(decisions: Iterable[StaffDecision], student: RosterStudent) -> None:
    """Raises CourseError if two of a student's decisions don't go together."""
    before: list[StaffDecision] = []
    for one in decisions:
        for other in before:
            if one == other:
                raise CourseError(f"{one.place}: is there already, in {other.place}; leave out one")
            if one.contradicts(other) or other.contradicts(one):
                raise CourseError(
                    f"{one.place}: contradicts {other.place}, about {other.what} of {student};"
                    " leave out one of them"
                )
        before.append(one)
