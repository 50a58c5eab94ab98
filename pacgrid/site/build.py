"""Builds the playground: a folder of static files for any web server."""

import ast
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pacgrid
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.kit import Kit, starter_file
from pacgrid.autograder.authoring.package import Package
from pacgrid.errors import PacgridError
from pacgrid.games.game_loader import tree_names
from pacgrid.layout import Layout
from pacgrid.render.web.page import live_page
from pacgrid.site.in_page import COURSE

PYODIDE = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
SHIPPED = "pacman"
_MARK = ".pacgrid-site"
"""Marks a folder as one that may be written again."""


@dataclass(frozen=True)
class BuiltSite:
    """A site, and how large it is."""

    folder: Path
    sizes: Mapping[str, int]
    """Bytes by file; all are loaded on the first visit."""

    @property
    def size(self) -> int:
        return sum(self.sizes.values())


def build(
    source: str, out: Path, tell: Callable[[str], None] = lambda _: None, *, examples: bool = False
) -> BuiltSite:
    """Build the site of an assignment into the folder `out`, without its hidden tests.

    Args:
        source: a shipped assignment, a TOML file, or a folder with an assignment.toml.
        examples: whether to offer agents that answer its questions, each with one mistake.
        tell: told what is being done.

    Raises:
        AssignmentError: the assignment can't be loaded.
        SiteError: it has no visible tests, a program is missing, or a file can't be written.
    """
    path = Path(source)
    source = str(path / "assignment.toml") if path.is_dir() else source
    assignment = Assignment.load(source)
    kit = Kit.of(assignment, Package("pacgrid"))
    if kit.visible is None:
        raise SiteError(f"{source}: all tests are hidden, so there is nothing to grade in a page")
    out = out.resolve()  # node and esbuild run in another folder
    _prepare(out)
    try:
        tell("installing what comes from npm")
        modules = node_modules()
        tell("bundling the editor")
        bundle(out)
        tell("packing Python's packages")
        write_packages(out / "packages.zip")
        own_kit = kit if source != SHIPPED else None
        if own_kit:
            (out / "course.zip").write_bytes(_course(own_kit))
        _write_pages(out, site_data(kit.visible, own_kit, examples=examples))
        for name in PYODIDE:
            shutil.copyfile(modules / "pyodide" / name, out / name)
        tell("compiling Python's packages")
        compile_packages(out, modules / "pyodide")
        sizes = _sizes(out)
        _write_service_worker(out, sizes)
    except OSError as error:
        raise SiteError(f"{error.filename or out}: can't be written: {error.strerror}") from None
    return BuiltSite(out, sizes)


def _prepare(out: Path) -> None:
    """An empty folder; an older site in it is removed."""
    try:
        if (out / _MARK).is_file():
            shutil.rmtree(out)
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise SiteError(f"{out}: isn't empty, and no site; name another folder with --out")
        (out / _MARK).touch()
    except OSError as error:
        raise SiteError(f"{out}: can't be written: {error.strerror}") from None


def _course(kit: Kit) -> bytes:
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for name, content in kit.files.items():
            archive.writestr(name, content)
    return data.getvalue()


