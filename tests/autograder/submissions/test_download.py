from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pacgrid.autograder.submissions.download import (
    Download,
    StudentEntries,
    Submitter,
    read_alone,
    read_download,
    read_metadata,
)
from pacgrid.autograder.submissions.members import Entry

ADA_MOODLE = "Ada Lovelace_1234567_assignsubmission"
ADA_BRIGHTSPACE = "12345-67890 - Ada Lovelace - Jan 1, 2026 1200 PM"
FIRST, SECOND = "2026-01-31-12-00-00", "2026-02-01-08-00-00"


def download(*names: str, notes: dict[str, str] | None = None) -> Download | None:
    """What the names of a download say; a folder's name ends with `/`."""
    entries = [Entry(name.removesuffix("/"), is_folder=name.endswith("/")) for name in names]
    return read_download(entries, lambda entry: (notes or {}).get(entry.name, ""))


def students(*names: str, notes: dict[str, str] | None = None) -> list[StudentEntries]:
    found = download(*names, notes=notes)
    return list(found.students) if found else []


def student(*names: str) -> StudentEntries:
    (found,) = students(*names)
    return found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (f"{ADA_MOODLE}_file_/", ("Ada Lovelace", "1234567", "")),
        (f"{ADA_MOODLE}_file/", ("Ada Lovelace", "1234567", "")),
        ("A-José de la Cruz_12_assignsubmission_file_/", ("A-José de la Cruz", "12", "")),
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
    found = student(name)
    assert (found.last.student, found.last.identifier, found.files[0].file) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("", "alice.py", "my_agent_2.py", "hw_1_2_alice.py", "Bob_2026_10_agent.py"),
        *("ada_attempt_2_agent.py", "submission_98765.py", "1-2 - Ada - agent.py"),
        "1-2 - Ada - Foo 1, 2026 1200 PM - agent.py",
        "1-2 - Ada - Feb 30, 2026 1200 PM - agent.py",
        "HW_1_ada_attempt_2026-13-31-12-00-05_agent.py",
        # Files with the names of folders, and folders with the names of files:
        *("submission_98765", f"{ADA_MOODLE}_file_", "lovelaceada_4321_98765_agent.py/"),
        f"{ADA_MOODLE}_file_agent.py/",
    ],
)
def test_any_other_name_is_not_from_an_lms(name):
    assert download(name) is None


def test_a_students_files_are_grouped_whether_late_or_not():
    names = ["hoppergrace_11_10_a.py", "lovelaceada_22_20_a.py", "lovelaceada_LATE_22_30_b.py"]
    grace, ada = students(*names)
    assert (grace.display_name, ada.display_name) == ("hoppergrace", "lovelaceada")
    assert [each.entry.name for each in (*grace.files, *ada.files)] == names


def test_students_of_the_same_name_or_with_an_underscore_in_their_logins_are_kept_apart():
    for names, identifiers in (
        (["leeann_10_500_a.py", "leeann_11_500_a.py"], ["10", "11"]),
        ([f"A1_{name}_smith_attempt_{FIRST}_x.py" for name in "ab"], ["smith", "smith"]),
    ):
        assert [one.last.identifier for one in students(*names)] == identifiers


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
    attempts = (f"{FIRST}_agent.py", f"{FIRST}.txt", f"{SECOND}_agent.py", f"{SECOND}_helper.py")
    found = student(*(f"A1_ada12_attempt_{each}" for each in (*attempts, f"{SECOND}.txt")))
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


# What a student names a file, and what an LMS puts before it.

PREFIXES = {
    "Moodle": ("Eve_77_assignsubmission_file_", "77"),
    "Canvas": ("eve_77_8888_", "77"),
    "Canvas, late": ("eve_LATE_77_8888_", "77"),
    "Blackboard": (f"HW 1_eve_attempt_{FIRST}_", "eve"),
    "Brightspace": ("77-88 - Eve - Jan 2, 2026 900 AM - ", "77"),
}
OTHERS = {
    "Moodle": "Ada_11_assignsubmission_file_agent.py",
    "Canvas": "ada_11_2222_agent.py",
    "Blackboard": f"HW 1_ada_attempt_{FIRST}_agent.py",
    "Brightspace": "11-22 - Ada - Jan 1, 2026 900 AM - agent.py",
}
FORGED = [*OTHERS.values(), "ada_LATE_11_2222_a.py", "LATE_anon_a1B_2222_a.py", "ada_11_text.html"]


