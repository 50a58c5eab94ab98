"""Builds the playground: a folder of static files for any web server."""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.render.web.page import live_page
from pacgrid.site.npm import PAGE, bundle, compile_packages, node_modules
from pacgrid.site.python_packages import write_packages
from pacgrid.site.site_data import site_data
from pacgrid.site.site_error import SiteError

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
