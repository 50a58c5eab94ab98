import random

from helpers.graded_class import graded_class
from pacgrid.autograder.reports.statistics.facts import AssignmentFacts
from pacgrid.autograder.reports.statistics.gathering import assignment_facts
from pacgrid.autograder.reports.statistics.people import Person, people


def facts(title: str = "Search") -> AssignmentFacts:
    made = graded_class(40, title)
    return assignment_facts(made.assignment, made.grades, made.course_rows)


def shown(rows: list[Person]) -> list[tuple[object, ...]]:
    """What a page without names shows, by number."""
    cells = [(row.number, row.points, row.total, row.counted, row.days_late) for row in rows]
    marks = [tuple(mark for mark in row.marks if not mark.is_hidden) for row in rows]
    return sorted(zip(cells, marks, strict=True), key=lambda row: row[0][0])


def test_students_are_joined_over_assignments_by_identifier():
    first, second = facts("Search"), facts("Chance")
    left = second.model_copy(update={"students": second.students[:30]})
    rows = people([first, left])
    assert len(rows) == 40
    ada = next(row for row in rows if row.identifier == first.students[1].identifier)
    assert ada.total.value == (first.students[1].points or 0) + (second.students[1].points or 0)
    last = next(row for row in rows if row.identifier == first.students[39].identifier)
    assert [cell.text for cell in last.points][1] == "–"


def test_hand_ins_of_one_student_stay_apart():
    one = facts()
    twice = one.model_copy(
        update={"students": [one.students[0], *one.students[:1], *one.students[2:]]}
    )
    assert len(people([twice])) == 40


def test_numbers_say_nothing_about_who_it_is():
    one = facts()
    names = [student.name for student in one.students]
    random.Random(4).shuffle(names)
    renamed = one.model_copy(
        update={
            "students": [
                student.model_copy(update={"name": name, "identifier": f"{len(name)}{name}"})
                for student, name in zip(one.students, names, strict=True)
            ]
        }
    )
    assert shown(people([one])) == shown(people([renamed]))
    assert people([one]) != people([renamed])
