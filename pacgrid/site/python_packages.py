"""What Python in the page imports: this Pacgrid and its pure dependencies as they are installed
here, and pydantic-core compiled for browsers."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pacgrid.site.site_error import SiteError

PURE = (
    *("annotated-types", "jinja2", "markdown-it-py", "markupsafe", "mdurl", "pydantic"),
    *("pygments", "rich", "tomlkit", "typing-extensions", "typing-inspection"),
)
"""The distributions that reports and diagnosis import: only their Python files are taken."""
COMPILED = "pydantic-core"
PYTHON, ABI, PLATFORM = "3.14", "cp314", "pyemscripten_2026_0_wasm32"
"""Of the Pyodide in package.json."""
_WANTED = re.compile(r"\.(py|pyi?|typed|lay|toml|j2|css|js|txt|tree|json|md)$")
_LEFT_OUT = re.compile(
    r"(^|/)(tests?|__pycache__|__pyinstaller|mypy|deprecated/mypy)/|\.(pyi|pyc)$"
    r"|^pygments/(lexers|styles|formatters)/(?!__init__|_mapping|python|default)"
    r"|^pydantic/(v1|mypy)|^rich/(_emoji_codes)\b$"
    r"|^pacgrid/(cli/(?!templates/|$)|kernel/(champion|search)/|envs/|site/page/|render/(window|terminal)/)"
)
_DATE = (2020, 1, 1, 0, 0, 0)
"""Of all files, so that the same files make the same archive."""


def write_packages(path: Path) -> None:
    """Write the archive of all packages. Raises SiteError."""
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(_all_files()):
            archive.writestr(ZipInfo(name, _DATE), data, ZIP_DEFLATED, 9)


def _all_files() -> Iterator[tuple[str, bytes]]:
    for package in ("pacgrid", "pacgrid.agents", "pacgrid.autograder", "pacgrid.layouts"):
        yield from _files_below(files(package), package.replace(".", "/"))
    yield _metadata("pacgrid")
    for name in PURE:
        yield from _installed(name)
    yield from _compiled()


def _files_below(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        path = f"{prefix}/{each.name}"
        if each.is_dir():
            if not _LEFT_OUT.search(f"{path}/"):
                yield from _files_below(each, path)
        elif _is_wanted(path):
            yield path, each.read_bytes()


def _metadata(name: str) -> tuple[str, bytes]:
    """What tells its version."""
    path = f"{name}-{version(name)}.dist-info/METADATA"
    return path, f"Metadata-Version: 2.1\nName: {name}\nVersion: {version(name)}\n".encode()


def _installed(name: str) -> Iterator[tuple[str, bytes]]:
    try:
        found = distribution(name).files or ()
    except PackageNotFoundError:
        raise SiteError(f"{name} isn't installed; run pip install {name}") from None
    yield _metadata(name)
    for file in found:
        path = file.as_posix()
        if ".dist-info/" not in path and not path.startswith("..") and _is_wanted(path):
            yield path, file.read_binary()


def _is_wanted(path: str) -> bool:
    return bool(_WANTED.search(path)) and not _LEFT_OUT.search(path)


def _compiled() -> Iterator[tuple[str, bytes]]:
    """The files of pydantic-core, the version that is installed here."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--only-binary", ":all:", "--platform", PLATFORM, "--python-version", PYTHON]
        command += ["--abi", ABI, "--dest", folder, f"{COMPILED}=={version(COMPILED)}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = [*Path(folder).glob("*.whl")]
        if done.returncode or not wheels:
            line = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise SiteError(f"{COMPILED} {version(COMPILED)} for browsers: pip says: {line}")
        with ZipFile(wheels[0]) as wheel:
            for name in wheel.namelist():
                if not name.endswith((".pyi", "RECORD")):
                    yield name, wheel.read(name)