@example("Moodle", "Ada_11_assignsubmission_file_agent.py")
@example("Canvas", "ada_11_2222_agent.py")
@example("Canvas", f"HW 1_ada_attempt_{FIRST}_agent.py")
@given(
    st.sampled_from(sorted(PREFIXES)),
    st.lists(
        st.sampled_from([*FORGED, "_", " - ", "_1", "_attempt_", "A", ".py", "\u0661", "\n"]),
        min_size=1,
        max_size=5,
    ).map("".join),
)
def test_no_name_of_a_file_makes_it_another_students(lms, file):
    prefix, identifier = PREFIXES[lms]
    theirs = [OTHERS[lms.partition(",")[0]]]
    found = download(prefix + file, *theirs)
    owners = {each.entry.name: one.last.identifier for one in found.students for each in one.files}
    assert owners.pop(theirs[0]) in ("11", "ada")
    assert set(owners.values()) <= {identifier}
    assert owners or any(e.name == prefix + file for e in [*found.ambiguous, *found.entries])


def test_a_students_name_that_looks_like_anothers_number_is_ambiguous_in_canvas():
    for name, other in (
        ("ada_11_77_8888_agent.py", "ada_11 (77)"),
        ("ada_11_99_77_8888_x_11_222_a.py", "ada_11_99 (77)"),
        ("ada_11_77_text.html", "ada_11 (77)"),
    ):
        found = download(name, "ada_11_2222_agent.py")
        assert [one.last.identifier for one in found.students] == ["11"]
        (line,) = found.ambiguous.values()
        assert f"either ada (11) or {other} handed it in" in line


@pytest.mark.parametrize("file", ["hw_2026_10_31.py", "a_2_10.py", "my-12_3456_a.py"])
def test_ordinary_numbers_in_names_of_files_are_not_ambiguous_in_canvas(file):
    assert student(f"ada_11_2222_{file}").files[0].file == file


def test_a_name_that_two_systems_could_have_written_is_ambiguous_unless_others_are_clear():
    name = f"eve_77_8888_HW_ada_attempt_{FIRST}_agent.py"
    alone = download(name)
    assert alone.students == []
    (line,) = alone.ambiguous.values()
    assert "eve (77)" in line
    assert "ada (ada)" in line
    assert [one.last.identifier for one in students(name, "bob_12_3456_agent.py")] == ["77", "12"]
    mixed = students(OTHERS["Moodle"], "B_1_assignsubmission_file_/", OTHERS["Canvas"])
    assert [one.last.identifier for one in mixed] == ["11", "1"]
    assert download("ada.py", "bob.zip", OTHERS["Canvas"]) is None


def test_the_notes_of_blackboard_say_which_part_is_the_login_and_name_the_student():
    names = [f"HW_1_{login}_attempt_{FIRST}" for login in ("a_smith", "b_smith")]
    note = "Name: Ada (b_smith) Smith (a_smith)\nAssignment: HW_1\nName: Bob (b_smith)\n"
    found = students(
        *(f"{name}_agent.py" for name in names),
        *(f"{name}.txt" for name in names),
        notes={f"{names[0]}.txt": note},
    )
    assert [(one.last.student, one.last.identifier) for one in found] == [
        ("Ada (b_smith) Smith", "a_smith"),
        ("b_smith", "b_smith"),
    ]


ADA_USER = '{"email": "ada@uni.edu", "id": 3, "name": "Ada"}'


@pytest.mark.parametrize(
    ("text", "submitter"),
    [
        (f'{{"id": 1, "users": [{ADA_USER}]}}', Submitter("Ada", "ada@uni.edu")),
        (f'{{"users": [{ADA_USER}, {ADA_USER}]}}', None),
        ('{"users": []}', None),
        ("{}", None),
        ("not JSON", None),
        ('{"users": "Ada"}', None),
    ],
)
def test_the_only_submitter_is_known_by_their_address(text, submitter):
    assert read_alone(text.encode()) == submitter


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-01-31 12:00:05.123456789 Z", datetime(2026, 1, 31, 12, 0, 5, tzinfo=UTC)),
        ("2026-01-31T04:00:05-08:00", datetime(2026, 1, 31, 12, 0, 5, tzinfo=UTC)),
        ("2026-13-31 12:00:05 Z", None),
        ("2026-01-31 12:00:05", None),
        ("soon", None),
    ],
)
def test_an_export_says_when_it_was_handed_in(text, time):
    pytest.importorskip("yaml")
    found = read_metadata(f"submission_7:\n  :submitters:\n  - :name: Ada\n  :created_at: {text}\n")
    assert found["submission_7"].submitted == time
    assert found["submission_7"].submitters == [Submitter("Ada", "")]
