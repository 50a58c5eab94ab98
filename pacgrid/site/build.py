"""Builds the playground: a folder of static files for any web server."""

import ast
import inspect
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pacgrid
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.authoring.starter_file import starter_file
from pacgrid.games.game_loader import tree_names
from pacgrid.render.web.page import live_page
from pacgrid.site.in_page.workspace import COURSE
from pacgrid.site.site_packages import (
    PAGE,
    SiteError,
    bundle,
    compile_packages,
    node_modules,
    write_packages,
)

PYODIDE = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    "pyodide-lock.json",
)
SCRIPTS = ("python_client.js", "python_worker.js", "load_python.mjs")
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
        """Bytes in all."""
        return sum(self.sizes.values())


def build(source: str, out: Path, tell: Callable[[str], None] = lambda _: None) -> BuiltSite:
    """Build the site of an assignment into the folder `out`, without its hidden tests.

    Args:
        source: a shipped assignment, a TOML file, or a folder with an assignment.toml.
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
    _prepare(out)
    try:
        tell("installing what comes from npm")
        modules = node_modules()
        tell("bundling the editor")
        bundle(out)
        tell("packing Python's packages")
        write_packages(out / "packages.zip")
        own_kit = kit if source != SHIPPED else None
        (out / "course.zip").write_bytes(_course(own_kit) if own_kit else b"")
        _write_pages(out, site_data(kit.visible, own_kit))
        (out / "pyodide").mkdir(exist_ok=True)
        for name in PYODIDE:
            shutil.copyfile(modules / "pyodide" / name, out / "pyodide" / name)
        tell("compiling Python's packages")
        compile_packages(out)
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
    """The kit's files for grading."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for name, content in kit.files.items():
            archive.writestr(name, content)
    return data.getvalue()


def _write_pages(out: Path, data: Mapping[str, Any]) -> None:
    from jinja2 import Environment, StrictUndefined

    for name in (*SCRIPTS, "playground.css"):
        (out / name).write_bytes((PAGE / name).read_bytes())
    template = (PAGE / "index.html.j2").read_text("utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    page = environment.from_string(template).render(site=data, data=_in_html(json.dumps(data)))
    (out / "index.html").write_text(page, "utf-8")
    (out / "play.html").write_text(live_page("hosted"), "utf-8")


def _in_html(text: str) -> str:
    """JSON in letters that can stand in a script element."""
    return text.replace("<", "\\u003c")


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
"""Agents that search to a depth."""
GHOSTS = ("random_ghost", "directional_ghost", "minimax_ghost", "arcade", "minimax_team")
GAMES = ("tictactoe", "hexapawn", "nim", "pig")


def site_data(assignment: Assignment, kit: Kit | None = None) -> dict[str, Any]:
    """The choices, the examples and the names that are completed, as JSON has them. The layouts of
    a course's own `kit` come first."""
    return {
        "title": assignment.title,
        "file": assignment.file,
        "questions": [question.name for question in assignment.questions],
        "examples": [*_examples(assignment)],
        "names": completions(),
        "agents": AGENTS,
        "players": PLAYERS,
        "searchers": SEARCHERS,
        "ghosts": GHOSTS,
        "games": GAMES,
        "kit": "kit.zip" if kit else "",
        "layouts": [*(_layouts_of(kit) if kit else ()), *((name, name) for name in _layouts())],
        "trees": tree_names(),
    }


def _layouts() -> list[str]:
    names = (each.name for each in files("pacgrid.layouts").iterdir())
    return sorted(name.removesuffix(".lay") for name in names if name.endswith(".lay"))


def _layouts_of(kit: Kit) -> Iterator[tuple[str, str]]:
    """The paths of layouts of `kit` in the page, and what they are called."""
    for name in kit.files:
        path = COURSE.parent / name
        if path.suffix == ".lay":
            yield path.as_posix(), path.stem


def _examples(assignment: Assignment) -> list[dict[str, str]]:
    """The shipped ones whose question the assignment asks, and its starter file."""
    found = []
    asked = {question.asks_for for question in assignment.questions}
    for file in sorted(files("pacgrid.site.templates").iterdir(), key=lambda each: each.name):
        text = file.read_text("utf-8") if file.name.endswith(".py") else ""
        defined = {getattr(node, "name", "") for node in ast.parse(text).body}
        if defined & asked:
            sentence = (ast.get_docstring(ast.parse(text)) or "").partition(".")[0]
            found.append({"name": file.name.removesuffix(".py"), "title": sentence, "text": text})
    starter = starter_file(assignment)
    return [*found, {"name": "starter", "title": "The starter file", "text": starter}]


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
