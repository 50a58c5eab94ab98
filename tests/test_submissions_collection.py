import io
import os
import zipfile
from pathlib import Path

import pytest

from pacgrid.autograder.submission import Submission
from pacgrid.autograder.submissions.collection import Collection, CollectionError, collect
from pacgrid.autograder.submissions.members import MIB

CODE = b"from pacgrid import Agent\n"

links = pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")


def packed(*names: str, **contents: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, contents.get(name, name.encode()))
    return data.getvalue()


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
    assert submission.problem
    assert submission.problem.message.isprintable()
    return submission.problem.message


# What is named.


def test_a_python_file_is_one_submission(tmp_path):
    file = tmp_path / "my agent.py"
    file.write_bytes(b"\xff" + CODE)
    assert only(file) == Submission(str(file), ((file.name, b"\xff" + CODE),), file.name, str(file))


def test_what_is_named_keeps_its_order(tmp_path):
    fill(tmp_path, "b.py", "a.py", "c/z.py", "c/y.py")
    paths = [tmp_path / name for name in ("b.py", "c", "a.py")]
    assert names(collect(paths)) == [str(tmp_path / "b.py"), "y", "z", str(tmp_path / "a.py")]


def test_a_file_that_is_not_there_is_a_missing_submission(tmp_path):
    submission = only(tmp_path / "nowhere.py")
    assert (submission.missing, problem(submission)) == (True, "no such file")


def test_a_file_of_another_kind_is_told(tmp_path):
    fill(tmp_path, "agent.txt")
    line = "is not a Python file, a folder, a zip or a tar"
    assert problem(only(tmp_path / "agent.txt")) == line


def test_a_file_that_is_too_big_is_told(tmp_path):
    (tmp_path / "agent.py").write_bytes(bytes(4 * MIB + 1))
    line = "agent.py is bigger than 4 MiB; leave it out or make it smaller"
    assert problem(only(tmp_path / "agent.py")) == line


