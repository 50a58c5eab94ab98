"""The version of the grader: Pacgrid's code and Python decide grades too."""

import platform
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path

_PARTS = {
    "pacgrid": "*.py",
    "pacgrid.common": "*.py",
    "pacgrid.cs188": "**/*.py",
    "pacgrid.learning": "opponent_model.py",
    "pacgrid.records": "*.py",
    "pacgrid.tree": "*.py",
    "pacgrid.agents": "*.py",
    "pacgrid.autograder": "**/*.py",
}
"""By package: the files that can change a grade. Code that only shows games can't."""


@cache
def engine_version() -> str:
    """Such as `pacgrid 0.1.0 on Python 3.11 (3f2a9c01d2e4)`. Equal versions give equal grades."""
    hashed = sha256()
    for name, content in sources():
        hashed.update(f"{name}\0{len(content)}\0".encode() + content)
    python = ".".join(platform.python_version_tuple()[:2])
    return f"pacgrid {version('pacgrid')} on Python {python} ({hashed.hexdigest()[:12]})"


def sources() -> Iterator[tuple[str, bytes]]:
    """The names and contents of these files, in the same order on every machine."""
    for package, pattern in _PARTS.items():
        with as_file(files(package)) as folder:
            paths = {path.relative_to(folder).as_posix(): path for path in folder.glob(pattern)}
            for name, path in sorted(paths.items()):
                yield f"{package}/{name}", _read(path)


def _read(path: Path) -> bytes:
    """The contents, with line ends that don't depend on the installation."""
    return path.read_bytes().replace(b"\r\n", b"\n")
