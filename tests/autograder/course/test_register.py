import pytest

from helpers.course_register import collected, dates, graded, hand_in, refusal, roster, student
from pacgrid.autograder.course.dates import Deadline
from pacgrid.autograder.course.register import (
    CountedGrade,
    CourseSubmissions,
    Register,
    course_rows,
    enrol,
    groups_of_roster,
    read_groups,
)
from pacgrid.autograder.course.roster import Roster, RosterStudent
from pacgrid.autograder.submissions.collection import Collection, collect
from pacgrid.autograder.submissions.submission import Submission

CLASS = roster(
    "name,id,section,late days\nAda,1,A,\nBob,2,A,\nCem,3,B,0\nDora,4,B,9\nEli,5,B,\n", "r.csv"
)
POLICY = "late_days = 2\ngrace_minutes = 15\npercent_per_day = 10"


def rows(results: list[CountedGrade]) -> dict[str, tuple[str, str]]:
    """By the names of the grades: the rule, and the points that count."""
    return {
        one.grade.name: (
            one.course_row.rule,
            "" if (final := one.course_row.final(one.grade)) is None else str(final),
        )
        for one in results
    }


def results(
    entries: CourseSubmissions, points: dict[str, float] | None = None
) -> list[CountedGrade]:
    """Of submissions with so many points, by name; 4 of the others."""
    known = points or {}
    submissions = entries.collection.submissions
    return entries.results(graded(one, known.get(one.name, 4)) for one in submissions)


def test_every_row_says_which_rule_counted():
    until = Deadline(dates().due.replace(day=31), "extension until 2026-10-31 23:59")
    early = Deadline(dates().due.replace(day=1), "extension until 2026-10-01 23:59")
    register = Register(
        CLASS,
        dates(POLICY),
        {student(CLASS, "2"): until, student(CLASS, "1"): early},
        used={student(CLASS, "4"): 8},
    )
    handed_in = collected(
        hand_in("1", "2026-10-31 00:05"),
        hand_in("2", "2026-10-31 20:00"),
        hand_in("3", "2026-11-01 12:00"),
        hand_in("4", "2026-11-01 12:00"),
        hand_in("99", "2026-10-31 12:00"),
    )
    entries = register.enter(handed_in)
    assert (
        "r.csv:2: extension until 2026-10-01 23:59 of Ada (1) is before 2026-10-30 23:59, when it"
        " is due for all, so it isn't used" in entries.collection.notes
    )
    found = results(entries)
    assert rows(found) == {
        "Ada": ("grace: 6 min late", "4"),
        "Bob": ("extension until 2026-10-31 23:59; on time", "4"),
        "Cem": ("20 % off: 2 days late", "16/5"),
        "Dora": ("1 late day used; 10 % off: 2 days late", "18/5"),
        "99": ("10 % off: 1 day late", "18/5"),
        "Eli": ("nothing handed in", ""),
    }
    left = [0, 2, 2, 0, 0, None]
    assert [one.course_row.late_days_left for one in found] == left
    assert [one.course_row.section for one in found] == ["", "A", "A", "B", "B", "B"]
    assert found[1].course_row.submitted == "2026-10-31 00:05"


def test_without_a_time_nothing_is_taken_off_and_that_is_said():
    register = Register(CLASS, dates(POLICY))
    entries = register.enter(collected(hand_in("1", is_late=True), hand_in("2")))
    assert list(rows(results(entries)).values())[:2] == [
        ("time unknown, late, as the LMS says: nothing off", "4"),
        ("time unknown: nothing off", "4"),
    ]
    assert entries.collection.notes == (
        "roster: 5 students, 3 handed in nothing",
        "nothing says when Ada and Bob handed in, so nothing is taken off; see `times` of --dates",
    )


def test_without_dates_only_what_the_lms_says_is_known():
    found = results(Register(CLASS).enter(collected(hand_in("1", is_late=True), hand_in("2"))))
    assert rows(found)["Ada"] == ("late, as the LMS says", "4")
    assert rows(found)["Bob"] == ("", "4")
    plain = roster("name,id\nAda,1\nBob,2\n")
    assert course_rows(results(Register(plain).enter(collected(hand_in("1"))))) == {}
    assert set(course_rows(found)) == {"Ada", "Bob", "Cem", "Dora", "Eli"}


