import io
import re
import stat
import struct
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize
from zipfile import ZIP_BZIP2, ZIP_LZMA, ZIP_STORED, ZipInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.hand_ins import links, zip_of, zipped
from pacgrid.autograder.submissions.archives import ArchiveSource, FolderSource, scan, walk
from pacgrid.autograder.submissions.members import (
    SUBMISSION,
    Bounds,
    Member,
    RefusedError,
    split_top,
    validate,
)
from pacgrid.autograder.submissions.submission import Submission

SMALL = Bounds(total=10_000, file=6_000, members=10, depth=4)
CODE = b"from pacgrid import Agent\n"


def read(packed: bytes, bounds: Bounds = SUBMISSION) -> dict[str, bytes]:
    return dict(validate(scan(io.BytesIO(packed), bounds), bounds))


def why(packed: bytes, bounds: Bounds = SMALL) -> str:
    """The error about a refused archive."""
    with pytest.raises(RefusedError) as refused:
        read(packed, bounds)
    (line,) = str(refused.value).splitlines()
    assert line.isprintable()
    return line


CLUTTER = "__MACOSX/._a.py .DS_Store x/.git/config __pycache__/a.pyc a.pyc .venv/a.py"


def test_a_zip_is_read_without_clutter_and_archives_in_it_are_not_opened():
    files = {"a.py": CODE, "b.zip": zip_of(("../a.py", CODE)), "b/c.py": b"1"}
    clutter = ((name, b"?") for name in CLUTTER.split())
    assert read(zip_of(*files.items(), *clutter)) == files


def test_names_are_read_in_either_encoding_of_zips_and_with_the_backslashes_of_windows():
    without_flag = zip_of(("müller.py", CODE)).replace(b"\x00\x08", b"\x00\x00")
    cp437 = zip_of(("m@ller.py", CODE)).replace(b"m@ller", b"m\x81ller")
    assert list(read(without_flag)) == list(read(cp437)) == ["müller.py"]
    packed = zip_of((zipped("hw3\\a.py"), CODE), (zipped("hw3\\data\\"), b""))
    assert read(packed) == {"hw3/a.py": CODE}


LINK = "a.py is a symbolic link; hand in the file itself"
PIPE = "a.py is a device or a pipe; hand in the file itself"
OUT = "leads out of the archive with ..; pack the folder again"
ABSOLUTE = "is an absolute path; pack the folder again"
CONTROL = "has control characters in its name; rename it"
UNUSUAL = "a.py is compressed in an unusual way; pack it as a plain zip"
BIG = "a.py is bigger than 6000 bytes; leave it out or make it smaller"
TOO_LONG = "has too long a list of files in it; pack only your own files"
MEMBERS = [
    (zipped("/etc/a.py"), f"/etc/a.py {ABSOLUTE}"),
    (zipped(".git/../../b.py"), f".git/../../b.py {OUT}"),
    (zipped("a\nb.py"), rf"'a\nb.py' {CONTROL}"),
    (zipped("a.py", stat.S_IFLNK | 0o777), LINK),
    (zipped("a.py", stat.S_IFIFO), PIPE),
    (zipped("a.py", stat.S_IFSOCK), PIPE),
    (zipped("a.py", stat.S_IFBLK), PIPE),
    (zipped("//host/a.py"), f"//host/a.py {ABSOLUTE}"),
    (zipped("a/.."), f"a/.. {OUT}"),
    (zipped("a\\..\\b.py"), f"a/../b.py {OUT}"),
    (zipped("\\\\host\\a.py"), f"//host/a.py {ABSOLUTE}"),
    (zipped("a.py\0.txt"), rf"'a.py\x00.txt' {CONTROL}"),
    ("a/b/c/d/e.py", "a/b/c/d/e.py is more than 4 folders deep; pack the folder it is in"),
]
"""Names and kinds of members, and why they are refused."""


def flipped(packed: bytes, offset: int) -> bytes:
    return packed[:offset] + bytes([packed[offset] ^ 0xFF]) + packed[offset + 1 :]