def test_a_file_that_can_not_be_read_is_told(tmp_path, monkeypatch):
    def deny(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    fill(tmp_path, "agent.py")
    monkeypatch.setattr(os, "open", deny)
    assert problem(only(tmp_path / "agent.py")) == "agent.py can't be read (Permission denied)"


def test_a_folder_that_can_not_be_read_is_told(tmp_path, monkeypatch):
    def deny(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", deny)
    assert problem(only(tmp_path)) == "can't be read (Permission denied)"


@links
def test_a_link_that_is_named_is_followed(tmp_path):
    fill(tmp_path, "real.py")
    (tmp_path / "agent.py").symlink_to("real.py")
    assert only(tmp_path / "agent.py").files == (("agent.py", b"real.py"),)


@pipes
def test_a_pipe_that_is_named_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "agent.py")
    line = "agent.py can't be read (not a regular file)"
    assert problem(only(tmp_path / "agent.py")) == line


@pytest.mark.parametrize(
    ("given", "is_single"),
    [
        (["a.py"], True),
        (["nowhere.py"], True),
        (["a.py", "b.py"], False),
        (["one"], False),
        (["one.zip"], False),
        (["nowhere.zip"], False),
    ],
)
def test_one_file_is_told_from_a_batch(tmp_path, given, is_single):
    fill(tmp_path, "a.py", "b.py", "one/agent.py", "one.zip")
    assert collect([tmp_path / name for name in given]).is_single is is_single


# One submission of several files.

RENAME = "rename the one to grade to agent.py"
MOVE = "move agent.py out of its folder"


@pytest.mark.parametrize(
    ("files", "main"),
    [
        (["agent.py"], "agent.py"),
        (["agent.py", "helper.py", "data/table.txt"], "agent.py"),
        (["my_agent.py", "README.txt"], "my_agent.py"),
        (["agent.py", "lib/agent.py", "other.zip"], "agent.py"),
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


def test_folders_in_which_all_is_are_opened(tmp_path):
    fill(tmp_path, "bob/hw1/src/agent.py", "bob/hw1/src/lib/x.py", "bob/.DS_Store")
    submission = only(tmp_path / "bob")
    assert [path for path, _ in submission.files] == ["agent.py", "lib/x.py"]
    assert submission.path == str(tmp_path / "bob/hw1/src/agent.py")


def test_the_main_file_can_be_called_otherwise(tmp_path):
    fill(tmp_path, "bob/agent.py", "bob/search.py")
    (submission,) = collect([tmp_path / "bob"], main="search.py").submissions
    assert submission.main == "search.py"


@pytest.mark.parametrize(
    ("files", "line"),
    [
        (["a.py", "b.py"], f"has several Python files, a.py and b.py; {RENAME}"),
        (["a.py", "b.py", "c.py"], f"has several Python files, a.py, b.py and c.py; {RENAME}"),
        (
            [f"{n}.py" for n in range(9)],
            f"has several Python files, 0.py, 1.py and 7 more; {RENAME}",
        ),
        (["a.txt"], "has no Python file (only a.txt)"),
        (["lib/a.py", "x.txt"], f"has Python files only in folders, lib/a.py; {MOVE}"),
        (["a.zip", "b.zip"], "has several archives, a.zip and b.zip; hand in one"),
        ([".DS_Store"], "has no Python file"),
        (
            ["agent.py", "nul.txt"],
            "nul.txt has a name that Windows reserves for devices; rename it",
        ),
    ],
)
def test_what_is_wrong_with_a_submission_is_told_and_stops_no_other(tmp_path, files, line):
    batch = fill(tmp_path / "all", "alice.py", "carol/agent.py")
    fill(batch / "bob", *files)
    found = collected(batch)
    assert list(found) == ["alice", "bob", "carol"]
    assert problem(found["bob"]) == line
    assert [found[name].problem for name in ("alice", "carol")] == [None, None]


def test_a_refused_archive_is_told_and_stops_no_other(tmp_path):
    batch = fill(tmp_path / "all", "alice.zip")
    (batch / "bob.zip").write_bytes(packed("../agent.py"))
    (batch / "carol.zip").write_bytes(b"Rar!")
    found = collected(batch)
    assert problem(found["bob"]) == (
        "bob.zip: ../agent.py leads out of the archive with ..; pack the folder again"
    )
    assert problem(found["carol"]).startswith("carol.zip: is damaged (")
    assert found["alice"].files == (("agent.py", b"agent.py"),)
    assert problem(only(batch / "bob.zip")) == problem(found["bob"])


def test_archives_in_an_archive_of_a_submission_are_not_opened(tmp_path):
    batch = fill(tmp_path / "all", "alice.py")
    (batch / "bob.zip").write_bytes(packed("in.zip", **{"in.zip": packed("agent.py")}))
    assert problem(collected(batch)["bob"]) == "has no Python file (only in.zip)"


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
    assert collect([batch]).ignored == (str(batch / "dave"),)


@pipes
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path):
    batch = fill(tmp_path / "all", "bob/agent.py", "carol.py")
    os.mkfifo(batch / "bob" / "data")
    os.mkfifo(batch / "alice.py")
    found = collected(batch)
    assert problem(found["alice"]) == "alice.py can't be read (not a regular file)"
    assert problem(found["bob"]) == "data can't be read (not a regular file)"


def test_a_folder_with_too_much_in_it_is_told(tmp_path):
    batch = fill(tmp_path / "all", "alice.py", "bob/agent.py")
    for number in range(5):
        (batch / "bob" / f"{number}.bin").write_bytes(bytes(4 * MIB))
    fill(batch / "carol", "agent.py", *(f"{number}.txt" for number in range(500)))
    found = collected(batch)
    assert problem(found["bob"]) == "has more than 16 MiB in all; leave big files out"
    line = "has more than 500 files and folders; hand in only your own files"
    assert problem(found["carol"]) == line


# Many submissions.


def test_the_entries_of_a_folder_are_submissions_and_the_rest_is_told(tmp_path):
    batch = fill(
        tmp_path / "all",
        *("bob.py", "alice/agent.py", "carol.zip", "README.txt", "grades.csv"),
        *("pacgrid.sqlite", "pacgrid.sqlite-wal", ".DS_Store", "__pycache__/x.pyc"),
    )
    collection = collect([batch])
    assert names(collection) == ["alice", "bob", "carol"]
    assert [one.main for one in collection.submissions] == ["agent.py", "bob.py", "agent.py"]
    assert not any(one.path for one in collection.submissions)
    rest = ("README.txt", "grades.csv", "pacgrid.sqlite", "pacgrid.sqlite-wal")
    assert collection.ignored == tuple(str(batch / name) for name in rest)


def test_an_archive_may_hold_many_submissions(tmp_path):
    inside = {"hw1/carol.zip": packed("agent.py")}
    content = packed("hw1/bob.py", "hw1/alice/agent.py", "hw1/carol.zip", "hw1/x.csv", **inside)
    (tmp_path / "all.zip").write_bytes(content)
    collection = collect([tmp_path / "all.zip"])
    assert names(collection) == ["alice", "bob", "carol"]
    assert not any(one.problem or one.path for one in collection.submissions)
    assert collection.ignored == (str(tmp_path / "all.zip" / "hw1" / "x.csv"),)


def test_a_students_bad_file_in_an_archive_of_many_stops_no_other(tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("alice/agent.py", CODE)
        archive.writestr("bob/agent.py", CODE)
        archive.writestr("bob/Agent.py", CODE)
        archive.writestr("carol/agent.py", bytes(5 * MIB))
        archive.writestr("dave/agent.py", CODE)
        archive.writestr("dave/film.mp4", bytes(17 * MIB))
        archive.writestr("eve/con.py", CODE)
    found = collected(tmp_path / "all.zip")
    assert found["alice"].problem is None
    assert (
        problem(found["bob"]) == "agent.py and Agent.py are the same name on some disks; rename one"
    )
    big = "leave it out or make it smaller"
    assert problem(found["carol"]) == f"agent.py is bigger than 4 MiB; {big}"
    assert problem(found["dave"]) == f"film.mp4 is bigger than 16 MiB; {big}"
    assert problem(found["eve"]) == "con.py has a name that Windows reserves for devices; rename it"


@pytest.mark.parametrize(
    ("files", "others"),
    [([], ""), (["README.txt", "x.csv"], " (only README.txt and x.csv)")],
)
def test_a_folder_with_nothing_to_grade_is_an_error(tmp_path, files, others):
    batch = fill(tmp_path / "all", *files)
    batch.mkdir(exist_ok=True)
    with pytest.raises(CollectionError) as error:
        collect([batch])
    assert str(error.value) == f"{batch}: has no Python file, folder, zip or tar in it{others}"


# Names.


def test_names_are_unique_on_every_disk(tmp_path):
    fill(tmp_path, "1/alice.py", "1/bob.py", "1/Alice/agent.py", "2/alice.py", "2/alice (2).py")
    assert names(collect([tmp_path / "1", tmp_path / "2"])) == [
        "Alice",
        "alice (3)",
        "bob",
        "alice (2)",
        "alice (4)",
    ]


def test_a_file_that_is_named_twice_is_graded_twice(tmp_path):
    file = fill(tmp_path, "a.py") / "a.py"
    assert names(collect([file, file])) == [str(file), f"{file} (2)"]


def test_names_keep_what_people_are_called_and_lose_what_moves_the_cursor(tmp_path):
    batch = fill(tmp_path / "all", "Zoë Müller.py", "王小明.zip", "x\x1b[2J\u202ey\n.py")
    assert names(collect([batch])) == ["Zoë Müller", "x�[2J�y", "王小明"]


def test_archives_with_two_endings_lose_both(tmp_path):
    batch = fill(tmp_path / "all", "alice.py", "bob.smith.tar.gz")
    assert names(collect([batch])) == ["alice", "bob.smith"]


# Downloads from learning management systems.


def test_moodle(tmp_path):
    batch = fill(
        tmp_path / "moodle",
        *("Ada Lovelace_11_assignsubmission_file_/agent.py",),
        *("Ada Lovelace_11_assignsubmission_onlinetext_/onlinetext.html",),
        *("Ann Lee_12_assignsubmission_file_/hw.zip", "Ann Lee_13_assignsubmission_file_/x.py"),
        *("Bob_14_assignsubmission_onlinetext_/onlinetext.html",),
    )
    found = collected(batch)
    assert [(name, one.student, one.identifier) for name, one in found.items()] == [
        ("Ada Lovelace", "Ada Lovelace", "11"),
        ("Ann Lee (12)", "Ann Lee", "12"),
        ("Ann Lee (13)", "Ann Lee", "13"),
        ("Bob", "Bob", "14"),
    ]
    assert [one.main for one in found.values()] == ["agent.py", "agent.py", "x.py", ""]
    assert problem(found["Bob"]) == "no file was handed in"


def test_a_download_of_one_student_keeps_the_student(tmp_path):
    fill(tmp_path, "m/Ada Lovelace_11_assignsubmission_file_/agent.py", "c/adal_22_333_agent.py")
    assert only(tmp_path / "m").student == "Ada Lovelace"
    assert only(tmp_path / "c").student == "adal"


def test_canvas(tmp_path):
    entries = ("adal_LATE_22_333_agent-1.py", "adal_LATE_22_334_helper.py", "bobx_23_335_hw.zip")
    (tmp_path / "submissions.zip").write_bytes(
        packed(*entries, "zed_24_336_essay.pdf", **{entries[2]: packed("agent.py")})
    )
    collection = collect([tmp_path / "submissions.zip"])
    ada, bob, zed = collection.submissions
    assert (ada.name, ada.identifier, ada.main) == ("adal", "22", "agent.py")
    assert [path for path, _ in ada.files] == ["agent.py", "helper.py"]
    assert (bob.name, bob.main) == ("bobx", "agent.py")
    assert problem(zed) == "has no Python file (only essay.pdf)"
    assert collection.ignored == ()


def test_blackboard(tmp_path):
    first, last = "2026-01-30-10-00-00", "2026-01-31-12-00-00"
    batch = fill(
        tmp_path / "gradebook",
        f"HW 1_ada12_attempt_{first}_agent.py",
        f"HW 1_ada12_attempt_{first}.txt",
        f"HW 1_ada12_attempt_{last}_my_agent.py",
        f"HW 1_ada12_attempt_{last}.txt",
    )
    collection = collect([batch])
    (ada,) = collection.submissions
    assert (ada.name, ada.main) == ("ada12", "my_agent.py")
    assert ada.path == str(batch / f"HW 1_ada12_attempt_{last}_my_agent.py")
    earlier = batch / f"HW 1_ada12_attempt_{first}_agent.py"
    assert collection.ignored == (f"{earlier} (an earlier attempt)",)


def test_brightspace(tmp_path):
    batch = fill(
        tmp_path / "d2l",
        "12-9 - Ada Lovelace - Jan 1, 2026 1159 PM/agent.py",
        "12-9 - Ada Lovelace - Jan 2, 2026 1200 AM/better.py",
        "index.html",
    )
    collection = collect([batch])
    (ada,) = collection.submissions
    assert (ada.name, ada.identifier, ada.main) == ("Ada Lovelace", "12", "better.py")
    earlier = batch / "12-9 - Ada Lovelace - Jan 1, 2026 1159 PM"
    assert collection.ignored == (f"{earlier} (an earlier attempt)", str(batch / "index.html"))


def test_gradescope(tmp_path):
    top = "assignment_1_export/"
    names_inside = ("submission_7/agent.py", "submission_8/a.py", "submission_metadata.yml")
    (tmp_path / "export.zip").write_bytes(packed(*(top + name for name in names_inside)))
    collection = collect([tmp_path / "export.zip"])
    assert [(one.name, one.identifier, one.main) for one in collection.submissions] == [
        ("submission_7", "7", "agent.py"),
        ("submission_8", "8", "a.py"),
    ]
    assert collection.ignored == (
        str(tmp_path / "export.zip" / "assignment_1_export" / "submission_metadata.yml"),
    )
