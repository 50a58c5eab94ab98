import random
import sys
from pathlib import Path

import pytest

import pacgrid
from pacgrid.autograder.sandbox import visible_paths


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
    monkeypatch.setattr(visible_paths, "readable", lambda: (tmp_path / "lib", tmp_path / "python"))
    monkeypatch.setattr(visible_paths, "hidden", lambda: hidden)
    return packages


def test_the_interpreter_is_a_file_and_not_a_link():
    python = Path(visible_paths.python())
    assert python.is_file()
    assert python.resolve() == python


def test_readable_paths_exist_and_none_contains_another():
    paths = visible_paths.readable()
    assert paths
    for path in paths:
        assert path.exists()
        assert path.resolve() == path
        assert not any(other in path.parents for other in paths)


def is_readable(path: Path) -> bool:
    return any(path == top or top in path.parents for top in visible_paths.readable())


def test_python_and_its_packages_are_readable_but_no_home_and_no_temporary_files(tmp_path):
    import numpy as np

    for needed in (visible_paths.python(), random.__file__, np.__file__):
        assert is_readable(Path(needed).resolve())
    for path in (Path.home(), Path("/"), Path("/etc"), Path("/proc"), Path(__file__), tmp_path):
        assert not is_readable(path)


def test_pacgrid_is_hidden_wherever_it_is_installed(tmp_path, monkeypatch):
    (tmp_path / "one" / "site-packages" / "pacgrid").mkdir(parents=True)
    (tmp_path / "two" / "dist-packages").mkdir(parents=True)
    (tmp_path / "three" / "pacgrid").mkdir(parents=True)
    folders = ["", *map(str, (tmp_path / "one" / "site-packages", tmp_path / "three"))]
    monkeypatch.setattr(sys, "path", [*folders, str(tmp_path / "two" / "dist-packages")])
    packages = visible_paths.packages.__wrapped__()
    assert packages == (tmp_path / "one" / "site-packages", tmp_path / "two" / "dist-packages")
    monkeypatch.setattr(visible_paths, "packages", lambda: packages)
    assert visible_paths.hidden.__wrapped__() == (tmp_path / "one" / "site-packages" / "pacgrid",)


def test_pacgrid_itself_is_hidden_or_not_readable():
    folder = Path(pacgrid.__file__).parent.resolve()
    assert not is_readable(folder) or folder in visible_paths.hidden()


def test_rules_that_can_only_permit_exclude_what_is_hidden(installed, tmp_path):
    read, listed = visible_paths.readable_but_hidden.__wrapped__()
    lib = installed.parent
    assert set(read) == {
        *map(str, (lib / "libpython.so", installed / "numpy", installed / "six.py")),
        str(tmp_path / "python"),
    }
    assert set(listed) == {str(lib), str(installed)}


def test_if_nothing_is_hidden_the_rules_permit_everything_readable(monkeypatch):
    monkeypatch.setattr(visible_paths, "hidden", lambda: ())
    read, listed = visible_paths.readable_but_hidden.__wrapped__()
    assert read == tuple(sorted(map(str, visible_paths.readable())))
    assert listed == ()
