import pytest

from helpers.course_register import hand_in, refusal, roster
from pacgrid.autograder.course.groups import (
    groups_by_line,
    groups_of_lms,
    groups_of_roster,
    partner_line,
    read_groups,
)
from pacgrid.autograder.submissions.hand_in import refused
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.common.failure import Failure

CLASS = roster("name,id,team\nAda,1,red\nBob,2,blue\nCem,3,Red\nDora,4,\nEli,5,blue\nFay,6,solo\n")


def names(groups):
    return [tuple(one.name for one in group) for group in groups.groups]


def by_line(size: int = 2, **lines: str):
    """The groups of these students, each with the line that their file begins with."""
    pairs = []
    for one in CLASS.students:
        if (line := lines.get(one.name)) is not None:
            pairs.append((hand_in(one.identifier, code=line), one))
        else:
            nothing = Submission(one.name, problem=Failure("nothing"), missing=True)
            pairs.append((nothing, one))
    return groups_by_line(pairs, CLASS, size)


def test_groups_stand_in_the_roster_or_in_a_file_of_the_lms(tmp_path):
    assert names(groups_of_roster(CLASS)) == [("Ada", "Cem"), ("Bob", "Eli")]
    path = tmp_path / "groups.csv"
    path.write_text(
        "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
        "Ada,1,,,A,One,7,\nDora,4,,,A,One,7,\nEli,5,,,A,,,\n"
    )
    assert names(read_groups(path, CLASS)) == [("Ada", "Dora")]


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ("1,Two", ":4: Ada (1) is in two groups, One ({path}:2) and Two; leave out one"),
        ("8,Two", ":4: '8' is not in the roster; correct or remove it"),
    ],
)
def test_somebody_in_two_groups_is_an_error_that_names_both(tmp_path, row, line):
    path = tmp_path / "groups.csv"
    path.write_text(f"id,group\n1,One\n1,one\n{row}\n")
    assert refusal(read_groups, path, CLASS) == f"{path}{line.format(path=path)}"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("# partners: ada, 4", ["ada", "4"]),
        ('"""Homework."""\n  #Partner :  Bob ,,\r\n', ["Bob"]),
        ("x = 1  # partners: ada", []),
        ("# partners:", []),
        ("#" * 5000 + "\n# partners: ada", []),
    ],
)
def test_a_line_near_the_top_names_partners(line, found):
    assert partner_line(hand_in("1", code=line)) == found


def test_partners_handed_in_nothing_or_name_the_same_people():
    assert names(by_line(Ada="# partners: bob")) == [("Ada", "Bob")]
    assert names(by_line(Ada="# partners: bob", Bob="# partner: 1")) == [("Ada", "Bob")]
    three = by_line(3, Ada="# partners: bob, cem", Cem="# partners: ada, bob")
    assert names(three) == [("Ada", "Bob", "Cem")]
    assert three.notes == ()


def test_nobody_can_name_somebody_who_handed_in_their_own():
    found = by_line(Ada="# partners: bob", Bob="")
    assert names(found) == []
    assert found.notes == (
        "partners: Ada (1) names Bob (2), whose own hand-in doesn't name the same people: each has"
        " their own",
    )


def test_a_hand_in_that_cannot_be_graded_is_a_hand_in_of_ones_own():
    ada, bob = CLASS.students[:2]
    broken = refused(hand_in("2"), "has no Python file")
    found = groups_by_line([(hand_in("1", code="# partners: bob"), ada), (broken, bob)], CLASS, 2)
    assert names(found) == []


def test_somebody_whom_two_name_is_in_no_group_and_both_are_named():
    found = by_line(Ada="# partners: cem", Bob="# partners: cem", Dora="# partners: eli")
    assert names(found) == [("Dora", "Eli")]
    assert found.notes == (
        "partners: Cem (3) is named by Ada (1) and Bob (2): they are in no group; find out who",
    )


def test_strangers_and_too_many_are_named():
    found = by_line(Ada="# partners: zoe", Bob="# partners: cem, dora")
    assert names(found) == []
    assert found.notes == (
        "partners: Ada (1) names zoe, which fits no student in the roster, or more than one",
        "partners: Bob (2) names 2; at most 1 may be",
    )


def test_the_lms_may_say_who_handed_in_together():
    pairs = [
        (hand_in(one.identifier, entry=f"submission_{int(one.identifier) // 2}/"), one)
        for one in CLASS.students
    ]
    assert names(groups_of_lms(pairs)) == [("Bob", "Cem"), ("Dora", "Eli")]
