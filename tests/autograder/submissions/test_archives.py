import io
import os
import stat
import struct
import warnings
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.autograder.submissions.archives import (
    ArchiveSource,
    FolderSource,
    entries_of,
    read_file,
    scan,
    walk,
)
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

Named = zipfile.ZipInfo | str


def zip_of(*members: tuple[Named, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # duplicate names
        for name, content in members:
            archive.writestr(name, content)
    return packed.getvalue()


def zipped(name: str, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("x")
    info.filename = name  # ZipInfo(name) would change it
    info.create_system = 3
    info.external_attr = mode << 16
    return info


def read(packed: bytes, bounds: Bounds = SUBMISSION) -> dict[str, bytes]:
    return dict(validate(scan(io.BytesIO(packed), bounds), bounds))


def why(packed: bytes, bounds: Bounds = SMALL) -> str:
    """The error about a refused archive."""
    with pytest.raises(RefusedError) as refused:
        read(packed, bounds)
    (line,) = str(refused.value).splitlines()
    assert line.isprintable()
    return line


def test_a_zip_is_read():
    assert read(zip_of(("b/c.py", b"1"), ("a.py", CODE))) == {"a.py": CODE, "b/c.py": b"1"}


@pytest.mark.parametrize(
    "clutter",
    ["__MACOSX/._a.py", ".DS_Store", "x/.git/config", "__pycache__/a.pyc", "a.pyc", ".venv/a.py"],
)
def test_clutter_is_left_out(clutter):
    assert read(zip_of(("a.py", CODE), (clutter, b"?"))) == {"a.py": CODE}


def test_an_archive_in_an_archive_is_not_opened():
    inner = zip_of(("../a.py", CODE))
    assert read(zip_of(("b.zip", inner))) == {"b.zip": inner}


@pytest.mark.parametrize(
    "packed",
    [
        zip_of(("müller.py", CODE)).replace(b"\x00\x08", b"\x00\x00"),
        zip_of(("m@ller.py", CODE)).replace(b"m@ller", b"m\x81ller"),
    ],
    ids=["UTF-8 without the flag", "CP437"],
)
def test_names_in_either_encoding_of_zips_are_read(packed):
    assert list(read(packed)) == ["müller.py"]


def test_backslashes_of_windows_compress_archive_separate_folders():
    packed = zip_of((zipped("hw3\\a.py"), CODE), (zipped("hw3\\data\\"), b""))
    assert read(packed) == {"hw3/a.py": CODE}


LINK = "a.py is a symbolic link; hand in the file itself"
PIPE = "a.py is a device or a pipe; hand in the file itself"
OUT = "leads out of the archive with ..; pack the folder again"
CONTROL = "has control characters in its name; rename it"


@pytest.mark.parametrize(
    ("member", "line"),
    [
        (zipped("/etc/a.py"), "/etc/a.py is an absolute path; pack the folder again"),
        (zipped(".git/../../b.py"), f".git/../../b.py {OUT}"),
        (zipped("a\nb.py"), rf"'a\nb.py' {CONTROL}"),
        (zipped("a.py", stat.S_IFLNK | 0o777), LINK),
        (zipped("a.py", stat.S_IFIFO), PIPE),
        (zipped("a.py", stat.S_IFSOCK), PIPE),
        (zipped("a.py", stat.S_IFBLK), PIPE),
        (zipped("//host/a.py"), "//host/a.py is an absolute path; pack the folder again"),
        (zipped("a/.."), f"a/.. {OUT}"),
        (zipped("a\\..\\b.py"), f"a/../b.py {OUT}"),
        (zipped("\\\\host\\a.py"), "//host/a.py is an absolute path; pack the folder again"),
        (zipped("a.py\0.txt"), rf"'a.py\x00.txt' {CONTROL}"),
    ],
)
def test_a_member_that_is_not_a_file_inside_the_archive_is_refused(member, line):
    assert why(zip_of((member, CODE))) == line


def flipped(packed: bytes, offset: int) -> bytes:
    return packed[:offset] + bytes([packed[offset] ^ 0xFF]) + packed[offset + 1 :]


def encrypted() -> bytes:
    packed = zip_of(("a.py", CODE))
    for signature, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        offset = packed.index(signature) + flags
        packed = packed[:offset] + b"\1" + packed[offset + 1 :]
    return packed


UNUSUAL = "a.py is compressed in an unusual way; pack it as a plain zip"


@pytest.mark.parametrize(
    ("packed", "line"),
    [
        (encrypted(), "a.py is encrypted; pack it without a password"),
        (zip_of(("a.py", CODE), compression=zipfile.ZIP_BZIP2), UNUSUAL),
        (zip_of(("a.py", CODE), compression=zipfile.ZIP_LZMA), UNUSUAL),
    ],
    ids=["encrypted", "bzip2", "lzma"],
)
def test_a_member_that_cannot_be_unpacked_is_refused(packed, line):
    assert why(packed) == line


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
    line = why(packed)
    assert "is damaged (" in line
    assert line.endswith("); pack it again")


# Bombs


def headed(packed: bytes, size: int) -> bytes:
    """A zip with one member whose headers claim `size` bytes."""
    for signature, offset in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        start = packed.index(signature) + offset
        packed = packed[:start] + struct.pack("<I", size) + packed[start + 4 :]
    return packed


def overlapping_zip() -> bytes:
    packed = zip_of(("a.py", bytes(5000)), ("b.py", CODE), compression=zipfile.ZIP_STORED)
    first, second = packed.index(b"PK\1\2") + 42, packed.rindex(b"PK\1\2") + 42
    return packed[:second] + packed[first : first + 4] + packed[second + 4 :]


def zip_with_a_long_listing() -> bytes:
    packed = bytes(SMALL.members << 12) + zip_of(("a.py", CODE))
    end = packed.rindex(b"PK\5\6")
    return packed[: end + 12] + struct.pack("<II", end, 0) + packed[end + 20 :]


def test_a_course_with_too_long_a_list_should_be_unpacked():
    packed = io.BytesIO(zip_with_a_long_listing())
    with pytest.raises(RefusedError, match="list of files in it; unpack it and name the folder"):
        scan(packed, SMALL, SMALL)


BIG = "a.py is bigger than 6000 bytes; leave it out or make it smaller"
TOO_LONG = "has too long a list of files in it; pack only your own files"
DEEP = "a/b/c/d/e.py is more than 4 folders deep; pack the folder it is in"
MANY = [(f"{number}.py", b"") for number in range(11)]
TOO_MANY = "has more than 10 files and folders; pack only your own files"
CLUTTER = [(f".git/{number:0200}", b"") for number in range(300)]
BYTES = [(f"{number}.py", bytes(5_000)) for number in range(3)]
TOO_BIG = "has more than 10000 bytes in it; leave big files out"


@pytest.mark.parametrize(
    ("pack", "line"),
    [
        (lambda: zip_of(("a.py", bytes(1_000_000))), BIG),
        (lambda: headed(zip_of(("a.py", CODE)), 0xFFFF_0000), BIG),
        (zip_with_a_long_listing, TOO_LONG),
        (overlapping_zip, "has overlapping files, a.py and b.py; pack it again"),
        (lambda: zip_of(("a/b/c/d/e.py", CODE)), DEEP),
        (lambda: zip_of(*MANY), TOO_MANY),
        (lambda: zip_of(*CLUTTER), TOO_LONG),
        (lambda: zip_of(*BYTES), TOO_BIG),
        (
            lambda: headed(zip_of(("a.py", bytes(1_000_000))), 10),
            "a.py is damaged (Bad CRC-32 for file 'a.py'); pack it again",
        ),
    ],
)
def test_a_bomb_is_refused_before_it_is_unpacked(pack, line):
    assert why(pack()) == line


def test_the_bounds_themselves_are_allowed():
    members = [("a.py", bytes(6_000)), ("b.py", bytes(4_000)), *((f"{n}", b"") for n in range(8))]
    assert read(zip_of(*members), SMALL) == dict(sorted(members))


def test_one_bad_member_does_not_stop_the_scan():
    packed = zip_of(("a.py", CODE), ("b.py", bytes(9_000)), (zipped("c", stat.S_IFLNK), b"/"))
    members = scan(io.BytesIO(packed), SMALL)
    assert [(member.path, member.refusal) for member in members] == [
        ("a.py", ""),
        ("b.py", BIG.removeprefix("a.py ")),
        ("c", LINK.removeprefix("a.py ")),
    ]


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
    "stored": zip_of(*FILES.items(), compression=zipfile.ZIP_STORED),
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
links = pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")


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


def test_a_file_is_read_with_its_path_on_disk(tmp_path):
    file = fill(tmp_path, {"a.py": b"\xff\0"}) / "a.py"
    assert read_file(file, 2) == Member("a.py", b"\xff\0", disk_path=str(file))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such device")
def test_a_device_is_refused():
    assert read_file(Path("/dev/zero"), 9).refusal == "can't be read (not a regular file)"


@links
def test_a_link_to_a_folder_is_not_followed(tmp_path):
    (tmp_path / "up").symlink_to("..", target_is_directory=True)
    assert entries_of(tmp_path) == [("up", False)]
    (member,) = walk(tmp_path, FEW)
    assert (member.path, member.refusal) == ("up", "is a symbolic link; hand in the file itself")


def test_a_walk_finds_all_files_and_folders_but_clutter(tmp_path):
    clutter = dict.fromkeys(("x.pyc", "b/.hidden", ".git/d.py", "b/__pycache__/d.py"), b"")
    fill(tmp_path, {"b/c/d.py": b"1", "a.py": b"2", **clutter})
    assert {(m.path, m.is_folder, m.content) for m in walk(tmp_path, FEW)} == {
        ("a.py", False, b"2"),
        ("b", True, b""),
        ("b/c", True, b""),
        ("b/c/d.py", False, b"1"),
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


def course(*members: tuple[Named, bytes], each: Bounds = SMALL) -> dict[str, str]:
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
    assert found["bob"].startswith("../ada/a.py: leads out of the archive with ..; pack the folder")
    assert found["bob"].endswith("has too long a name; rename it")
    assert found["/etc/passwd"] == "is an absolute path; pack the folder again"
    assert found["../eve/a.py"] == "leads out of the archive with ..; pack the folder again"
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