def test_partners_have_the_same_submission_and_each_their_own_late_days():
    register = Register(CLASS, dates(POLICY), groups=(CLASS.students[2:],))
    theirs = hand_in("3", "2026-10-31 12:00", "# theirs", entry="3_")
    entries = register.enter(collected(theirs, hand_in("1", "2026-10-30 12:00")))
    assert [one.name for one in entries.collection.submissions] == [
        *("Ada", "Cem", "Bob", "Dora", "Eli")
    ]
    assert len({one.digest for one in entries.collection.submissions if not one.missing}) == 2
    found = {one.grade.name: one for one in results(entries)}
    assert rows(list(found.values())) == {
        "Ada": ("on time", "4"),
        "Cem": ("10 % off: 1 day late", "18/5"),
        "Bob": ("nothing handed in", ""),
        "Dora": ("1 late day used", "4"),
        "Eli": ("1 late day used", "4"),
    }
    assert found["Eli"].course_row.partners == ("Cem (3)", "Dora (4)")
    assert (found["Cem"].entry, found["Eli"].entry) == ("3_", "")  # so feedback goes to its own
    assert "roster: 5 students, 1 handed in nothing" in entries.collection.notes


def test_in_a_group_the_last_of_all_hand_ins_counts():
    teams = roster("name,id,team\nAda,1,red\nBob,2,red\nCem,3,\n")
    register = Register(teams, dates("group_size = 2"))

    def texts(*hand_ins):
        entries = register.enter(collected(*hand_ins))
        files = [dict(one.files).get("agent.py") for one in entries.collection.submissions]
        return files, entries

    old, new = hand_in("1", "2026-10-30 12:00", "old"), hand_in("2", "2026-10-30 13:00", "new")
    files, entries = texts(old, new)
    assert files == [b"new", b"new", None]
    assert rows(results(entries))["Ada"] == ("on time", "4")
    files, entries = texts(hand_in("1", "", "old"), hand_in("2", "", "new"))
    assert files == [b"old", b"new", None]
    assert (
        "Ada (1) and Bob (2) are in one group and handed in different files, and nothing says"
        " when: each has their own" in entries.collection.notes
    )
    three = roster("name,id,team\nAda,1,red\nBob,2,red\nCem,3,red\n")
    line = "the group of Ada (1) has 3 students; group_size is 2"
    assert refusal(Register(three, dates("group_size = 2")).enter, collected(old)) == line


def test_points_are_fractions_before_and_after():
    register = Register(CLASS, dates("percent_per_day = 12.5"))
    entries = register.enter(collected(hand_in("1", "2026-10-31 12:00")))
    assert rows(results(entries, {"Ada": 1 / 3}))["Ada"][1] == "7/24"


def test_who_handed_in_together_on_gradescope_are_partners():
    both = [hand_in(who, "2026-10-30 12:00", entry="submission_7/") for who in ("1", "2")]
    alone = hand_in("3", "2026-10-30 12:00", entry="submission_8/")
    found = results(Register(CLASS, dates()).enter(collected(*both, alone)))
    assert {one.grade.name: one.course_row.partners for one in found[:3]} == {
        "Ada": ("Bob (2)",),
        "Bob": ("Ada (1)",),
        "Cem": (),
    }
    assert rows(found)["Ada"] == ("on time", "4")


def submission(name: str, student: str = "", identifier: str = "") -> Submission:
    return Submission(name, (("agent.py", b""),), "agent.py", "", student, identifier)


def enrolled(hand_ins: list[Submission], *students: tuple[str, ...]) -> Collection:
    everybody = [RosterStudent(name, ids, line) for line, (name, *ids) in enumerate(students, 2)]
    return enrol(collected(*hand_ins), Roster(tuple(everybody)))[0]


def enrolled_rows(collection: Collection) -> list[tuple[str, str, str, bool]]:
    return [(one.name, one.student, one.identifier, one.missing) for one in collection.submissions]


