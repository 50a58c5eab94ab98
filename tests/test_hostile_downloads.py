"""Downloads in which one student, Mallory, tries to be graded as another, or to have nobody graded.

Whatever Mallory does, it stays Mallory's.
"""

from collections.abc import Callable
from zipfile import ZIP_STORED

import pytest

from helpers.hand_ins import zip_of, zipped
from pacgrid.autograder.submissions.collection import collect
from pacgrid.autograder.submissions.submission import Submission

DATE = "2026-01-31-12-00-00"
FORMS: dict[str, Callable[[str, str, str], str]] = {
    "moodle": lambda name, number, file: f"{name} Lee_{number}_assignsubmission_file_/{file}",
    "moodle, flat": lambda name, number, file: f"{name} Lee_{number}_assignsubmission_file_{file}",
    "canvas": lambda name, number, file: f"lee{name.lower()}_{number}_9{number}_{file}",
    "canvas, late": lambda name, number, file: f"lee{name.lower()}_LATE_{number}_9{number}_{file}",
    "blackboard": lambda name, number, file: f"HW 1_{number}_attempt_{DATE}_{file}",
    "brightspace": lambda name, number, file: (
        f"{number}-9 - {name} Lee - Jan 1, 2026 1159 PM/{file}"
    ),
    "brightspace, flat": lambda name, number, file: (
        f"{number}-9 - {name} Lee - Jan 1, 2026 1159 PM - {file}"
    ),
    "gradescope": lambda name, number, file: f"submission_{number}/{file}",
}
"""By system: the name of a student's file in a download."""

ADA, BOB, MALLORY = ("Ada", "11"), ("Bob", "12"), ("Mallory", "66")
MINE = b"# Mallory's\n"

Files = list[tuple[str, bytes]]


def packed(files: Files) -> bytes:
    return zip_of(*((zipped(name), content) for name, content in files), compression=ZIP_STORED)


def renamed_inside(data: bytes) -> bytes:
    """A zip whose list of files says something else than the files themselves."""
    return data.replace(b"agent.py", b"other.py", 1)


def like(form: str, file: str = "agent.py") -> str:
    """What the system would call a file of Ada's."""
    return FORMS[form](*ADA, file)


def everything_like_ada(last: str) -> Files:
    return [(like(form).replace("/", last), MINE) for form in FORMS]


TRICKS: dict[str, Files] = {
    **{f"a file named as in {form}": [(like(form).replace("/", "_"), MINE)] for form in FORMS},
    **{f"a zip named as in {form}": [
        (like(form, "agent.zip").replace("/", "_"), packed([("agent.py", MINE)]))
    ] for form in FORMS},
    **{f"a zip like a download of {form}": [("hw.zip", packed([(like(form), MINE)]))]
       for form in FORMS},
    "a zip in a zip": [("hw.zip", packed([("agent.zip", packed([(like("moodle"), MINE)]))]))],
    "a later attempt of another": [(f"HW 1_11_attempt_2027{DATE[4:]}_agent.py", MINE)],
    "a note of another": [(f"x_HW 1_11_attempt_{DATE}.txt", MINE)],
    "a zip that leads out": [("hw.zip", packed([("../../agent.py", MINE)]))],
    "a zip with other names inside": [("hw.zip", renamed_inside(packed([("agent.py", MINE)])))],
    "a tar": [("hw.tgz", MINE)],
    "two names in one on some disks": [("agent.py", MINE), ("Agent.PY", MINE)],
    "a name that Windows reserves": [("agent.py", MINE), ("con.py", MINE)],
    "a name with a control character": [("agent.py", MINE), ("a\x1b[2J\n.py", MINE)],
    "a name from right to left": [("agent.py", MINE), ("\u202eyp.tnega", MINE)],
    "a long name": [("agent.py", MINE), ("x" * 240 + ".py", MINE)],
}  # fmt: skip

OUTSIDE: dict[str, Files] = {
    "a name that leads out": [("../../ada.py", MINE)],
    "an absolute name": [("/etc/ada.py", MINE)],
    "a drive": [("C:/ada.py", MINE)],
    "backslashes": [("..\\..\\ada.py", MINE)],
    "a name without an end": [("x" * 2000 + ".py", MINE)],
    "a deep name": [("x/" * 200 + "x.py", MINE)],
}
"""What can only be in an archive, and is in the download itself."""


def download(form: str, tricks: Files) -> Files:
    name = FORMS[form]
    honest = [(name(*student, "agent.py"), f"# {student[0]}".encode()) for student in (ADA, BOB)]
    return [*honest, *((name(*MALLORY, file), content) for file, content in tricks)]


def assert_nobody_else_is_harmed(submissions: list[Submission]) -> None:
    """Ada and Bob have what they handed in, and what is Mallory's is under no other name."""
    for name, number in (ADA, BOB):
        (mine,) = [one for one in submissions if one.identifier == number]
        assert mine.problem is None
        assert mine.files == (("agent.py", f"# {name}".encode()),)
    others = [one for one in submissions if one.identifier not in (ADA[1], BOB[1])]
    assert others
    for one in others:
        assert one.identifier == MALLORY[1] or (one.problem and not one.identifier)
        assert one.problem is None or 10 < len(one.problem.message) < 400
        assert all(MINE in content for _, content in one.files)


@pytest.mark.parametrize("kind", ["archive", "folder"])
@pytest.mark.parametrize("form", FORMS)
def test_whatever_a_student_hands_in_stays_that_students_own(tmp_path, form, kind):
    for number, tricks in enumerate(TRICKS.values()):
        batch, files = tmp_path / f"{number}.zip", download(form, tricks)
        if kind == "archive":
            batch.write_bytes(packed(files))
        else:
            try:
                for name, content in files:
                    (batch / name).parent.mkdir(parents=True, exist_ok=True)
                    (batch / name).write_bytes(content)
            except OSError:  # this disk can't have it, so no download has it here
                continue
        assert_nobody_else_is_harmed(list(collect([batch]).submissions))


@pytest.mark.parametrize("trick", OUTSIDE)
@pytest.mark.parametrize("form", ["moodle", "brightspace"])
def test_a_bad_name_in_a_download_leaves_the_others_their_grades(tmp_path, form, trick):
    archive = tmp_path / "all.zip"
    archive.write_bytes(packed([*download(form, []), *download(form, OUTSIDE[trick])[2:]]))
    assert_nobody_else_is_harmed(list(collect([archive]).submissions))


def test_an_archive_in_a_folder_of_hand_ins_speaks_for_one_student(tmp_path):
    batch = tmp_path / "all"
    batch.mkdir()
    (batch / "ada.py").write_bytes(b"# Ada")
    (batch / "mallory.zip").write_bytes(packed(everything_like_ada("/")))
    ada, mallory = collect([batch]).submissions
    assert ada.files == (("ada.py", b"# Ada"),)
    assert (mallory.name, mallory.student, mallory.identifier) == ("mallory", "", "")