def encrypted() -> bytes:
    packed = zip_of(("a.py", CODE))
    for signature, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        offset = packed.index(signature) + flags
        packed = packed[:offset] + b"\1" + packed[offset + 1 :]
    return packed


NOISE = bytes((i * i * 31 + i) % 251 for i in range(3000))


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"this is not an archive",
        b"Rar!\x1a\x07\x01\x00" + NOISE,
        zip_of(("a.py", NOISE))[:-30],
        flipped(zip_of(("a.py", NOISE)), 200),
        zip_of(("a.py", CODE), ("b.py", NOISE))[60:],
    ],
    ids=["empty", "text", "rar", "cut", "flipped", "method"],
)
def test_a_damaged_archive_is_refused(packed):
    assert re.search(r"is damaged \(.*\); pack it again$", why(packed))


# Bombs


def headed(packed: bytes, size: int) -> bytes:
    """A zip with one member whose headers claim `size` bytes."""
    for signature, offset in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        start = packed.index(signature) + offset
        packed = packed[:start] + struct.pack("<I", size) + packed[start + 4 :]
    return packed


def overlapping_zip() -> bytes:
    packed = zip_of(("a.py", bytes(5000)), ("b.py", CODE), compression=ZIP_STORED)
    first, second = packed.index(b"PK\1\2") + 42, packed.rindex(b"PK\1\2") + 42
    return packed[:second] + packed[first : first + 4] + packed[second + 4 :]


def zip_with_a_long_listing() -> bytes:
    packed = bytes(SMALL.members << 12) + zip_of(("a.py", CODE))
    end = packed.rindex(b"PK\5\6")
    return packed[: end + 12] + struct.pack("<II", end, 0) + packed[end + 20 :]


BYTES = [(f"{number}.py", bytes(5_000)) for number in range(3)]
BAD_CRC = "a.py is damaged (Bad CRC-32 for file 'a.py'); pack it again"


@pytest.mark.parametrize(
    ("packed", "line"),
    [
        *((zip_of((member, CODE)), line) for member, line in MEMBERS),
        (encrypted(), "a.py is encrypted; pack it without a password"),
        (zip_of(("a.py", CODE), compression=ZIP_BZIP2), UNUSUAL),
        (zip_of(("a.py", CODE), compression=ZIP_LZMA), UNUSUAL),
        (zip_of(("a.py", bytes(1_000_000))), BIG),
        (headed(zip_of(("a.py", CODE)), 0xFFFF_0000), BIG),
        (headed(zip_of(("a.py", bytes(1_000_000))), 10), BAD_CRC),
        (zip_with_a_long_listing(), TOO_LONG),
        (zip_of(*((f".git/{number:0200}", b"") for number in range(300))), TOO_LONG),
        (overlapping_zip(), "has overlapping files, a.py and b.py; pack it again"),
        (
            zip_of(*((f"{number}.py", b"") for number in range(11))),
            "has more than 10 files and folders; pack only your own files",
        ),
        (zip_of(*BYTES), "has more than 10000 bytes in it; leave big files out"),
    ],
    ids=lambda value: ascii(value) if isinstance(value, str) else "",
)
def test_what_is_no_file_can_not_be_unpacked_or_is_too_much_is_refused(packed, line):
    assert why(packed) == line


def test_a_course_with_too_long_a_list_should_be_unpacked():
    packed = io.BytesIO(zip_with_a_long_listing())
    with pytest.raises(RefusedError, match="list of files in it; unpack it and name the folder"):
        scan(packed, SMALL, SMALL)


def test_the_bounds_themselves_are_allowed():
    members = [("a.py", bytes(6_000)), ("b.py", bytes(4_000)), *((f"{n}", b"") for n in range(8))]
    assert read(zip_of(*members), SMALL) == dict(sorted(members))


