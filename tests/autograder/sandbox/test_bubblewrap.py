import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import pacgrid
from helpers.sandbox_levels import needs
from pacgrid.autograder.sandbox import worker_disk
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_disk import LIBRARY, SUBMISSION, bubblewrap_command

here = needs(Level.BUBBLEWRAP)


def inside(code: str, folder: Path | None = None, tmp_bytes: int = 1 << 20) -> list[str]:
    """The lines that `code` prints in its own namespaces."""
    words = bubblewrap_command(worker_disk.bubblewrap_program() or "", folder, tmp_bytes=tmp_bytes)
    done = subprocess.run(
        [*words, worker_disk.python(), "-S", "-P", "-c", code],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_command_unshares_everything_and_binds_only_what_is_readable_and_read_only(tmp_path):
    words = bubblewrap_command("bwrap", tmp_path, tmp_bytes=5, library=Path("/made"))
    assert words[:2] == ["bwrap", "--unshare-all"]
    assert words[-2:] == ["--remount-ro", "/"]  # when everything is in place
    assert {"--new-session", "--die-with-parent", "--as-pid-1"} <= set(words)
    assert {("--cap-drop", "ALL"), ("--size", "5")} <= set(pairwise(words))
    assert not {"--bind", "--share-net"} & set(words)
    bound = {words[i + 1]: words[i + 2] for i, word in enumerate(words) if word == "--ro-bind"}
    assert bound == {
        str(tmp_path): str(SUBMISSION),
        "/made": str(LIBRARY),
        **{str(path): str(path) for path in worker_disk.readable()},
    }


def test_what_is_hidden_is_covered_after_it_was_bound(monkeypatch):
    secret = worker_disk.readable()[0] / "pacgrid"
    monkeypatch.setattr(worker_disk, "hidden", lambda: (secret,))
    words = worker_disk._common_options.__wrapped__()
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
    readable = (*worker_disk.readable(), package.parent)
    monkeypatch.setattr(worker_disk, "readable", lambda: readable)
    monkeypatch.setattr(worker_disk, "hidden", lambda: (package,))
    monkeypatch.setattr(worker_disk, "_common_options", worker_disk._common_options.__wrapped__)
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
    ours, theirs = worker_disk.report_pipe()
    os.close(ours)
    words = bubblewrap_command(worker_disk.bubblewrap_program() or "", None, tmp_bytes=1 << 20)
    report = ["--info-fd", str(theirs), worker_disk.python(), "-S", "-c", "raise SystemExit(3)"]
    try:
        done = subprocess.run([*words, *report], pass_fds=[theirs], check=False)
    finally:
        os.close(theirs)
    assert done.returncode == 3


@pytest.fixture
def installed(tmp_path, monkeypatch) -> Path:
    """A folder of packages in which Pacgrid is installed, beside a library."""
    packages = tmp_path / "lib" / "site-packages"
    for name in ("pacgrid/agents/minimax.py", "numpy/core.py", "six.py"):
        file = packages / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    (tmp_path / "lib" / "libpython.so").touch()
    hidden = (packages / "pacgrid",)
    monkeypatch.setattr(worker_disk, "readable", lambda: (tmp_path / "lib", tmp_path / "python"))
    monkeypatch.setattr(worker_disk, "hidden", lambda: hidden)
    return packages


def is_readable(path: Path) -> bool:
    return any(path == top or top in path.parents for top in worker_disk.readable())


def test_python_and_its_packages_are_readable_but_no_home_no_temporary_files_and_no_pacgrid(
    tmp_path,
):
    import numpy as np

    python = Path(worker_disk.python())
    assert python.is_file()
    paths = worker_disk.readable()
    assert paths
    for path in (python, *paths):
        assert path.exists()
        assert path.resolve() == path
        assert path not in paths or not any(other in path.parents for other in paths)
    for needed in (python, random.__file__, np.__file__):
        assert is_readable(Path(needed).resolve())
    for path in (Path.home(), Path("/"), Path("/etc"), Path("/proc"), Path(__file__), tmp_path):
        assert not is_readable(path)
    folder = Path(pacgrid.__file__).parent.resolve()
    assert not is_readable(folder) or folder in worker_disk.hidden()


def test_pacgrid_is_hidden_wherever_it_is_installed(tmp_path, monkeypatch):
    (tmp_path / "one" / "site-packages" / "pacgrid").mkdir(parents=True)
    (tmp_path / "two" / "dist-packages").mkdir(parents=True)
    (tmp_path / "three" / "pacgrid").mkdir(parents=True)
    folders = ["", *map(str, (tmp_path / "one" / "site-packages", tmp_path / "three"))]
    monkeypatch.setattr(sys, "path", [*folders, str(tmp_path / "two" / "dist-packages")])
    packages = worker_disk.packages.__wrapped__()
    assert packages == (tmp_path / "one" / "site-packages", tmp_path / "two" / "dist-packages")
    monkeypatch.setattr(worker_disk, "packages", lambda: packages)
    assert worker_disk.hidden.__wrapped__() == (tmp_path / "one" / "site-packages" / "pacgrid",)


def test_rules_that_can_only_permit_exclude_what_is_hidden(installed, tmp_path):
    read, listed = worker_disk.readable_but_hidden.__wrapped__()
    lib = installed.parent
    assert set(read) == {
        *map(str, (lib / "libpython.so", installed / "numpy", installed / "six.py")),
        str(tmp_path / "python"),
    }
    assert set(listed) == {str(lib), str(installed)}


def test_if_nothing_is_hidden_the_rules_permit_everything_readable(monkeypatch):
    monkeypatch.setattr(worker_disk, "hidden", lambda: ())
    read, listed = worker_disk.readable_but_hidden.__wrapped__()
    assert read == tuple(sorted(map(str, worker_disk.readable())))
    assert listed == ()