def _write_pages(out: Path, data: Mapping[str, Any]) -> None:
    from jinja2 import Environment, StrictUndefined

    (out / "python_client.js").write_bytes((PAGE / "python_client.js").read_bytes())
    template = (PAGE / "index.html.j2").read_text("utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    data_in_html = json.dumps(data).replace("<", "\\u003c")  # can stand in a script element
    page = environment.from_string(template).render(site=data, data=data_in_html)
    (out / "index.html").write_text(page, "utf-8")
    (out / "play.html").write_text(live_page("hosted"), "utf-8")


def _sizes(out: Path) -> dict[str, int]:
    paths = sorted(path for path in out.rglob("*") if path.is_file() and path.name != _MARK)
    return {path.relative_to(out).as_posix(): path.stat().st_size for path in paths}


def _write_service_worker(out: Path, sizes: Mapping[str, int]) -> None:
    """The worker that keeps all files; with other files, it has another version."""
    hashed = sha256()
    for name in sizes:
        hashed.update(f"{name}\0".encode() + (out / name).read_bytes())
    script = (PAGE / "service_worker.js").read_text("utf-8")
    script = script.replace("self.FILES", json.dumps(["./", *sizes]))
    script = script.replace("self.VERSION", json.dumps(f"pacgrid {hashed.hexdigest()[:16]}"))
    (out / "service_worker.js").write_text(script, "utf-8")


AGENTS = (
    *("alpha_beta", "minimax", "expectimax", "iterative_deepening", "mcts", "reflex"),
    "random_agent",
)
"""Agents for Pac-Man that need no compiled package."""
PLAYERS = ("alpha_beta", "minimax", "iterative_deepening", "mcts", "expectiminimax", "random_agent")
"""Agents for other games."""
SEARCHERS = ("alpha_beta", "minimax", "expectimax", "expectiminimax", "iterative_deepening")
GHOSTS = ("random_ghost", "directional_ghost", "minimax_ghost", "arcade", "minimax_team")
GAMES = ("tictactoe", "hexapawn", "nim", "pig")


def site_data(
    assignment: Assignment, kit: Kit | None = None, *, examples: bool = False
) -> dict[str, Any]:
    """The choices, the examples and the names that are completed, as JSON has them. The layouts of
    a course's own `kit` come first."""
    paths = [COURSE.parent / name for name in kit.files] if kit else []
    own = [(path.as_posix(), path.stem) for path in paths if path.suffix == ".lay"]
    return {
        "title": assignment.title,
        "file": assignment.file,
        "questions": [question.name for question in assignment.questions],
        "examples": _examples(assignment) if examples else [],
        "starter": starter_file(assignment),
        "names": completions(),
        "agents": AGENTS,
        "players": PLAYERS,
        "searchers": SEARCHERS,
        "ghosts": GHOSTS,
        "games": GAMES,
        "kit": "kit.zip" if kit else "",
        "layouts": own + [(name, name) for name in Layout.shipped()],
        "trees": tree_names(),
    }


def _examples(assignment: Assignment) -> list[dict[str, str]]:
    """The shipped ones, in the order of the questions that they answer."""
    shipped = (PAGE / "examples.md").read_text("utf-8")
    found = {}
    for name, text in re.findall(r"## (\w+)\n\n```python\n(.+?)```", shipped, re.DOTALL):
        module = ast.parse(text)
        title = (ast.get_docstring(module) or "").partition(".")[0]
        answer = getattr(module.body[-1], "name", "")
        found[answer] = {"name": name, "title": title, "text": text}
    asked = (question.asks_for for question in assignment.questions)
    return [found[each] for each in asked if each in found]


_CLASSES = ("Action", "Agent", "ChanceAgent", "Layout", "Report", "Searcher", "State")
"""Members of these classes are offered after a dot: agents are written with them."""


def completions() -> list[dict[str, Any]]:
    """Each name with its kind, its signature and what its docstring begins with."""
    top = [_entry(name, getattr(pacgrid, name)) for name in pacgrid.__all__]
    members = {
        name: _entry(name, value, member=True)
        for each in _CLASSES
        for name, value in inspect.getmembers(getattr(pacgrid, each))
        if not name.startswith("_") and not hasattr(str, name) and not hasattr(int, name)
    }
    return [*top, *members.values()]


def _entry(name: str, value: Any, *, member: bool = False) -> dict[str, Any]:
    kind = "class" if isinstance(value, type) else "property"
    kind = "function" if callable(value) and kind != "class" else kind
    sentence = " ".join((inspect.getdoc(value) or "").split()).partition(". ")[0]
    entry = {"label": name, "type": kind, "info": sentence[:200]}
    return entry | {"member": True} if member else entry


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
    """Write the scripts of the page and of its worker, each with all that it imports, to the folder
    `out`. Raises SiteError."""
    modules = node_modules()
    sources = out / "sources"
    sources.mkdir()
    try:
        for file in PAGE.iterdir():
            if file.name.endswith((".js", ".mjs")):
                (sources / file.name).write_bytes(file.read_bytes())
        esbuild = [str(modules / ".bin" / "esbuild"), "--bundle", "--minify", "--target=es2022"]
        esbuild += ["--log-level=error", f"--outdir={out}"]
        page = [str(sources / "playground.js"), "--format=esm", "--external:./python_client.js"]
        worker = [str(sources / "python_worker.js"), "--format=iife", "--external:node:*"]
        worker += ["--external:ws", "--define:import.meta.url=self.location.href"]
        # A frame without an origin can't have a worker that is a module. Bundled like this, Pyodide
        # runs in a classic worker, too, which it only knows by this function.
        worker += ["--banner:js=self.importScripts = undefined;"]
        for script in (page, worker):
            run([*esbuild, *script], out, {"NODE_PATH": str(modules)})
    finally:
        shutil.rmtree(sources)


def compile_packages(out: Path, pyodide: Path) -> None:
    """Compile the packages of the site in `out` with its own Python, that in the folder `pyodide`.
    Raises SiteError."""
    with as_file(PAGE) as scripts:
        run(["node", str(scripts / "compile.mjs"), str(out), str(pyodide)], out)


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
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # a user may have no home
        raise SiteError("no folder to keep downloads in: set XDG_CACHE_HOME to one") from None


PURE = (
    *("annotated-types", "jinja2", "markdown-it-py", "markupsafe", "mdurl", "pydantic"),
    *("pygments", "rich", "tomlkit", "typing-extensions", "typing-inspection"),
)
"""The distributions that reports and diagnosis import: only their Python files are taken."""
COMPILED = "pydantic-core"
PYTHON, ABI, PLATFORM = "3.14", "cp314", "pyemscripten_2026_0_wasm32"
"""What the Pyodide of package.json is compiled for."""
_WANTED = re.compile(r"\.(py|pyi?|typed|lay|toml|j2|css|js|txt|trees?|json|md)$")
_LEFT_OUT = re.compile(
    r"(^|/)(tests?|__pycache__|__pyinstaller|mypy|deprecated/mypy)/|\.(pyi|pyc)$"
    r"|^pygments/(lexers|styles|formatters)/(?!__init__|_mapping|python|default)"
    r"|^pydantic/(v1|mypy)|^rich/(_emoji_codes)\b$"
    r"|^pacgrid/(cli/(?!templates/|$)|kernel/(champion|search)/|envs/|site/page/)"
    r"|^pacgrid/render/(window|panels|terminal|screen|board_text)\.py$"
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