NAMES = st.lists(
    st.one_of(
        st.text(st.sampled_from("aAßéE\u0301/.\\: \n\0K\u212a"), min_size=1, max_size=6),
        st.sampled_from(
            ["con", "a/b", "A/b", "a/./b", "é/a", "e\u0301/a", "ﬁ", "fi", "~/a", "İ", "ı"]
        ),
        st.text(min_size=1, max_size=5),
    ),
    max_size=6,
)


def assert_safe(packed: bytes) -> None:
    """The archive is refused, or all its files can be written and read back."""
    try:
        files = tuple(read(packed).items())
    except RefusedError as error:
        line, files = str(error), ()
    else:
        line = ""
    assert line.isprintable()
    assert [path for path, _ in files] == sorted({path for path, _ in files})
    for key in (str.upper, str.lower, str.casefold):
        assert len({key(normalize("NFC", path)) for path, _ in files}) == len(files)
    for path, _ in files:
        assert not path.startswith("/")
        assert not {"", ".", ".."} & set(path.split("/"))
        assert not set("\\:\0\n") & set(path)
    if not files:
        return
    with Submission("x", files, files[0][0]).written() as main:
        root = main.parents[files[0][0].count("/")]
        found = [file for file in root.rglob("*") if file.is_file()]
        written = sorted((f.relative_to(root).as_posix(), f.read_bytes()) for f in found)
        assert written == list(files)


@settings(max_examples=40)
@given(NAMES)
def test_only_files_with_safe_names_are_read(names):
    members = [(name, name.encode("utf-8", "replace")) for name in names]
    with suppress(UnicodeEncodeError):  # no archive can have lone surrogates in its names
        assert_safe(zip_of(*((zipped(name), content) for name, content in members)))


FILES = {"agent.py": CODE, "helper_library1.py": NOISE[:40], "lib/m\u00fcller.py": b"x = 1\n"}
INTACT = {
    "deflated": zip_of(*FILES.items()),
    "stored": zip_of(*FILES.items(), compression=ZIP_STORED),
}


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0), st.integers(0, 255))))
def test_a_damaged_archive_is_read_safely_or_refused(changes):
    packed = bytearray(INTACT["deflated"])
    for offset, byte in changes[:5]:
        packed[offset % len(packed)] = byte
    assert_safe(bytes(packed))


@pytest.mark.parametrize(
    ("name", "step"),
    [("deflated", 7), *(pytest.param(name, 1, marks=pytest.mark.slow) for name in INTACT)],
)
def test_with_any_bit_flipped_an_archive_is_refused_or_has_the_same_content(name, step):
    intact = INTACT[name]
    assert read(intact) == FILES
    refused = 0
    for bit in range(0, 8 * len(intact), step):
        packed = bytearray(intact)
        packed[bit // 8] ^= 1 << bit % 8
        try:
            assert read(bytes(packed)) == FILES, f"bit {bit}"
        except RefusedError:
            refused += 1
    assert refused * step > len(intact)


# Folders on disk, and the one face of both

TREE = {"a.py": b"1", "b/c.py": b"2", "b/d/e.py": b"3"}
FEW = Bounds(total=100, file=60, members=5, depth=3)


def fill(folder: Path, files: Mapping[str, bytes]) -> Path:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


@pytest.mark.parametrize("kind", ["on disk", "in an archive"])
def test_a_source_has_entries_files_and_subfolders(kind, tmp_path):
    in_memory = ArchiveSource([Member(path, content) for path, content in TREE.items()])
    source = in_memory if kind == "in an archive" else FolderSource(fill(tmp_path, TREE))
    assert list(source.entries) == [("a.py", False), ("b", True)]
    assert [(one.path, one.content) for one in source.files("a.py")] == [("a.py", b"1")]
    below = source.subfolder("b")
    assert list(below.entries) == [("c.py", False), ("d", True)]
    assert list(below.subfolder("d").entries) == [("e.py", False)]
    found = {one.path: one.content for one in below.members() if not one.is_folder}
    assert found == {"c.py": b"2", "d/e.py": b"3"}


def test_an_archive_may_have_several_members_with_one_name():
    twice = ArchiveSource([Member("a", b"1"), Member("a", b"2"), Member("a/b", b"3")])
    assert twice.entries == [("a", False), ("a", True)]
    assert [one.content for one in twice.files("a")] == [b"1", b"2"]
    assert [one.path for one in twice.subfolder("a").members()] == ["b"]


@links
def test_a_walk_finds_all_files_and_folders_but_clutter_and_follows_no_link(tmp_path):
    clutter = dict.fromkeys(("x.pyc", "b/.hidden", ".git/d.py", "b/__pycache__/d.py"), b"")
    fill(tmp_path, {"b/c/d.py": b"1", "a.py": b"2", **clutter})
    (tmp_path / "up").symlink_to("..", target_is_directory=True)
    assert {(m.path, m.is_folder, m.content, m.refusal) for m in walk(tmp_path, FEW)} == {
        ("a.py", False, b"2", ""),
        ("b", True, b"", ""),
        ("b/c", True, b"", ""),
        ("b/c/d.py", False, b"1", ""),
        ("up", False, b"", LINK.removeprefix("a.py ")),
    }


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({f"{number}.py": b"" for number in range(50)}, 6),
        ({f"{number}.py": bytes(50) for number in range(50)}, 3),
        ({"x/" * 20 + "a.py": b""}, 6),
    ],
    ids=["many", "big", "deep"],
)
def test_a_walk_stops_after_its_bounds(tmp_path, files, found):
    assert len(list(walk(fill(tmp_path, files), FEW))) == found


