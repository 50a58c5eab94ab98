import os
from pathlib import Path

import pytest

from helpers.hand_ins import links, zip_of
from helpers.tables import pairs
from pacgrid.autograder.submissions.collection import (
    Collection,
    CollectionError,
    collect,
    collect_one,
)
from pacgrid.autograder.submissions.members import MIB
from pacgrid.autograder.submissions.submission import Submission

CODE = b"from pacgrid import Agent\n"

HAND_IN = "hand in a .py file, or a .zip with one"

pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")


def packed(*names: str, **contents: bytes) -> bytes:
    return zip_of(*((name, contents.get(name, name.encode())) for name in names))


def fill(folder: Path, *names: str) -> Path:
    """Write files in `folder`: archives have an agent in them, all others their own names."""
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(packed("agent.py") if name.endswith(".zip") else name.encode())
    return folder


def collected(*paths: Path) -> dict[str, Submission]:
    return {one.name: one for one in collect(paths).submissions}


def names(collection: Collection) -> list[str]:
    return [one.name for one in collection.submissions]


def only(*paths: Path) -> Submission:
    (submission,) = collect(paths).submissions
    return submission


def problem(submission: Submission) -> str:
    assert submission.problem.message.isprintable()
    return submission.problem.message


# Paths


def test_a_python_file_is_one_submission(tmp_path):
    file = tmp_path / "my agent.py"
    file.write_bytes(b"\xff" + CODE)
    assert only(file) == Submission(str(file), ((file.name, b"\xff" + CODE),), file.name, str(file))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("nowhere.py", "no such file"),
        ("agent.txt", f"is not a Python file, a folder or a zip; {HAND_IN}"),
        ("agent.py", "agent.py is bigger than 4 MiB; leave it out or make it smaller"),
    ],
)
def test_a_file_that_cannot_be_graded_has_a_problem(tmp_path, name, line):
    fill(tmp_path, "agent.txt")
    (tmp_path / "agent.py").write_bytes(bytes(4 * MIB + 1))
    submission = only(tmp_path / name)
    assert (problem(submission), submission.missing) == (line, name == "nowhere.py")