def test_the_roster_names_students_and_who_handed_in_nothing_has_a_row():
    found = enrolled(
        [submission("adal", "adal", "11"), submission("eve", "eve", "99"), submission("s3")],
        ("Ada Lovelace", "11", "s1"),
        ("Bob", "12", "s2"),
        ("Cem", "13", "s3"),
        ("Ada Lovelace", "14", "s4"),
    )
    assert enrolled_rows(found) == [
        ("Ada Lovelace (11)", "Ada Lovelace", "11", False),
        ("eve", "eve", "99", False),
        ("s3", "", "", False),
        ("Bob", "Bob", "12", True),
        ("Cem", "Cem", "13", True),
        ("Ada Lovelace (14)", "Ada Lovelace", "14", True),
    ]
    assert [one.problem.message for one in found.submissions if one.problem] == [
        *["nothing was handed in"] * 3
    ]
    assert found.notes == ("not in the roster, but graded: eve and s3",)


def test_the_column_that_matches_most_hand_ins_says_who_is_who():
    students = [("Ada", "n1", "ada"), ("Bob", "n2", "bob"), ("Eve", "n3", "eve")]
    found = enrolled([submission("ada"), submission("bob"), submission("cal", "", "n1")], *students)
    assert enrolled_rows(found)[:3] == [
        ("ada", "Ada", "n1", False),
        ("bob", "Bob", "n2", False),
        ("cal", "", "", False),  # its number means Ada in the roster
    ]


def test_names_count_only_if_no_identifier_matches_and_only_if_they_are_unique():
    students = [("Ada", "s1"), ("Ann Lee", "s2"), ("Ann Lee", "s3"), ("Zoë", "s4"), ("Eve", "s5")]
    mallory = submission("Ada", "Ada", "77")
    by_name = [submission("Ann Lee", "Ann Lee", "12"), submission("zoë", "ZOË", "14"), mallory]
    found = enrolled(by_name, *students)
    assert enrolled_rows(found)[:3] == [
        ("Ada", "Ada", "s1", False),
        ("Ann Lee (12)", "Ann Lee", "12", False),
        ("Zoë", "Zoë", "s4", False),
    ]
    reasons = {one.name: one.problem.message for one in found.submissions if one.problem}
    assert reasons == {
        "Ann Lee (s2)": "may have handed in Ann Lee; the name is not unique",
        "Ann Lee (s3)": "may have handed in Ann Lee; the name is not unique",
        "Eve": "nothing was handed in",
    }
    assert "roster: no identifier matches, so students are matched by name" in found.notes
    again = enrolled(
        [mallory, submission("Ada (11)", "Ada", "11"), submission("Eve", "Eve", "15")], *students
    )
    assert [one.identifier for one in again.submissions][:3] == ["77", "11", "s5"]
    numbered = enrolled([mallory, submission("Eve", "Eve", "s5")], *students)
    assert enrolled_rows(numbered)[0] == ("Ada (77)", "Ada", "77", False)


def test_a_single_file_with_a_roster_is_a_batch(tmp_path):
    (tmp_path / "ada.py").write_text("")
    collection = collect([tmp_path / "ada.py"])
    found, _ = enrol(collection, roster("name,identifier\nAda,ada\nBob,bob\n"))
    assert (collection.is_single, found.is_single) == (True, False)
    assert [(one.student, one.missing) for one in found.submissions][1:] == [("Bob", True)]


COURSE = roster("name,id,team\nAda,1,red\nBob,2,blue\nCem,3,Red\nDora,4,\nEli,5,blue\nFay,6,solo\n")


def names(groups):
    return [tuple(one.name for one in group) for group in groups]


def test_groups_stand_in_the_roster_or_in_a_file_of_the_lms(tmp_path):
    assert names(groups_of_roster(COURSE)) == [("Ada", "Cem"), ("Bob", "Eli")]
    path = tmp_path / "groups.csv"
    path.write_text(
        "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
        "Ada,1,,,A,One,7,\nDora,4,,,A,One,7,\nEli,5,,,A,,,\n"
    )
    assert names(read_groups(path, COURSE)) == [("Ada", "Dora")]


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
    assert refusal(read_groups, path, COURSE) == f"{path}{line.format(path=path)}"
