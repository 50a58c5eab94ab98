import bz2
import gzip
import io
import lzma
import stat
import struct
import tarfile
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.submission import Submission
from pacgrid.autograder.submissions.archive import ArchiveError, read_archive, scan
from pacgrid.autograder.submissions.members import SUBMISSION, Bounds

SMALL = Bounds(total=10_000, file=6_000, members=10, depth=4)
CODE = b"from pacgrid import Agent\n"

Named = zipfile.ZipInfo | str


def zip_of(*members: tuple[Named, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        for name, content in members:
            archive.writestr(name, content)
    return packed.getvalue()


def zipped(name: str, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("x")
    info.filename = name  # ZipInfo would cut it or turn backslashes round
    info.create_system = 3
    info.external_attr = mode << 16
    return info


def tarred(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    info.linkname = link
    return info


def tar_of(*members: tuple[tarfile.TarInfo | str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=form) as archive:
        for name, content in members:
            info = tarred(name) if isinstance(name, str) else name
            if info.isreg():
                info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def read(folder: Path, name: str, packed: bytes, bounds: Bounds = SUBMISSION) -> dict[str, bytes]:
    path = folder / name
    path.write_bytes(packed)
    return dict(read_archive(path, bounds))


def why(folder: Path, name: str, packed: bytes, bounds: Bounds = SMALL) -> str:
    """What is said of a refused archive, after its name."""
    with pytest.raises(ArchiveError) as refused:
        read(folder, name, packed, bounds)
    (line,) = str(refused.value).splitlines()
    assert line.isprintable()
    assert line.startswith(f"{name}: ")
    return line.removeprefix(f"{name}: ")


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("a.zip", lambda: zip_of(("b/c.py", b"1"), ("a.py", CODE))),
        ("A.ZIP", lambda: zip_of(("b/c.py", b"1"), ("a.py", CODE))),
        ("a.tar", lambda: tar_of(("b/c.py", b"1"), ("a.py", CODE))),
        ("a.tgz", lambda: gzip.compress(tar_of(("b/c.py", b"1"), ("a.py", CODE)))),
        ("a.tar.gz", lambda: gzip.compress(tar_of(("./b/c.py", b"1"), ("./a.py", CODE)))),
        ("a.tar.bz2", lambda: bz2.compress(tar_of(("b/c.py", b"1"), ("a.py", CODE)))),
        ("a.tar.xz", lambda: lzma.compress(tar_of(("b/c.py", b"1"), ("a.py", CODE)))),
        ("gnu.tar", lambda: tar_of(("b/c.py", b"1"), ("a.py", CODE), form=tarfile.GNU_FORMAT)),
        ("called.wrong.tgz", lambda: bz2.compress(tar_of(("b/c.py", b"1"), ("a.py", CODE)))),
    ],
)
def test_archives_of_every_usual_kind_are_read(tmp_path, name, pack):
    path = tmp_path / name
    path.write_bytes(pack())
    assert read_archive(path) == (("a.py", CODE), ("b/c.py", b"1"))


@pytest.mark.parametrize(
    "clutter",
    ["__MACOSX/._a.py", ".DS_Store", "x/.git/config", "__pycache__/a.pyc", "a.pyc", ".venv/a.py"],
)
def test_what_computers_put_there_is_left_out(tmp_path, clutter):
    assert read(tmp_path, "a.zip", zip_of(("a.py", CODE), (clutter, b"?"))) == {"a.py": CODE}
    assert read(tmp_path, "a.tar", tar_of((clutter, b"?"), ("a.py", CODE))) == {"a.py": CODE}


def test_a_link_in_what_is_left_out_is_left_out(tmp_path):
    link = tarred(".venv/bin/python", tarfile.SYMTYPE, "/usr/bin/python3")
    assert read(tmp_path, "a.tar", tar_of((link, b""), ("a.py", CODE))) == {"a.py": CODE}


def test_an_archive_in_an_archive_is_a_file(tmp_path):
    inner = zip_of(("../a.py", CODE))
    assert read(tmp_path, "a.zip", zip_of(("b.zip", inner))) == {"b.zip": inner}


def test_names_that_a_zip_has_in_utf_8_without_saying_so_are_read(tmp_path):
    packed = zip_of(("müller.py", CODE)).replace(b"\x00\x08", b"\x00\x00")
    (name,) = read(tmp_path, "a.zip", packed)
    assert name == "müller.py"


def test_old_names_in_a_zip_are_read(tmp_path):
    packed = zip_of(("m@ller.py", CODE)).replace(b"m@ller", b"m\x81ller")
    assert list(read(tmp_path, "a.zip", packed)) == ["müller.py"]


LINK = "is a symbolic link; hand in the file itself"
DEVICE = "is a device; hand in the file itself"
ABSOLUTE = "is an absolute path; pack the folder again"
OUT = "leads out of the archive with ..; pack the folder again"
BACKSLASH = "has a backslash in its name; pack it with / or rename it"


@pytest.mark.parametrize(
    ("member", "line"),
    [
        (tarred("a.py", tarfile.SYMTYPE, "/etc/passwd"), f"a.py {LINK}"),
        (tarred("a.py", tarfile.LNKTYPE, "b.py"), "a.py is a hard link; hand in the file itself"),
        (tarred("a.py", tarfile.CHRTYPE), f"a.py {DEVICE}"),
        (tarred("a.py", tarfile.BLKTYPE), f"a.py {DEVICE}"),
        (tarred("a.py", tarfile.FIFOTYPE), f"a.py {DEVICE}"),
        (tarred("a.py", b"Z"), f"a.py {DEVICE}"),
        (tarred("/etc/a.py"), f"/etc/a.py {ABSOLUTE}"),
        (tarred("../a.py"), f"../a.py {OUT}"),
        (tarred("a/../../b.py"), f"a/../../b.py {OUT}"),
        (tarred(".git/../../b.py"), f".git/../../b.py {OUT}"),
        (tarred("C:\\a.py"), f"C:\\a.py {ABSOLUTE}"),
        (tarred("a\\b.py"), f"a\\b.py {BACKSLASH}"),
        (tarred("a\nb.py"), r"'a\nb.py' has control characters in its name; rename it"),
        (tarred("aux.py"), "aux.py has a name that Windows reserves for devices; rename it"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_member_that_is_no_plain_file_inside_of_a_tar_is_refused(tmp_path, member, line):
    assert why(tmp_path, "bob.tar.gz", gzip.compress(tar_of((member, b"")))) == line


@pytest.mark.parametrize(
    ("member", "line"),
    [
        (zipped("a.py", stat.S_IFLNK | 0o777), f"a.py {LINK}"),
        (zipped("a.py", stat.S_IFIFO), "a.py is a device or a pipe; hand in the file itself"),
        (zipped("a.py", stat.S_IFSOCK), "a.py is a device or a pipe; hand in the file itself"),
        (zipped("a.py", stat.S_IFBLK), "a.py is a device or a pipe; hand in the file itself"),
        (zipped("/etc/a.py"), f"/etc/a.py {ABSOLUTE}"),
        (zipped("//host/a.py"), f"//host/a.py {ABSOLUTE}"),
        (zipped("\\\\host\\a.py"), f"\\\\host\\a.py {ABSOLUTE}"),
        (zipped("C:/a.py"), f"C:/a.py {ABSOLUTE}"),
        (zipped("../a.py"), f"../a.py {OUT}"),
        (zipped("a/.."), f"a/.. {OUT}"),
        (zipped("a\\..\\b.py"), f"a\\..\\b.py {BACKSLASH}"),
        (zipped("a.py\0.txt"), r"'a.py\x00.txt' has control characters in its name; rename it"),
        (zipped("LPT1"), "LPT1 has a name that Windows reserves for devices; rename it"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_member_that_is_no_plain_file_inside_of_a_zip_is_refused(tmp_path, member, line):
    assert why(tmp_path, "bob.zip", zip_of((member, CODE))) == line


@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        ("a.py", "a.py", "a.py appears twice; remove one"),
        ("a.py", "./a.py", "a.py appears twice; remove one"),
        ("a.py", "A.py", "a.py and A.py are the same name on some disks; rename one"),
        ("é", "e\u0301", "é and e\u0301 are the same name on some disks; rename one"),
        ("a", "a/b", "a is both a file and a folder; rename one"),
    ],
)
def test_members_that_would_take_each_others_place_are_refused(tmp_path, one, other, line):
    assert why(tmp_path, "a.zip", zip_of((one, b""), (other, b""))) == line
    assert why(tmp_path, "a.tar", tar_of((one, b""), (other, b""))) == line


def test_an_encrypted_member_is_refused(tmp_path):
    packed = zip_of(("a.py", CODE))
    for signature, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        place = packed.index(signature) + flags
        packed = packed[:place] + b"\1" + packed[place + 1 :]
    line = "a.py is encrypted; pack it without a password"
    assert why(tmp_path, "bob.zip", packed) == line


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_that_is_compressed_in_an_unusual_way_is_refused(tmp_path, method):
    packed = zip_of(("a.py", CODE), compression=method)
    line = "a.py is compressed in an unusual way; pack it as a plain zip"
    assert why(tmp_path, "bob.zip", packed) == line


def a_flipped_byte(packed: bytes, place: int) -> bytes:
    return packed[:place] + bytes([packed[place] ^ 0xFF]) + packed[place + 1 :]


NOISE = bytes((i * i * 31 + i) % 251 for i in range(3000))


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("empty.zip", lambda: b""),
        ("text.zip", lambda: b"this is not an archive"),
        ("rar.zip", lambda: b"Rar!\x1a\x07\x01\x00" + NOISE),
        ("cut.zip", lambda: zip_of(("a.py", NOISE))[:-30]),
        ("flipped.zip", lambda: a_flipped_byte(zip_of(("a.py", NOISE)), 200)),
        ("method.zip", lambda: zip_of(("a.py", CODE), ("b.py", NOISE))[60:]),
        ("empty.tar", lambda: b""),
        ("text.tar", lambda: b"this is not an archive" * 100),
        ("cut.tar", lambda: tar_of(("a.py", NOISE))[:2000]),
        ("header.tar", lambda: a_flipped_byte(tar_of(("a.py", CODE), ("b.py", CODE)), 1024 + 5)),
        ("cut.tgz", lambda: gzip.compress(tar_of(("a.py", NOISE)))[:-700]),
        ("flipped.tgz", lambda: a_flipped_byte(gzip.compress(tar_of(("a.py", NOISE))), 150)),
        ("cut.tar.xz", lambda: lzma.compress(tar_of(("a.py", NOISE)))[:-300]),
        ("cut.tar.bz2", lambda: bz2.compress(tar_of(("a.py", NOISE)))[:-300]),
        ("only.tar.gz", lambda: gzip.compress(b"")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_damaged_archive_is_refused(tmp_path, name, pack):
    line = why(tmp_path, name, pack())
    assert "is damaged (" in line
    assert line.endswith("); pack it again")


def test_a_missing_archive_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_archive(tmp_path / "nowhere.zip")


# Bombs.


def headed(packed: bytes, size: int) -> bytes:
    """A zip with one member whose headers say that it has `size` bytes."""
    for signature, place in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        start = packed.index(signature) + place
        packed = packed[:start] + struct.pack("<I", size) + packed[start + 4 :]
    return packed


BIG = "a.py is bigger than 6000 bytes; leave it out or make it smaller"
TOO_LONG = "has too long a list of files in it; pack only your own files"
TOO_MUCH = "has more than 10000 bytes in it; leave big files out, or unpack it and name the folder"


def test_a_zip_of_zeros_is_refused(tmp_path):
    assert why(tmp_path, "bob.zip", zip_of(("a.py", bytes(1_000_000)))) == BIG


def test_a_tar_of_zeros_is_refused(tmp_path):
    assert why(tmp_path, "bob.tgz", gzip.compress(tar_of(("a.py", bytes(9_000))))) == BIG


def test_a_tiny_zip_that_claims_much_is_refused(tmp_path):
    assert why(tmp_path, "bob.zip", headed(zip_of(("a.py", CODE)), 0xFFFF_0000)) == BIG


def test_a_zip_that_claims_little_and_has_much_is_refused(tmp_path):
    line = why(tmp_path, "bob.zip", headed(zip_of(("a.py", bytes(1_000_000))), 10))
    assert line.startswith("a.py is damaged (")


def test_a_tiny_tar_that_claims_much_is_refused(tmp_path):
    info = tarred("a.py")
    info.size = 1 << 35
    packed = info.tobuf(tarfile.GNU_FORMAT) + bytes(1024)
    assert why(tmp_path, "bob.tar", packed) == "has too much in it; leave big files out"


@pytest.mark.parametrize("kind", [b"x", b"g", b"L", b"K"], ids=["pax", "global", "name", "link"])
def test_a_tar_whose_header_claims_much_is_refused_before_it_is_read(tmp_path, kind):
    info = tarred("a.py", kind)
    info.size = 1 << 35
    packed = gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(100_000))
    assert why(tmp_path, "bob.tgz", packed) == TOO_LONG


def test_a_tar_of_pax_headers_without_end_is_refused(tmp_path):
    record = b"30 comment=xxxxxxxxxxxxxxxxxx\n"
    info = tarred("x", b"x")
    info.size = len(record)
    packed = gzip.compress((info.tobuf() + record.ljust(512, b"\0")) * 20_000)
    assert why(tmp_path, "bob.tgz", packed, SUBMISSION) == TOO_LONG


def test_a_tar_with_a_sparse_map_without_end_is_refused(tmp_path):
    records = b"22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n"
    head, info = tarred("x", b"x"), tarred("a.py")
    head.size, info.size = len(records), 1 << 20
    start = head.tobuf() + records.ljust(512, b"\0") + info.tobuf()
    packed = gzip.compress(start + b"9" * 300 + b"\n" + b"1\n" * 1_000_000)
    assert why(tmp_path, "bob.tgz", packed, SUBMISSION) == TOO_LONG


def test_a_tar_with_an_old_sparse_map_without_end_is_refused(tmp_path):
    info = bytearray(tarred("a.py", tarfile.GNUTYPE_SPARSE).tobuf(tarfile.GNU_FORMAT))
    info[482] = 1
    info[148:156] = b" " * 8
    info[148:156] = b"%06o\0 " % sum(info)
    more = b"00000000001\0" * 42 + b"\1" + bytes(7)
    packed = gzip.compress(bytes(info) + more * 20_000)
    assert why(tmp_path, "bob.tgz", packed, SUBMISSION) == TOO_LONG


def test_a_sparse_file_in_a_tar_is_refused(tmp_path):
    info = tarred("a.py", tarfile.GNUTYPE_SPARSE)
    line = "a.py is a sparse file; hand in the file itself"
    assert why(tmp_path, "bob.tar", tar_of((info, b""))) == line


def test_a_tar_that_leads_back_to_its_beginning_is_refused(tmp_path):
    info = bytearray(tarred("a.py").tobuf())
    info[124:136] = b"\xff" * 10 + struct.pack(">h", -1024)
    info[148:156] = b" " * 8
    info[148:156] = b"%06o\0 " % sum(info)
    packed = tar_of(("b.py", CODE))[:1024] + bytes(info)
    assert why(tmp_path, "bob.tar", packed) == "is damaged (a header is invalid); pack it again"


def test_more_members_than_allowed_are_refused(tmp_path):
    line = "has more than 10 files and folders; pack only your own files"
    members = [(f"{number}.py", b"") for number in range(11)]
    assert why(tmp_path, "bob.zip", zip_of(*members)) == line
    assert why(tmp_path, "bob.tgz", gzip.compress(tar_of(*members))) == line


def test_clutter_without_end_is_refused(tmp_path):
    members = [(f".git/{number:0200}", b"") for number in range(300)]
    assert why(tmp_path, "bob.zip", zip_of(*members)) == TOO_LONG
    assert why(tmp_path, "bob.tgz", gzip.compress(tar_of(*members))) == TOO_LONG


def test_more_bytes_in_all_than_allowed_are_refused(tmp_path):
    members = [(f"{number}.py", bytes(5_000)) for number in range(3)]
    assert why(tmp_path, "bob.zip", zip_of(*members)) == TOO_MUCH
    assert why(tmp_path, "bob.tgz", gzip.compress(tar_of(*members))) == TOO_MUCH


def test_what_is_passed_over_in_a_tar_has_an_end_too(tmp_path):
    packed = gzip.compress(tar_of((".git/big", bytes(50_000)), ("a.py", CODE)))
    line = "has too much in it; leave big files out"
    assert why(tmp_path, "bob.tgz", packed) == line


def test_deep_folders_are_refused(tmp_path):
    line = "a/b/c/d/e.py is more than 4 folders deep; pack the folder it is in"
    assert why(tmp_path, "bob.zip", zip_of(("a/b/c/d/e.py", CODE))) == line


def test_members_that_overlap_are_refused(tmp_path):
    packed = zip_of(("a.py", bytes(5000)), ("b.py", CODE), compression=zipfile.ZIP_STORED)
    first, second = packed.index(b"PK\1\2"), packed.rindex(b"PK\1\2")
    offset = slice(second + 42, second + 46)
    packed = packed[: offset.start] + packed[first + 42 : first + 46] + packed[offset.stop :]
    assert why(tmp_path, "bob.zip", packed) == "a.py and b.py overlap; pack it again"


def test_a_zip_whose_list_of_members_claims_much_is_refused_before_it_is_read(tmp_path):
    packed = bytes(SMALL.members << 12) + zip_of(("a.py", CODE))
    end = packed.rindex(b"PK\5\6")
    packed = packed[: end + 12] + struct.pack("<II", end, 0) + packed[end + 20 :]
    assert why(tmp_path, "bob.zip", packed) == TOO_LONG


def test_one_bad_member_is_marked_and_the_others_are_scanned():
    packed = zip_of(("a.py", CODE), ("b.py", bytes(9_000)), (zipped("c", stat.S_IFLNK), b"/"))
    members = scan(io.BytesIO(packed), "all.zip", SMALL)
    assert [(member.path, member.refusal) for member in members] == [
        ("a.py", ""),
        ("b.py", BIG.removeprefix("a.py ")),
        ("c", LINK),
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


def assert_safe(read: Callable[[], tuple[tuple[str, bytes], ...]]) -> None:
    """Either nothing comes out, or files that can be written and read again, all of them."""
    try:
        files = read()
    except ArchiveError as error:
        line = str(error)
        files = ()
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
    with Submission("x", files, files[0][0] if files else "").written() as main:
        root = main.parents[len(files[0][0].split("/")) - 1] if files else main
        found = [file for file in root.rglob("*") if file.is_file()] if files else []
        assert sorted((f.relative_to(root).as_posix(), f.read_bytes()) for f in found) == list(
            files
        )


@given(NAMES)
def test_whatever_names_a_zip_has_only_safe_ones_come_out(names):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.zip"
        try:
            path.write_bytes(zip_of(*((zipped(n), n.encode("utf-8", "replace")) for n in names)))
        except UnicodeEncodeError:  # surrogates can't be written in a zip
            return
        assert_safe(lambda: read_archive(path))


@given(NAMES)
def test_whatever_names_a_tar_has_only_safe_ones_come_out(names):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.tar"
        members = [(tarred(name), name.encode("utf-8", "replace")) for name in names]
        try:
            path.write_bytes(tar_of(*members, form=tarfile.GNU_FORMAT))
        except UnicodeEncodeError:
            return
        assert_safe(lambda: read_archive(path))


@given(st.data())
def test_whatever_bytes_are_damaged_nothing_but_a_refusal_comes_of_it(data):
    good = data.draw(
        st.sampled_from(
            [zip_of(("a.py", CODE), ("b/c.py", b"1")), tar_of(("a.py", CODE), ("é" * 60, b"1"))]
        )
    )
    bad = bytearray(good)
    for place in data.draw(st.lists(st.integers(0, len(good) - 1), max_size=5)):
        bad[place] = data.draw(st.integers(0, 255))
    name = "x.zip" if good.startswith(b"PK") else "x.tar"
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(bad)
        assert_safe(lambda: read_archive(path))
