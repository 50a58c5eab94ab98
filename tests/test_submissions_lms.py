import pytest

from pacgrid.autograder.submissions.lms import (
    LmsEntry,
    StudentEntries,
    group_by_student,
    parse_entry,
)
from pacgrid.autograder.submissions.members import Entry

ADA_MOODLE = "Ada Lovelace_1234567_assignsubmission"
ADA_BRIGHTSPACE = "12345-67890 - Ada Lovelace - Jan 1, 2026 1200 PM"
FIRST, SECOND = "2026-01-31-12-00-00", "2026-02-01-08-00-00"


def parse(name: str) -> LmsEntry | None:
    """What the name says; a folder's name ends with `/`."""
    return parse_entry(Entry(name.removesuffix("/"), is_folder=name.endswith("/")))


def students(*names: str) -> list[StudentEntries]:
    return group_by_student(filter(None, map(parse, names)))


def student(*names: str) -> StudentEntries:
    (found,) = students(*names)
    return found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (f"{ADA_MOODLE}_file_/", ("Ada Lovelace", "1234567", "")),
        (f"{ADA_MOODLE}_file/", ("Ada Lovelace", "1234567", "")),
        ("A-José_de la Cruz_12_assignsubmission_file_/", ("A-José_de la Cruz", "12", "")),
        ("Participant_77_assignsubmission_file_/", ("", "77", "")),
        (f"{ADA_BRIGHTSPACE}/", ("Ada Lovelace", "12345", "")),
        ("1-2 - Anne - Marie O'Brien - Jun 24, 2026 9:56 AM/", ("Anne - Marie O'Brien", "1", "")),
        ("1-2 - 王小明 - September 30, 2026 2359/", ("王小明", "1", "")),
        ("submission_98765/", ("", "98765", "")),
        (f"{ADA_MOODLE}_file_my_agent.py", ("Ada Lovelace", "1234567", "my_agent.py")),
        ("lovelaceada_4321_98765_agent.py", ("lovelaceada", "4321", "agent.py")),
        ("lovelaceada_LATE_4321_98765_a_2_10.py", ("lovelaceada", "4321", "a_2_10.py")),
        ("müllerjosé_1000000012_98_agent.tar.gz", ("müllerjosé", "1000000012", "agent.tar.gz")),
        ("anon_aB3dE_98765_agent.py", ("", "aB3dE", "agent.py")),
        ("LATE_anon_aB3dE_98765_agent.py", ("", "aB3dE", "agent.py")),
        (f"Assignment 1_ada12_attempt_{FIRST}_agent.py", ("ada12", "ada12", "agent.py")),
        (f"A_1_ada12_attempt_{FIRST}_my_agent.py", ("ada12", "ada12", "my_agent.py")),
        (f"{ADA_BRIGHTSPACE} - agent.py", ("Ada Lovelace", "12345", "agent.py")),
    ],
)
def test_the_name_of_an_lms_entry_gives_student_identifier_and_file(name, expected):
    parsed = parse(name)
    assert parsed
    assert (parsed.student, parsed.identifier, parsed.file) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("", "alice.py", "my_agent_2.py", "hw_1_2_alice.py", "Bob_2026_10_agent.py"),
        *("ada_attempt_2_agent.py", "submission_98765.py", "1-2 - Ada - agent.py"),
        "1-2 - Ada - Foo 1, 2026 1200 PM - agent.py",
        "1-2 - Ada - Feb 30, 2026 1200 PM - agent.py",
        # Files with the names of folders, and folders with the names of files:
        *("submission_98765", f"{ADA_MOODLE}_file_", "lovelaceada_4321_98765_agent.py/"),
        f"{ADA_MOODLE}_file_agent.py/",
    ],
)
def test_any_other_name_is_not_from_an_lms(name):
    assert parse(name) is None


def test_a_students_files_are_grouped_whether_late_or_not():
    names = [
        "hoppergrace_11_101_agent.py",
        "lovelaceada_22_102_agent.py",
        "lovelaceada_LATE_22_103_helper.py",
    ]
    assert [
        (one.display_name, [file.entry.name for file in one.files]) for one in students(*names)
    ] == [("hoppergrace", names[:1]), ("lovelaceada", names[1:])]


@pytest.mark.parametrize(
    ("names", "identifiers"),
    [
        (["leeann_10_500_a.py", "leeann_11_500_a.py"], ["10", "11"]),
        ([f"A1_{name}_smith_attempt_{FIRST}_x.py" for name in "ab"], ["smith", "smith"]),
    ],
    ids=["same name", "logins with an underscore"],
)
def test_similar_students_are_kept_apart(names, identifiers):
    assert [one.identifier for one in students(*names)] == identifiers


@pytest.mark.parametrize(
    ("names", "files"),
    [
        (["agent-1.py"], ["agent.py"]),
        (["agent-12.py", "helper-1.py"], ["agent.py", "helper.py"]),
        (["my-agent-2.tar.gz"], ["my-agent.tar.gz"]),
        (["agent-1.py", "agent.py"], ["agent-1.py", "agent.py"]),
        (["agent-1.py", "agent-2.py"], ["agent-1.py", "agent-2.py"]),
        (["notes-2026"], ["notes-2026"]),
        (["-1.py"], ["-1.py"]),
    ],
)
def test_the_number_that_canvas_adds_is_removed_unless_names_would_collide(names, files):
    found = student(*(f"leeann_10_5{i}_{name}" for i, name in enumerate(names)))
    assert [one.file for one in found.files] == files


def test_only_the_last_attempt_counts():
    found = student(
        f"A1_ada12_attempt_{FIRST}_agent.py",
        f"A1_ada12_attempt_{FIRST}.txt",
        f"A1_ada12_attempt_{SECOND}_agent.py",
        f"A1_ada12_attempt_{SECOND}_helper.py",
        f"A1_ada12_attempt_{SECOND}.txt",
    )
    assert [one.file for one in found.files] == ["agent.py", "helper.py"]
    assert [entry.name for entry in found.earlier] == [f"A1_ada12_attempt_{FIRST}_agent.py"]


def test_attempts_are_compared_by_time():
    last = "Jan 10, 2026 12:05 PM"
    earlier = ["Jan 9, 2026 1159 PM", "Jan 10, 2026 1201 AM", "Jan 10, 2026 1159 AM"]
    found = student(*(f"1-2 - Ada - {time}/" for time in [last, *earlier]))
    assert [one.entry.name for one in found.files] == [f"1-2 - Ada - {last}"]
    assert len(found.earlier) == 3


@pytest.mark.parametrize(
    ("name", "display_name"),
    [
        (f"{ADA_MOODLE}_onlinetext_/", "Ada Lovelace"),
        (f"{ADA_MOODLE}_onlinetext_onlinetext.html", "Ada Lovelace"),
        ("lovelaceada_4321_text.html", "lovelaceada"),
        ("lovelaceada_LATE_4321_link.html", "lovelaceada"),
        (f"Assignment 1_ada12_attempt_{FIRST}.txt", "ada12"),
    ],
)
def test_typed_text_is_not_a_file(name, display_name):
    found = student(name)
    assert (found.display_name, found.files) == (display_name, [])
