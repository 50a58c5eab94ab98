from pathlib import Path

from pacgrid.autograder.course.register import enrol
from pacgrid.autograder.course.roster import Roster, RosterStudent
from pacgrid.autograder.submissions.collection import Collection, collect
from pacgrid.autograder.submissions.submission import Submission

CODE = ("agent.py", b"")


def hand_in(name: str, student: str = "", identifier: str = "") -> Submission:
    return Submission(name, (CODE,), "agent.py", "", student, identifier)


def enrolled(hand_ins: list[Submission], *students: tuple[str, ...]) -> Collection:
    roster = [RosterStudent(name, ids, line) for line, (name, *ids) in enumerate(students, start=2)]
    collection = Collection(tuple(hand_ins), (), is_single=False)
    return enrol(collection, Roster(tuple(roster)))[0]


def rows(collection: Collection) -> list[tuple[str, str, str, bool]]:
    return [(one.name, one.student, one.identifier, one.missing) for one in collection.submissions]


def test_the_roster_names_students_and_who_handed_in_nothing_has_a_row():
    found = enrolled(
        [hand_in("adal", "adal", "11"), hand_in("eve", "eve", "99"), hand_in("s3")],
        ("Ada Lovelace", "11", "s1"),
        ("Bob", "12", "s2"),
        ("Cem", "13", "s3"),
        ("Ada Lovelace", "14", "s4"),
    )
    assert rows(found) == [
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
    found = enrolled([hand_in("ada"), hand_in("bob"), hand_in("cal", "", "n1")], *students)
    assert rows(found)[:3] == [
        ("ada", "Ada", "n1", False),
        ("bob", "Bob", "n2", False),
        ("cal", "", "", False),  # its number means Ada in the roster
    ]


def test_names_count_only_if_no_identifier_matches_and_only_if_they_are_unique():
    students = [("Ada", "s1"), ("Ann Lee", "s2"), ("Ann Lee", "s3"), ("Zoë", "s4"), ("Eve", "s5")]
    mallory = hand_in("Ada", "Ada", "77")
    by_name = [hand_in("Ann Lee", "Ann Lee", "12"), hand_in("zoë", "ZOË", "14"), mallory]
    found = enrolled(by_name, *students)
    assert rows(found)[:3] == [
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
        [mallory, hand_in("Ada (11)", "Ada", "11"), hand_in("Eve", "Eve", "15")], *students
    )
    assert [one.identifier for one in again.submissions][:3] == ["77", "11", "s5"]
    numbered = enrolled([mallory, hand_in("Eve", "Eve", "s5")], *students)
    assert rows(numbered)[0] == ("Ada (77)", "Ada", "77", False)


def test_a_single_file_with_a_roster_is_a_batch(tmp_path):
    (tmp_path / "ada.py").write_text("")
    (tmp_path / "roster.csv").write_text("name,identifier\nAda,ada\nBob,bob\n")
    collection = collect([tmp_path / "ada.py"])
    found = enrol(collection, Roster.load(Path(tmp_path / "roster.csv")))[0]
    assert (collection.is_single, found.is_single) == (True, False)
    assert [(one.student, one.missing) for one in found.submissions][1:] == [("Bob", True)]