@pytest.mark.parametrize(
    ("function", "name", "line"),
    [
        ("open", "agent.py", "agent.py can't be read (Permission denied)"),
        ("open", "agent.zip", "can't be read (Permission denied)"),
        ("scandir", "", "can't be read (Permission denied)"),
    ],
)
def test_a_path_that_cannot_be_read_has_a_problem(tmp_path, monkeypatch, function, name, line):
    def deny(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    fill(tmp_path, "agent.py", "agent.zip")
    monkeypatch.setattr(os, function, deny)
    assert problem(only(tmp_path / name)) == line


def test_several_files_are_said_to_be_several_submissions(tmp_path):
    fill(tmp_path, "a.py", "b.py", "c/agent.py")
    a, b, c = (tmp_path / name for name in ("a.py", "b.py", "c"))
    note = "2 files are 2 submissions; one student's go into a folder"
    assert [collect(paths).notes for paths in ([a], [a, b], [a, c])] == [(), (note,), ()]


def test_a_student_folder_that_cannot_be_read_stops_no_other(tmp_path, monkeypatch):
    batch = fill(tmp_path, *(f"{who}_assignsubmission_file_/a.py" for who in ("Bob_14", "Al_15")))
    fill(batch, "alice/agent.py", "carol_16_assignsubmission_file_a.py")
    scandir = os.scandir

    def deny(folder: Path) -> object:
        if folder != batch:
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", deny)
    found = collected(batch)
    assert problem(found["alice"]) == problem(found["Bob"]) == "can't be read (Permission denied)"
    assert found["carol"].problem is None
    assert found["carol"].identifier == "16"


@links
def test_a_link_on_the_command_line_is_followed(tmp_path):
    fill(tmp_path, "real.py")
    (tmp_path / "agent.py").symlink_to("real.py")
    assert only(tmp_path / "agent.py").files == (("agent.py", b"real.py"),)


@pipes
@pytest.mark.parametrize(
    ("pipe", "name", "what"),
    [
        ("agent.py", "agent.py", "agent.py can't"),
        ("agent.zip", "agent.zip", "can't"),
        ("all/alice.py", "all", "alice.py can't"),
        ("all/bob/data", "all", "data can't"),
    ],
)
def test_a_pipe_is_not_waited_for(tmp_path, pipe, name, what):
    fill(tmp_path / "all", "bob/agent.py", "carol.py")
    os.mkfifo(tmp_path / pipe)
    problems = [problem(one) for one in collect([tmp_path / name]).submissions if one.problem]
    assert problems == [f"{what} be read (not a regular file)"]


def test_one_file_is_no_batch(tmp_path):
    fill(tmp_path, "a.py", "b.py", "one/agent.py", "one.zip")
    given = ("a.py", "nowhere.py", "a.py b.py", "one", "one.zip", "nowhere.zip")
    found = [collect([tmp_path / name for name in names.split()]).is_single for names in given]
    assert found == [True, True, False, False, False, False]


# One submission of several files

RENAME = "rename the one to grade to agent.py"
BAD = f"""
a.py b.py -> has several Python files, a.py and b.py; {RENAME}
a.py b.py c.py -> has several Python files, a.py, b.py and c.py; {RENAME}
a.py b.py c.py d.py -> has several Python files, a.py, b.py and 2 more; {RENAME}
a.txt -> has no Python file (only a.txt); {HAND_IN}
a.ipynb -> has no Python file (only a.ipynb); save the notebook as a .py file
a.rar b.txt -> has no Python file (only a.rar and b.txt); pack it as a .zip
agent.py.txt -> has no Python file (only agent.py.txt); rename it, so that its name ends with .py
lib/a.py x.txt -> has Python files only in folders, lib/a.py; move agent.py out of its folder
a.zip b.zip -> has several archives, a.zip and b.zip; hand in one
.DS_Store -> has no Python file; {HAND_IN}
agent.py nul.txt -> nul.txt has a name that Windows reserves for devices; rename it
"""


@pytest.mark.parametrize(
    ("files", "main"),
    [
        (["agent.py"], "agent.py"),
        (["agent.py", "helper.py", "data/table.txt"], "agent.py"),
        (["my_agent.py", "README.txt"], "my_agent.py"),
        (["agent.py", "lib/agent.py", "other.zip"], "agent.py"),
        (["multiAgents.py", "game.py", "util.py"], "multiAgents.py"),
    ],
)
def test_a_folder_or_an_archive_with_a_main_file_is_one_submission(tmp_path, files, main):
    folder = fill(tmp_path / "bob", *files)
    archive = tmp_path / "bob.zip"
    inside = {name: (folder / name).read_bytes() for name in files}
    archive.write_bytes(packed(*files, **inside))
    expected = tuple(sorted(inside.items()))
    assert only(folder) == Submission(str(folder), expected, main, str(folder / main))
    assert only(archive) == Submission(str(archive), expected, main)


def test_a_folder_with_nothing_but_a_folder_is_opened_and_the_main_file_may_have_any_name(tmp_path):
    fill(tmp_path, "bob/hw1/src/agent.py", "bob/hw1/src/lib/x.py", "bob/.DS_Store")
    submission = only(tmp_path / "bob")
    assert [path for path, _ in submission.files] == ["agent.py", "lib/x.py"]
    assert submission.path == str(tmp_path / "bob/hw1/src/agent.py")
    fill(tmp_path, "bob/hw1/src/search.py")
    assert collect([tmp_path / "bob"], "search.py").submissions[0].main == "search.py"


@pytest.mark.parametrize(("files", "line"), pairs(BAD))
def test_a_bad_submission_has_a_problem_and_stops_no_other(tmp_path, files, line):
    batch = fill(tmp_path / "all", "alice.py", "carol/agent.py")
    fill(batch / "bob", *files.split())
    found = collected(batch)
    assert [(name, one.problem is None) for name, one in found.items()] == [
        *(("alice", True), ("bob", False), ("carol", True))
    ]
    assert problem(found["bob"]) == line


def test_a_refused_archive_stops_no_other(tmp_path):
    batch = fill(tmp_path / "all", "alice.zip")
    (batch / "bob.zip").write_bytes(packed("../agent.py"))
    (batch / "carol.zip").write_bytes(b"Rar!")
    (batch / "dave.zip").write_bytes(packed("in.zip", **{"in.zip": packed("agent.py")}))
    found = collected(batch)
    line = "../agent.py leads out of the archive with ..; pack the folder again"
    assert problem(found["bob"]) == line
    assert problem(found["carol"]).startswith("carol.zip is damaged (")
    assert problem(only(batch / "carol.zip")).startswith("is damaged (")
    assert problem(found["dave"]) == f"has no Python file (only in.zip); {HAND_IN}"
    assert found["alice"].files == (("agent.py", b"agent.py"),)
    assert problem(only(batch / "bob.zip")) == problem(found["bob"])


@links
def test_links_in_folders_are_refused(tmp_path):
    batch = fill(tmp_path / "all", "bob/agent.py", "carol.py")
    (batch / "bob" / "secret.txt").symlink_to("/etc/passwd")
    (batch / "alice.py").symlink_to("/etc/passwd")
    (batch / "dave").symlink_to("bob", target_is_directory=True)
    found = collected(batch)
    link = "is a symbolic link; hand in the file itself"
    assert problem(found["alice"]) == f"alice.py {link}"
    assert problem(found["bob"]) == f"secret.txt {link}"
    assert problem(found["dave"]) == f"dave {link}"


def test_a_folder_with_too_much_in_it_is_refused(tmp_path):
    batch = fill(tmp_path / "all", "alice.py", "bob/agent.py")
    for number in range(5):
        (batch / "bob" / f"{number}.bin").write_bytes(bytes(4 * MIB))
    fill(batch / "carol", "agent.py", *(f"{number}.txt" for number in range(500)))
    assert [problem(collected(batch)[name]) for name in ("bob", "carol")] == [
        "has more than 16 MiB in all; leave big files out",
        "has more than 500 files and folders; hand in only your own files",
    ]


# Many submissions


def test_other_files_in_a_batch_are_ignored(tmp_path):
    batch = fill(
        tmp_path / "all",
        *("bob.py", "alice/agent.py", "carol.zip", "README.txt", "grades.csv"),
        *("pacgrid.sqlite", "pacgrid.sqlite-wal", ".DS_Store", "__pycache__/x.pyc"),
    )
    collection = collect([batch])
    assert names(collection) == ["alice", "bob", "carol"]
    assert [one.main for one in collection.submissions] == ["agent.py", "bob.py", "agent.py"]
    assert not any(one.path for one in collection.submissions)
    rest = (
        *(".DS_Store", "README.txt", "__pycache__", "grades.csv"),
        *("pacgrid.sqlite", "pacgrid.sqlite-wal"),
    )
    assert collection.ignored == tuple(str(batch / name) for name in rest)


def test_an_archive_may_hold_many_submissions(tmp_path):
    inside = {"hw1/carol.zip": packed("agent.py")}
    content = packed("hw1/bob.py", "hw1/alice/agent.py", "hw1/carol.zip", "hw1/x.csv", **inside)
    (tmp_path / "all.zip").write_bytes(content)
    collection = collect([tmp_path / "all.zip"])
    assert names(collection) == ["alice", "bob", "carol"]
    assert not any(one.problem or one.path for one in collection.submissions)
    assert collection.ignored == (str(tmp_path / "all.zip" / "hw1" / "x.csv"),)


@pytest.mark.parametrize(
    ("files", "others"), [([], ""), (["README.txt", "x.csv"], " (only README.txt and x.csv)")]
)
def test_a_folder_with_nothing_to_grade_is_an_error(tmp_path, files, others):
    batch = fill(tmp_path / "all", *files)
    batch.mkdir(exist_ok=True)
    with pytest.raises(CollectionError) as error:
        collect([batch])
    assert str(error.value) == f"{batch}: has nothing in it that can be graded{others}"


# Names


@pytest.mark.parametrize(
    ("files", "paths", "expected"),
    [
        (["b.py", "a.py", "c/z.py", "c/y.py"], ["b.py", "c", "a.py"], ["/b.py", "y", "z", "/a.py"]),
        (["a.py"], ["a.py", "a.py"], ["/a.py", "/a.py (2)"]),
        (
            ["1/alice.py", "1/bob.py", "1/Alice/agent.py", "2/alice.py", "2/alice (2).py"],
            ["1", "2"],
            ["Alice", "alice.py", "bob", "alice (2)", "alice (3)"],
        ),
        (["alice.py", "bob.smith.tar.gz"], [""], ["alice", "bob.smith"]),
        (
            ["Zoë Müller.py", "王小明.zip", "x\x1b[2J\u202ey\n.py"],
            [""],
            ["Zoë Müller", "x\ufffd[2J\ufffdy", "王小明"],
        ),
    ],
    ids=["in order", "named twice", "unique on every disk", "without suffix", "printable"],
)
def test_submissions_are_named_after_their_files(tmp_path, files, paths, expected):
    batch = fill(tmp_path / "all", *files)
    found = names(collect([batch / path for path in paths]))
    assert [name.removeprefix(str(batch)) for name in found] == expected


# Bulk downloads

FIRST, LAST = "2026-01-30-10-00-00", "2026-01-31-12-00-00"
DOWNLOADS = {
    "moodle": (
        """Ada Lovelace_11_assignsubmission_file_/agent.py
        Ada Lovelace_11_assignsubmission_onlinetext_/onlinetext.html
        Ann Lee_12_assignsubmission_file_/hw.zip
        Ann Lee_13_assignsubmission_file_/x.py
        Bob_14_assignsubmission_onlinetext_/onlinetext.html""",
        {
            "Ada Lovelace": ("11", ["agent.py"]),
            "Ann Lee (12)": ("12", ["agent.py"]),
            "Ann Lee (13)": ("13", ["x.py"]),
            "Bob": ("14", f"handed in text but no file; {HAND_IN}"),
        },
        [],
    ),
    "one moodle student": (
        "Ada Lovelace_11_assignsubmission_file_/agent.py",
        {"Ada Lovelace": ("11", ["agent.py"])},
        [],
    ),
    "canvas": (
        """adal_LATE_22_333_agent-1.py
        adal_LATE_22_334_helper.py
        bobx_23_335_hw.zip
        zed_24_336_essay.pdf""",
        {
            "adal": ("22", ["agent.py", "helper.py"]),
            "bobx": ("23", ["agent.py"]),
            "zed": ("24", f"has no Python file (only essay.pdf); {HAND_IN}"),
        },
        [],
    ),
    "blackboard": (
        f"""HW 1_ada12_attempt_{FIRST}_agent.py
        HW 1_ada12_attempt_{FIRST}.txt
        HW 1_ada12_attempt_{LAST}_my_agent.py
        HW 1_ada12_attempt_{LAST}.txt""",
        {"ada12": ("ada12", ["my_agent.py"])},
        [f"HW 1_ada12_attempt_{FIRST}_agent.py (an earlier attempt)"],
    ),
    "brightspace": (
        """12-9 - Ada Lovelace - Jan 1, 2026 1159 PM/agent.py
        12-9 - Ada Lovelace - Jan 2, 2026 1200 AM/better.py
        index.html""",
        {"Ada Lovelace": ("12", ["better.py"])},
        ["index.html", "12-9 - Ada Lovelace - Jan 1, 2026 1159 PM (an earlier attempt)"],
    ),
    "gradescope": (
        """assignment_5_export/submission_7/agent.py
        assignment_5_export/submission_8/a.py
        assignment_5_export/submission_metadata.yml""",
        {"submission_7": ("7", ["agent.py"]), "submission_8": ("8", ["a.py"])},
        ["assignment_5_export/submission_metadata.yml"],
    ),
}


@pytest.mark.parametrize("kind", ["folder", "zip"])
@pytest.mark.parametrize("download", DOWNLOADS)
def test_a_bulk_download_has_a_submission_for_each_student(tmp_path, download, kind):
    listed, expected, ignored = DOWNLOADS[download]
    entries = [line.strip() for line in listed.splitlines()]
    batch = fill(tmp_path / "all", *entries)
    if kind == "zip":
        contents = {entry: (batch / entry).read_bytes() for entry in entries}
        batch = tmp_path / "all.zip"
        batch.write_bytes(packed(*entries, **contents))
    collection = collect([batch])
    assert {
        one.name: (one.identifier, problem(one) if one.problem else [path for path, _ in one.files])
        for one in collection.submissions
    } == expected
    assert collection.ignored == tuple(str(batch / name) for name in ignored)
    on_disk = [Path(one.path).is_file() for one in collection.submissions if one.path]
    assert on_disk == [True] * (kind == "folder" and len(expected) == 1)


# Hostile hand-ins

ADA, EVE = "Ada_11_assignsubmission_file_", "Eve_66_assignsubmission_file_"
LIKE_A_COURSE = packed(f"{ADA}/agent.py", "Bob_12_assignsubmission_file_/agent.py")


def rows(*paths: Path) -> dict[str, tuple[str, bool]]:
    """By name: the identifier, and whether it will be graded."""
    return {one.name: (one.identifier, not one.problem) for one in collect(paths).submissions}


def test_a_hand_in_that_looks_like_a_course_has_no_rows_for_others(tmp_path):
    batch = fill(tmp_path / "all", f"{ADA}/agent.py", f"{EVE}/{ADA}/agent.py", f"{EVE}/b/x.py")
    (batch / f"Mallory_67_assignsubmission_file_{ADA}.zip").write_bytes(LIKE_A_COURSE)
    expected = {"Ada": ("11", True), "Eve": ("66", False), "Mallory": ("67", False)}
    assert rows(batch) == expected
    assert rows(*sorted(batch.iterdir())) == expected
    bob = fill(tmp_path / "bob", "agent.py")
    assert rows(*sorted(batch.iterdir()), bob) == {**expected, str(bob): ("", True)}
    assert rows(bob, batch / f"{EVE}").keys() == {str(bob), str(batch / EVE)}
    fill(tmp_path / "mails", "bob.py").joinpath("eve.zip").write_bytes(LIKE_A_COURSE)
    assert rows(tmp_path / "mails") == {"bob": ("", True), "eve": ("", False)}
    (tmp_path / "mails" / "ada.zip").write_bytes(packed("src/agent.py"))
    given = [tmp_path / "mails" / name for name in ("ada.zip", "bob.py", "eve.zip")]
    assert list(rows(*given)) == list(map(str, given))
    fill(tmp_path, "folders/ada/a.py", f"folders/eve/{ADA}/a.py", f"folders/eve/{EVE}/a.py")
    given = sorted((tmp_path / "folders").iterdir())
    assert list(rows(*given)) == list(map(str, given))
    assert list(rows(tmp_path / "folders")) == ["ada", "eve"]


def test_two_hand_ins_of_one_name_are_not_graded_and_say_so(tmp_path):
    found = collect([fill(tmp_path / "all", "jdoe/a.py", "JDoe.py", "ada.py", "ada.pdf")])
    reason = "JDoe.py and jdoe/ have the same name; leave out all but one"
    problems = {one.name: one.problem.message for one in found.submissions if one.problem}
    assert problems == {
        "JDoe.py": reason,
        "ada": "ada.pdf is not a Python file; hand in a .py file, or a .zip with one",
        "jdoe": reason,
    }


def test_with_a_roster_a_file_alone_in_a_folder_is_named_after_its_student(tmp_path):
    folder = fill(tmp_path / "all", "ada.py")
    assert names(collect([folder], has_roster=True)) == ["ada"]
    assert names(collect([folder])) == [str(folder)]
    assert names(collect([fill(tmp_path / "eve", "agent.py")], has_roster=True)) == [
        str(tmp_path / "eve")
    ]


def test_an_archive_named_alone_may_be_a_course_and_says_so(tmp_path):
    for number, (content, found) in enumerate(
        (
            (LIKE_A_COURSE, ["Ada", "Bob"]),
            (packed(f"hw1/{ADA}/agent.py"), ["Ada"]),
            (packed(f"{ADA}/agent.py", ".Ida_17_assignsubmission_file_a.py"), [".Ida", "Ada"]),
        )
    ):
        archive = tmp_path / f"{number}.zip"
        archive.write_bytes(content)
        collection = collect([archive])
        assert names(collection) == found
        assert collection.notes == (f"{archive} is read as a download from Moodle",)
    both = collect([tmp_path / "0.zip", fill(tmp_path / "b", f"{EVE}/a.py")])
    assert names(both) == ["Ada", "Bob", "Eve"]


def test_the_only_folder_on_disk_is_one_hand_in(tmp_path):
    collection = collect([fill(tmp_path / "all", f"eve/{ADA}/a.py", f"eve/{EVE}/a.py").resolve()])
    assert names(collection) == ["eve"]
    (note,) = collection.notes
    assert note.endswith("eve is read as one hand-in; if it is a download, name it instead")


@pytest.mark.parametrize("other", ["Eve_11_assignsubmission_file_b.py", f"{ADA}b.py"])
def test_hand_ins_with_the_same_identifier_are_not_graded(tmp_path, other):
    one = fill(tmp_path / "1", f"{ADA}a.py", f"{EVE}a.py")
    two = fill(tmp_path / "2", other)
    found = collect([one, two]).submissions
    lines = [problem(submission) for submission in found if submission.problem]
    assert [submission.identifier for submission in found] == ["11", "66", "11"]
    owners = [other.partition("_")[0], "Ada"]
    assert lines == [
        f"has the identifier 11, like {owner}; leave out all but one" for owner in owners
    ]


def test_everything_that_is_handed_in_has_a_row(tmp_path):
    batch = fill(tmp_path / "all", *("ada.docx", "bob.rar", "cal.ipynb", "dan.png", "eve", "x.pyc"))
    (batch / "fay").mkdir()
    fill(batch, "gus.py")
    found = collected(batch)
    assert list(found) == [*("ada", "bob", "cal", "dan", "eve", "fay", "gus", "x")]
    assert [name for name in found if not found[name].problem] == ["gus"]
    assert problem(found["ada"]) == f"ada.docx is not a Python file; {HAND_IN}"
    assert problem(found["cal"]).endswith("save the notebook as a .py file")


def test_one_hand_in_may_be_collected_whatever_it_looks_like(tmp_path):
    (tmp_path / "all.zip").write_bytes(LIKE_A_COURSE)
    assert "has Python files only in folders" in problem(collect_one(tmp_path / "all.zip"))
    assert collect_one(fill(tmp_path / "a", "x.py", "y.txt")).main == "x.py"
    assert collect_one(tmp_path / "nowhere").missing


METADATA = """
submission_7:
  :submitters:
  - :name: Ada Lovelace
    :sid: 0010
    :email: ada@example.org
  - :name: Bob
    :sid:
    :email: bob@example.org
  :score:
submission_8:
  :submitters: []
"""


def test_gradescope_says_who_handed_in_what(tmp_path):
    pytest.importorskip("yaml")
    batch = fill(tmp_path, "submission_7/agent.py", "submission_8/agent.py", "submission_9/a.py")
    (batch / "submission_metadata.yml").write_text(METADATA)
    assert rows(batch) == {
        "Ada Lovelace": ("0010", True),
        "Bob": ("bob@example.org", True),
        "submission_8": ("8", True),
        "submission_9": ("9", True),
    }
    (batch / "submission_metadata.yml").write_text("[")
    assert list(rows(batch)) == ["submission_7", "submission_8", "submission_9"]
