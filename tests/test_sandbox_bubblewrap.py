import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from helpers.levels import needs
from pacgrid.autograder.sandbox import bubblewrap, visible_paths
from pacgrid.autograder.sandbox.bubblewrap import LIBRARY, SUBMISSION, command
from pacgrid.autograder.sandbox.level import Level

here = needs(Level.BUBBLEWRAP)


def inside(code: str, folder: Path | None = None, tmp_bytes: int = 1 << 20) -> list[str]:
    """The lines that `code` prints in namespaces of its own."""
    words = command(bubblewrap.program() or "", folder, tmp_bytes=tmp_bytes)
    done = subprocess.run(
        [*words, visible_paths.python(), "-S", "-P", "-c", code],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_every_namespace_is_its_own_and_nothing_can_be_written(tmp_path):
    words = command("bwrap", tmp_path, tmp_bytes=5, library=Path("/made"))
    assert words[:2] == ["bwrap", "--unshare-all"]
    assert {"--new-session", "--die-with-parent", "--as-pid-1"} <= set(words)
    assert ("--cap-drop", "ALL") in pairwise(words)
    assert ("--size", "5") in pairwise(words)
    assert "--bind" not in words
    assert "--share-net" not in words
    bound = {words[i + 1]: words[i + 2] for i, word in enumerate(words) if word == "--ro-bind"}
    assert bound.pop(str(tmp_path)) == str(SUBMISSION)
    assert bound.pop("/made") == str(LIBRARY)
    assert {Path(path) for path in bound} == set(visible_paths.readable())
    assert all(path == there for path, there in bound.items())


def test_the_root_is_closed_when_all_is_in_its_place(tmp_path):
    assert command("bwrap", tmp_path, tmp_bytes=5)[-2:] == ["--remount-ro", "/"]


def test_what_is_hidden_is_covered_after_it_was_bound(monkeypatch, tmp_path):
    secret = visible_paths.readable()[0] / "pacgrid"
    monkeypatch.setattr(visible_paths, "hidden", lambda: (secret,))
    words = bubblewrap._common_options.__wrapped__()
    assert words.index("--ro-bind") < words.index("--tmpfs")
    place = words.index("--tmpfs")
    assert words[place : place + 4] == ("--tmpfs", str(secret), "--remount-ro", str(secret))
    assert "--ro-bind" not in words[place:]


@here
def test_pacgrid_as_it_is_installed_is_empty_and_can_not_be_filled(monkeypatch, tmp_path):
    package = tmp_path / "site-packages" / "pacgrid"
    package.mkdir(parents=True)
    (package / "minimax.py").write_text("the solution")
    (package.parent / "other.py").write_text("another package")
    readable = (*visible_paths.readable(), package.parent)
    monkeypatch.setattr(visible_paths, "readable", lambda: readable)
    monkeypatch.setattr(visible_paths, "hidden", lambda: (package,))
    monkeypatch.setattr(bubblewrap, "_common_options", bubblewrap._common_options.__wrapped__)
    code = f"""
import os
print(os.listdir({str(package)!r}), sorted(os.listdir({str(package.parent)!r})))
try: open({str(package / "mine.py")!r}, "w")
except OSError as error: print(error.strerror)
"""
    assert inside(code) == ["[] ['other.py', 'pacgrid']", "Read-only file system"]


@here
@pytest.mark.parametrize("place", ["/", "/dev", "/submission", "/usr", "/etc", "/var", "/root/x"])
def test_nothing_can_be_written(place, tmp_path):
    (line,) = inside(f"""
try: open({place!r} + "/written", "w")
except OSError as error: print("refused")
else: print("written")
""", tmp_path)  # fmt: skip
    assert line == "refused"
    assert not list(tmp_path.iterdir())


@here
@pytest.mark.slow
def test_its_tmp_is_empty_and_holds_no_more_than_it_should(tmp_path):
    code = """
import os
print(os.listdir("/tmp"))
try:
    for number in range(100):
        with open(f"/tmp/{number}", "wb") as file:
            file.write(bytes(1 << 17))
except OSError as error:
    print(error.strerror, sum(os.path.getsize(f"/tmp/{number}") for number in range(number + 1)))
"""
    empty, full = inside(code)
    # Python or its packages may lie in a /tmp out here, and then it is on the way to them.
    on_the_way = {path.parts[2] for path in visible_paths.readable() if path.is_relative_to("/tmp")}
    assert set(eval(empty)) == on_the_way
    said, _, size = full.rpartition(" ")
    assert said == "No space left on device"
    assert int(size) <= 1 << 20


@here
def test_it_is_the_only_process_and_nobody(tmp_path):
    code = """
import os
print(os.getpid(), os.getuid(), os.getgid(), [n for n in os.listdir("/proc") if n.isdigit()])
print(os.uname().nodename, os.getsid(0), os.getcwd())
print([line.split()[1] for line in open("/proc/self/status") if line.startswith("CapEff")])
"""
    assert inside(code, tmp_path) == [
        "1 65534 65534 ['1']",
        "sandbox 1 /submission",
        "['0000000000000000']",
    ]


@here
@pytest.mark.slow
def test_there_is_no_network_but_to_itself():
    code = """
import socket
print([name for _, name in socket.if_nameindex()])
for family, address in ((socket.AF_INET, ("127.0.0.1", PORT)), (socket.AF_UNIX, ABSTRACT)):
    try: socket.socket(family).connect(address)
    except OSError as error: print(error.strerror)
"""
    import socket

    with socket.socket() as listening, socket.socket(socket.AF_UNIX) as named:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        named.bind(f"\0pacgrid-{id(named)}")
        named.listen()
        code = code.replace("PORT", str(listening.getsockname()[1]))
        code = code.replace("ABSTRACT", repr(named.getsockname()))
        assert inside(code) == ["['lo']", "Connection refused", "Connection refused"]