# A course's archive


def course(*members: tuple[ZipInfo | str, bytes], each: Bounds = SMALL) -> dict[str, str]:
    """By name at the top: the contents and refusals below it."""
    bounds = Bounds(total=30_000, file=6_000, members=60, depth=4)
    found: dict[str, str] = {}
    for member in scan(io.BytesIO(zip_of(*members)), bounds, each):
        top, rest = split_top(member.path)
        said = f"{rest}: {member.refusal or len(member.content)}" if rest else member.refusal
        found[top] = f"{found.get(top, '')}, {said}".strip(", ")
    return found


def test_what_is_wrong_with_one_hand_in_is_no_reason_to_refuse_another():
    long = "bob/" + "x" * 2000
    found = course(
        ("ada/a.py", CODE),
        (zipped("bob/../ada/a.py"), b"1"),
        (zipped(long), b"1"),
        (zipped("/etc/passwd"), b"1"),
        (zipped("../eve/a.py"), b"1"),
        (zipped("dan\\a.py"), b"1"),
        (zipped("dan\\..\\ada\\b.py"), b"1"),
        (zipped("fay/x", stat.S_IFLNK), b"/"),
        *((f"gus/{number}", b"") for number in range(40)),
        *((f"hal/{number}", bytes(6_000)) for number in range(4)),
        ("ida/.git/config", b"1"),
        (".jo_1_2_3.py", b"1"),
    )
    assert found["ada"] == "a.py: 26"
    assert found["bob"].startswith(f"../ada/a.py: {OUT}")
    assert found["bob"].endswith("has too long a name; rename it")
    assert found["/etc/passwd"] == ABSOLUTE
    assert found["../eve/a.py"] == OUT
    assert found["dan"] == f"a.py: 1, ../ada/b.py: {OUT}"
    assert found["fay"] == f"x: {LINK.removeprefix('a.py ')}"
    assert found["gus"].count(",") == SMALL.members
    assert found["hal"] == "0: 6000, 1: 6000"
    assert list(found)[-2:] == ["ida", ".jo_1_2_3.py"]


def test_when_a_course_is_too_big_only_what_does_not_fit_is_refused():
    found = course(*((f"{n}/a.py", bytes(6_000)) for n in range(6)), ("z/a.py", b""))
    full = "wasn't read, because the archive has more than 30000 bytes in it"
    assert found["5"] == f"a.py: {full}; unpack it and name the folder"
    assert [found[name] for name in "04z"] == ["a.py: 6000", "a.py: 6000", "a.py: 0"]
