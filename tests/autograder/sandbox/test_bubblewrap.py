import os
import socket
import subprocess
from ast import literal_eval
from itertools import pairwise
from pathlib import Path

import pytest

from helpers.sandbox_levels import needs
from pacgrid.autograder.sandbox import bubblewrap, visible_paths
from pacgrid.autograder.sandbox.bubblewrap import LIBRARY, SUBMISSION, command
from pacgrid.autograder.sandbox.level import Level

here = needs(Level.BUBBLEWRAP)


def inside(code: str, folder: Path | None = None, tmp_bytes: int = 1 << 20) -> list[str]:
    """The lines that `code` prints in its own namespaces."""
    words = command(bubblewrap.program() or "", folder, tmp_bytes=tmp_bytes)
    done = subprocess.run(
        [*words, visible_paths.python(), "-S", "-P", "-c", code],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_command_unshares_everything_and_binds_only_what_is_readable_and_read_only(tmp_path):
    words = command("bwrap", tmp_path, tmp_bytes=5, library=Path("/made"))
    assert words[:2] == ["bwrap", "--unshare-all"]
    assert words[-2:] == ["--remount-ro", "/"]  # when everything is in place
    assert {"--new-session", "--die-with-parent", "--as-pid-1"} <= set(words)
    assert {("--cap-drop", "ALL"), ("--size", "5")} <= set(pairwise(words))
    assert not {"--bind", "--share-net"} & set(words)
    bound = {words[i + 1]: words[i + 2] for i, word in enumerate(words) if word == "--ro-bind"}
    assert bound == {
        str(tmp_path): str(SUBMISSION),
        "/made": str(LIBRARY),
        **{str(path): str(path) for path in visible_paths.readable()},
    }


def test_what_is_hidden_is_covered_after_it_was_bound(monkeypatch):
    secret = visible_paths.readable()[0] / "pacgrid"
    monkeypatch.setattr(visible_paths, "hidden", lambda: (secret,))
    words = bubblewrap._common_options.__wrapped__()
    cover = words.index("--tmpfs")
    assert words[cover : cover + 4] == ("--tmpfs", str(secret), "--remount-ro", str(secret))
    assert "--ro-bind" in words[:cover]
    assert "--ro-bind" not in words[cover:]


@here
def test_the_installed_pacgrid_looks_empty_and_can_not_be_filled(monkeypatch, tmp_path):
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
def test_a_program_is_alone_has_no_privileges_and_can_write_nowhere(tmp_path):
    code = """
import os
print(os.getpid(), os.getuid(), os.getgid(), os.path.exists("/proc"))
print(os.uname().nodename, os.getsid(0), os.getcwd())
print(sorted(os.listdir("/dev")))
try: os.chroot("/")
except PermissionError: print("no privileges")
for folder in ("", "/dev", "/submission", "/usr", "/etc", "/var", "/root/x"):
    try: open(f"{folder}/written", "w")
    except OSError as error: pass
    else: print(folder)
"""
    assert inside(code, tmp_path) == [
        "1 65534 65534 False",
        "sandbox 1 /submission",
        "['null', 'urandom']",
        "no privileges",
    ]
    assert not list(tmp_path.iterdir())


@here
def test_bubblewrap_ends_with_its_program_if_nobody_reads_its_report():
    """Or its child would wait for it for ever, when a grader is killed that has just started it."""
    ours, theirs = bubblewrap.report_pipe()
    os.close(ours)
    words = command(bubblewrap.program() or "", None, tmp_bytes=1 << 20)
    try:
        done = subprocess.run(
            [
                *words,
                "--info-fd",
                str(theirs),
                visible_paths.python(),
                "-S",
                "-c",
                "raise SystemExit(3)",
            ],
            pass_fds=[theirs],
            check=False,
        )
    finally:
        os.close(theirs)
    assert done.returncode == 3


@here
@pytest.mark.slow
def test_its_tmp_is_empty_and_limited():
    code = """
import os
print(os.listdir("/tmp"))
try:
    for number in range(100):
        with open(f"/tmp/{number}", "wb") as file:
            file.write(bytes(1 << 17))
except OSError as error:
    print(error.strerror)
    print(sum(os.path.getsize(f"/tmp/{number}") for number in range(number + 1)))
"""
    listed, error, size = inside(code)
    # Python or its packages may lie in the real /tmp, and then it is on the way to them.
    on_the_way = {path.parts[2] for path in visible_paths.readable() if path.is_relative_to("/tmp")}
    assert set(literal_eval(listed)) == on_the_way
    assert error == "No space left on device"
    assert int(size) <= 1 << 20


@here
@pytest.mark.slow
def test_its_network_reaches_nobody():
    code = """
import socket
print([name for _, name in socket.if_nameindex()])
for family, address in ((socket.AF_INET, ("127.0.0.1", PORT)), (socket.AF_UNIX, ABSTRACT)):
    try: socket.socket(family).connect(address)
    except OSError as error: print(error.strerror)
"""
    with socket.socket() as listening, socket.socket(socket.AF_UNIX) as named:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        named.bind(f"\0pacgrid-{id(named)}")
        named.listen()
        code = code.replace("PORT", str(listening.getsockname()[1]))
        code = code.replace("ABSTRACT", repr(named.getsockname()))
        assert inside(code) == ["['lo']", "Connection refused", "Connection refused"]
