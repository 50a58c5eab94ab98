import pytest

from pacgrid.autograder.submissions.members import (
    Bounds,
    Member,
    RefusedError,
    member_path,
    split_top,
    validate,
)

BLANK = "has a name that begins with a space or ends with a space or a dot; rename it"
SMALL = Bounds(total=100, file=60, members=5, depth=3)


def why(*members: Member) -> str:
    with pytest.raises(RefusedError) as refused:
        validate(members, SMALL)
    (line,) = str(refused.value).splitlines()
    return line


def test_files_are_in_alphabetical_order_without_folders():
    folder = Member("a", is_folder=True)  # may be listed twice
    members = [Member("b.py", b"2"), folder, Member("a/c.py", b"1"), folder]
    assert validate(members, SMALL) == (("a/c.py", b"1"), ("b.py", b"2"))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("a\nb.py", r"'a\nb.py' has control characters in its name; rename it"),
        ("a\x1b[2J.py", r"'a\x1b[2J.py' has control characters in its name; rename it"),
        ("a\x85.py", r"'a\x85.py' has control characters in its name; rename it"),
        ("a\udc80.py", r"'a\udc80.py' has control characters in its name; rename it"),
        ("CON", "CON has a name that Windows reserves for devices; rename it"),
        ("nul.py", "nul.py has a name that Windows reserves for devices; rename it"),
        ("x/Com1.tar.gz", "x/Com1.tar.gz has a name that Windows reserves for devices; rename it"),
        ("a.py.", f"a.py. {BLANK}"),
        ("a /b.py", f"a /b.py {BLANK}"),
        ("a:b.py", "a:b.py has : in its name, which Windows doesn't allow; rename it"),
        ("what?.py", "what?.py has ? in its name, which Windows doesn't allow; rename it"),
        ("../a.py", "../a.py is not a valid file name; rename it"),
        ("..", ".. is not a valid file name; rename it"),
        ("", "'' is not a valid file name; rename it"),
        ("a/b/c/d.py", "a/b/c/d.py is more than 3 folders deep; pack the folder it is in"),
    ],
)
def test_a_name_that_is_not_portable_is_refused(name, line):
    assert why(Member(name)) == line


def test_a_very_long_name_is_refused_in_a_short_line_and_ordinary_ones_are_accepted():
    line = why(Member("ä" * 200 + ".py"))
    assert line.endswith("has too long a name; rename it")
    assert len(line) < 150
    for name in ("agent.py", "Müller/अजगर.py", "console.py", "a b.py", "com10"):
        assert validate([Member(name)], SMALL) == ((name, b""),)


@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        ("a.py", "a.py", "a.py appears twice; remove one"),
        ("a.py", "A.py", "a.py and A.py are the same name on some disks; rename one"),
        ("é.py", "e\u0301.py", "é.py and e\u0301.py are the same name on some disks; rename one"),
        ("x/a.py", "X/b.py", "x and X are the same name on some disks; rename one"),
        ("straße", "STRASSE", "straße and STRASSE are the same name on some disks; rename one"),
        ("a", "a/b.py", "a is both a file and a folder; rename one"),
        ("a/b.py", "a", "a is both a file and a folder; rename one"),
    ],
)
def test_colliding_names_are_refused(one, other, line):
    assert why(Member(one), Member(other)) == line


@pytest.mark.parametrize(
    ("sizes", "line"),
    [
        ([61], "0.py is bigger than 60 bytes; leave it out or make it smaller"),
        ([60, 41], "has more than 100 bytes in all; leave big files out"),
        ([0] * 6, "has more than 5 files and folders; hand in only your own files"),
    ],
)
def test_sizes_and_numbers_are_bounded(sizes, line):
    members = [Member(f"{number}.py", b"x" * size) for number, size in enumerate(sizes)]
    assert why(*members) == line


def test_the_bounds_themselves_are_allowed_and_an_archive_may_have_the_total():
    sizes = {"a/b/c.py": 60, "b.py": 40, "c.py": 0, "d.py": 0, "e.py": 0}
    assert len(validate([Member(name, b"x" * size) for name, size in sizes.items()], SMALL)) == 5
    assert len(validate([Member("a.zip", b"x" * 100)], SMALL)) == 1
    assert why(Member("a.py", refusal="is encrypted")) == "a.py is encrypted"


def test_a_members_name_becomes_a_relative_path():
    names = ("a.py", "./a.py", ".", "./", "a//b/", "a..b")
    paths = ["a.py", "a.py", "", "", "a/b", "a..b"]
    assert [member_path(name) for name in names] == [(path, "") for path in paths]


@pytest.mark.parametrize(
    ("name", "top"),
    [
        *((name, name) for name in ("/a.py", "//host/a.py", "../a.py", "..", "C:a.py", r"C:\a")),
        ("a/../../b.py", "a"),
        ("c:/a.py", "c:"),
        ("a/" * 1000, "a"),
        ("./" + "a" * 3000 + "/b", "a" * 255),
    ],
)
def test_a_name_that_may_lead_out_is_refused_and_stays_in_its_folder(name, top):
    path, refusal = member_path(name)
    assert refusal
    assert split_top(path)[0] == top
    assert len(path) < 400
