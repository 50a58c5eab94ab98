"""The students of a course, over all its assignments, as the page lists them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import combining, normalize

from ...model.amount import amount
from .facts import AssignmentFacts

_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""Letters without an accent that Unicode could take off."""


def name_key(name: str) -> str:
    """Sorts names without regard to case and accents, and numbers by their value. Browsers know
    what is usual in the reader's language; this is for a page without scripts.

    >>> sorted(["Zoe", "de la Cruz", "Team 10", "Åse", "team 9", "Adam"], key=name_key)
    ['Adam', 'Åse', 'de la Cruz', 'team 9', 'Team 10', 'Zoe']
    """
    letters = normalize("NFKD", name.casefold().translate(_LETTERS))
    plain = "".join(letter for letter in letters if not combining(letter))
    return re.sub(r"\d+", lambda digits: digits[0].zfill(20), plain)


@dataclass(frozen=True)
class Cell:
    """Points, and what sorts them."""

    text: str
    value: float
    shade: str = ""


@dataclass(frozen=True)
class Remark:
    """A mistake of a student, or something else worth knowing."""

    text: str
    is_hidden: bool = False
    """Whether only hidden tests show it."""


@dataclass(frozen=True)
class Person:
    """A student."""

    name: str
    identifier: str
    section: str
    points: tuple[Cell, ...]
    """By question; in several assignments, by assignment."""
    total: Cell
    counted: Cell
    submitted: str
    days_late: int
    marks: tuple[Remark, ...]
    number: int = 0
    """Stands for the name. It follows from what a page without names shows, so that it says nothing
    about who it is."""


def people(assignments: Sequence[AssignmentFacts]) -> list[Person]:
    """Everybody, sorted by name. Students are the same in two assignments if they have the same
    identifier or, without one, the same name."""
    found: dict[tuple[str, int], dict[int, int]] = {}
    for place, facts in enumerate(assignments):
        seen: dict[str, int] = {}
        for index, student in enumerate(facts.students):
            seen[student.key] = seen.get(student.key, 0) + 1  # several hand-ins by one
            found.setdefault((student.key, seen[student.key]), {})[place] = index
    all_marks = _marks(assignments[0]) if len(assignments) == 1 else []
    rows = [_person(assignments, places, all_marks) for places in found.values()]
    shown = sorted(rows, key=_shown)
    numbers = {id(row): number for number, row in enumerate(shown, start=1)}
    numbered = [replace(row, number=numbers[id(row)]) for row in rows]
    return sorted(numbered, key=lambda row: (name_key(row.name), row.name, row.identifier))


def _shown(row: Person) -> tuple[object, ...]:
    cells = tuple(cell.text for cell in (*row.points, row.total, row.counted))
    marks = tuple(mark.text for mark in row.marks if not mark.is_hidden)
    return (-row.total.value, cells, row.days_late, marks)


def _person(
    assignments: Sequence[AssignmentFacts],
    places: dict[int, int],
    all_marks: Sequence[tuple[Remark, ...]],
) -> Person:
    students = {place: assignments[place].students[index] for place, index in places.items()}
    *_, last = students.values()
    if len(assignments) == 1:
        (facts,) = assignments
        full = [question.full for question in facts.questions]
        points = tuple(map(cell, last.questions, full))
        marks = all_marks[places[0]]
    else:
        points = tuple(
            cell(students[place].points, students[place].possible)
            if place in students
            else cell(None)
            for place in range(len(assignments))
        )
        marks = ()
    return Person(
        last.name,
        last.identifier,
        next((s.section for s in students.values() if s.section), ""),
        points,
        cell(
            _sum([s.points for s in students.values()]), sum(s.possible for s in students.values())
        ),
        cell(_sum([s.counted for s in students.values()])),
        last.submitted if len(assignments) == 1 else "",
        sum(s.days_late for s in students.values()),
        marks,
    )


def _marks(facts: AssignmentFacts) -> list[tuple[Remark, ...]]:
    """For each student: what else to know."""
    found: list[list[Remark]] = [[] for _ in facts.students]
    for mistake in facts.mistakes:
        hidden = {*mistake.only_hidden}
        for index in () if mistake.is_remark else mistake.students:
            found[index].append(Remark(mistake.title, index in hidden))
    for index, student in enumerate(facts.students):
        if student.handed_in and not student.is_tested:
            found[index].append(Remark("can’t be tested"))
        found[index] += [Remark(f"beyond the limit: {each}") for each in student.limits]
        most = max((test.cpu_seconds[index] or 0 for test in facts.tests), default=0)
        if most > facts.test_cpu_seconds / 2 and "CPU time" not in student.limits:
            found[index].append(Remark("more than half of the CPU time for a test"))
    return [*map(tuple, found)]


def _sum(points: Sequence[float | None]) -> float | None:
    known = [each for each in points if each is not None]
    return sum(known) if known else None


def cell(points: float | None, full: float = 0) -> Cell:
    """Points, of which there are `full`."""
    if points is None:
        return Cell("–", -1, "asks")
    shade = ("good" if points >= full else "part" if points > 0 else "bad") if full else ""
    return Cell(amount(points), points, shade)
