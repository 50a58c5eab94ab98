import pytest

from pacgrid.autograder.submissions.lms import Filed, filed, handed_in


def said(name: str, *, is_folder: bool = False) -> tuple[str, str, str]:
    found = filed(name, is_folder=is_folder)
    assert found is not None
    return found.student, found.identifier, found.file


def counting(*names: str) -> dict[str, list[str]]:
    """What files each student handed in, by the names that count."""
    found = [one for name in names if (one := filed(name, is_folder=False))]
    return {
        student.called: [f"{one.entry} is {one.file}" for one in student.files]
        for student in handed_in(found)
    }


@pytest.mark.parametrize(
    ("name", "student", "identifier"),
    [
        ("Ada Lovelace_1234567_assignsubmission_file_", "Ada Lovelace", "1234567"),
        ("Ada Lovelace_1234567_assignsubmission_file", "Ada Lovelace", "1234567"),
        ("A-José_de la Cruz_12_assignsubmission_file_", "A-José_de la Cruz", "12"),
        ("Participant_77_assignsubmission_file_", "", "77"),
        ("12345-67890 - Ada Lovelace - Jan 1, 2026 1200 PM", "Ada Lovelace", "12345"),
        (
            "12345-67890 - Anne - Marie O'Brien - Jun 24, 2026 9:56 AM",
            "Anne - Marie O'Brien",
            "12345",
        ),
        ("1-2 - 王小明 - September 30, 2026 2359", "王小明", "1"),
        ("submission_98765", "", "98765"),
    ],
)
def test_the_name_of_a_students_folder_is_understood(name, student, identifier):
    assert said(name, is_folder=True) == (student, identifier, "")


@pytest.mark.parametrize(
    ("name", "student", "identifier", "file"),
    [
        (
            "Ada Lovelace_1234567_assignsubmission_file_my_agent.py",
            "Ada Lovelace",
            "1234567",
            "my_agent.py",
        ),
        ("lovelaceada_4321_98765_agent.py", "lovelaceada", "4321", "agent.py"),
        ("lovelaceada_LATE_4321_98765_my_agent_2_10.py", "lovelaceada", "4321", "my_agent_2_10.py"),
        (
            "müllerjosé_10000000000123_98765_agent.tar.gz",
            "müllerjosé",
            "10000000000123",
            "agent.tar.gz",
        ),
        ("anon_aB3dE_98765_agent.py", "", "aB3dE", "agent.py"),
        ("LATE_anon_aB3dE_98765_agent.py", "", "aB3dE", "agent.py"),
        ("Assignment 1_ada12_attempt_2026-01-31-12-00-00_agent.py", "ada12", "ada12", "agent.py"),
        ("A_1_ada12_attempt_2026-01-31-12-00-00_my_agent.py", "ada12", "ada12", "my_agent.py"),
        (
            "12345-67890 - Ada Lovelace - Jan 1, 2026 1200 PM - agent.py",
            "Ada Lovelace",
            "12345",
            "agent.py",
        ),
    ],
)
def test_the_name_of_a_students_file_is_understood(name, student, identifier, file):
    assert said(name) == (student, identifier, file)


@pytest.mark.parametrize(
    "name",
    [
        "alice.py",
        "my_agent_2.py",
        "hw_1_2_alice.py",
        "Bob_2026_10_agent.py",
        "ada_attempt_2_agent.py",
        "submission_98765.py",
        "1-2 - Ada - agent.py",
        "1-2 - Ada - Foo 1, 2026 1200 PM - agent.py",
        "1-2 - Ada - Feb 30, 2026 1200 PM - agent.py",
        "",
    ],
)
def test_any_other_name_is_left_as_it_is(name):
    assert filed(name, is_folder=False) is None


def test_a_file_that_is_called_as_a_folder_would_be_is_left_as_it_is():
    assert filed("submission_98765", is_folder=False) is None
    assert filed("Ada_12_assignsubmission_file_", is_folder=False) is None
    assert filed("lovelaceada_4321_98765_agent.py", is_folder=True) is None
    assert filed("Ada_12_assignsubmission_file_agent.py", is_folder=True) is None


def test_files_of_one_student_belong_together_whether_late_or_not():
    assert counting(
        "hoppergrace_11_101_agent.py",
        "lovelaceada_22_102_agent.py",
        "lovelaceada_LATE_22_103_helper.py",
    ) == {
        "hoppergrace": ["hoppergrace_11_101_agent.py is agent.py"],
        "lovelaceada": [
            "lovelaceada_22_102_agent.py is agent.py",
            "lovelaceada_LATE_22_103_helper.py is helper.py",
        ],
    }


def test_students_of_one_name_are_told_apart_by_their_numbers():
    found = [filed(f"leeann_{number}_500_a.py", is_folder=False) for number in (10, 11)]
    assert [one.identifier for one in handed_in(filter(None, found))] == ["10", "11"]


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
def test_the_number_that_canvas_adds_is_removed_where_no_other_file_is_called_so(names, files):
    found = [filed(f"leeann_10_5{i}_{name}", is_folder=False) for i, name in enumerate(names)]
    (student,) = handed_in(filter(None, found))
    assert [one.file for one in student.files] == files


def test_the_last_attempt_counts_alone():
    first, second = "2026-01-31-12-00-00", "2026-02-01-08-00-00"
    names = [
        f"A1_ada12_attempt_{first}_agent.py",
        f"A1_ada12_attempt_{first}.txt",
        f"A1_ada12_attempt_{second}_agent.py",
        f"A1_ada12_attempt_{second}_helper.py",
        f"A1_ada12_attempt_{second}.txt",
    ]
    found = [filed(name, is_folder=False) for name in names]
    (student,) = handed_in(filter(None, found))
    assert [one.file for one in student.files] == ["agent.py", "helper.py"]
    assert [one.entry for one in student.files] == [names[2], names[3]]
    assert student.earlier == [names[0]]


def test_the_time_of_an_attempt_is_compared_as_time():
    times = [
        "Jan 9, 2026 1159 PM",
        "Jan 10, 2026 1201 AM",
        "Jan 10, 2026 1159 AM",
        "Jan 10, 2026 12:05 PM",
    ]
    found = [filed(f"1-2 - Ada - {time}", is_folder=True) for time in times]
    (student,) = handed_in(filter(None, found))
    assert [one.entry for one in student.files] == [f"1-2 - Ada - {times[-1]}"]
    assert len(student.earlier) == 3


def test_logins_with_underscores_are_not_taken_for_one():
    date = "2026-01-31-12-00-00"
    students = counting(f"A1_a_smith_attempt_{date}_x.py", f"A1_b_smith_attempt_{date}_x.py")
    found = [filed(f"A1_{who}_smith_attempt_{date}_x.py", is_folder=False) for who in "ab"]
    assert len(handed_in(filter(None, found))) == 2
    assert list(students) == ["smith"]


@pytest.mark.parametrize(
    ("name", "is_folder"),
    [
        ("Ada Lovelace_12_assignsubmission_onlinetext_", True),
        ("Ada Lovelace_12_assignsubmission_onlinetext_onlinetext.html", False),
        ("lovelaceada_4321_text.html", False),
        ("lovelaceada_LATE_4321_link.html", False),
        ("Assignment 1_ada12_attempt_2026-01-31-12-00-00.txt", False),
    ],
)
def test_who_only_typed_something_handed_in_no_file(name, is_folder):
    found = filed(name, is_folder=is_folder)
    assert isinstance(found, Filed)
    (student,) = handed_in([found])
    assert student.called in ("Ada Lovelace", "lovelaceada", "ada12")
    assert student.files == []
