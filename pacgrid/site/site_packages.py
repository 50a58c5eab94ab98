"""What the page takes from elsewhere.

From npm: Pyodide, and the editor, bundled by esbuild. For Python in the page: this Pacgrid and its
pure dependencies as they are installed here, and pydantic-core compiled for browsers.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pacgrid.errors import PacgridError


class SiteError(PacgridError):
    """The site can't be built."""


PAGE = files("pacgrid.site") / "page"
_MANIFEST = ("package.json", "package-lock.json")
_NEEDED = "node 18 or later, and npm"


def node_modules() -> Path:
    """The folder with the packages that package-lock.json names, installed once. Raises SiteError
    if they can't be."""
    for program in ("node", "npm"):
        if not shutil.which(program):
            raise SiteError(f"{program} isn't installed; building the site needs {_NEEDED}")
    manifest = {name: (PAGE / name).read_bytes() for name in _MANIFEST}
    digest = sha256(b"".join(manifest.values())).hexdigest()[:16]
    folder = _cache() / "pacgrid" / f"site-{digest}"
    done = folder / "installed"
    if not done.is_file():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, data in manifest.items():
                (folder / name).write_bytes(data)
        except OSError as error:
            raise SiteError(f"{folder}: can't be written: {error.strerror}") from None
        run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
        done.touch()
    return folder / "node_modules"


def bundle(out: Path) -> None:
    """Write the page's script with all that it imports to the folder `out`. Raises SiteError."""
    modules = node_modules()
    sources = out / "sources"
    sources.mkdir()
    try:
        for file in PAGE.iterdir():
            if file.name.endswith(".js"):
                (sources / file.name).write_bytes(file.read_bytes())
        command = [str(modules / ".bin" / "esbuild"), str(sources / "playground.js"), "--bundle"]
        command += ["--format=esm", "--minify", "--target=es2022", "--log-level=error"]
        command += ["--external:./python_client.js", f"--outfile={out / 'playground.js'}"]
        run(command, out, {"NODE_PATH": str(modules)})
    finally:
        shutil.rmtree(sources)


def compile_packages(out: Path) -> None:
    """Compile the packages of the site in `out` with its own Python. Raises SiteError."""
    with as_file(PAGE / "compile.mjs") as script:
        run(["node", str(script), str(out.resolve())], out)


def run(command: Sequence[str], folder: Path, variables: dict[str, str] | None = None) -> str:
    """What a program prints. Raises SiteError with what it complains of."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(variables or {})},
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise SiteError(f"{command[0]} can't be run: {error.strerror}") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        reason = next((line for line in lines if "rror" in line), "no reason given")
        raise SiteError(f"{Path(command[0]).name} {command[1]} failed: {reason.strip()[:300]}")
    return done.stdout


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


PURE = (
    *("annotated-types", "jinja2", "markdown-it-py", "markupsafe", "mdurl", "pydantic"),
    *("pygments", "rich", "tomlkit", "typing-extensions", "typing-inspection"),
)
"""The distributions that reports and diagnosis import: only their Python files are taken."""
COMPILED = "pydantic-core"
PYTHON, ABI, PLATFORM = "3.14", "cp314", "pyemscripten_2026_0_wasm32"
"""What the Pyodide of package.json is compiled for."""
_WANTED = re.compile(r"\.(py|pyi?|typed|lay|toml|j2|css|js|txt|tree|json|md)$")
_LEFT_OUT = re.compile(
    r"(^|/)(tests?|__pycache__|__pyinstaller|mypy|deprecated/mypy)/|\.(pyi|pyc)$"
    r"|^pygments/(lexers|styles|formatters)/(?!__init__|_mapping|python|default)"
    r"|^pydantic/(v1|mypy)|^rich/(_emoji_codes)\b$"
    r"|^pacgrid/(cli/(?!templates/|$)|kernel/(champion|search)/|envs/|site/page/|render/(window|terminal)/)"
)
_DATE = (2020, 1, 1, 0, 0, 0)
"""The date of all files, so that the same files make the same archive."""


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
