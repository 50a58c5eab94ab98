"""`pacgrid doctor`: what this machine offers."""

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from tempfile import gettempdir

import typer
from rich.table import Table
from rich.text import Text

from pacgrid.cli.console import SafeConsole
from pacgrid.common.concurrency import available_cpus, why_one_process

GIB = 1 << 30


def doctor() -> None:
    """Say what this machine offers, what it lacks, and what to do.

    The exit code is 0 if agents can be written, watched and graded here, else 1.
    """
    console, table, broken = SafeConsole(), Table.grid(padding=(0, 2, 0, 0)), []
    for topic, found, ok, advice, needed in findings():
        broken += [topic] * (needed and not ok)
        mark = Text("✓", "green") if ok else Text("✗", "red") if needed else Text("–", "yellow")
        words = Text.assemble(found, ("" if ok else f"\n{advice}", "dim"), overflow="fold")
        table.add_row(mark, topic, words)
    console.print(table)
    works = "Writing, watching and grading agents work on this machine."
    console.print(f"Doesn't work yet: {', '.join(broken)}." if broken else works)
    raise typer.Exit(bool(broken))


def findings() -> Iterator[tuple[str, str, bool, str, bool]]:
    """All there is to say about this machine: the topic, what is found, whether that is well, what
    to do if it isn't, and whether a main use needs it."""
    from pacgrid.autograder.sandbox.level import Level, available, why_not
    from pacgrid.kernel.jit import cache_folder

    python = f"Python {platform.python_version()}, {platform.system()} {platform.release()}"
    yield "Pacgrid", f"{version('pacgrid')} on {python} {platform.machine()}", True, "", False
    usable = available()
    instead = f"{usable[0]} is used instead" if usable else "submissions can't be graded"
    for level in (Level.BUBBLEWRAP, Level.LANDLOCK, Level.PROCESS):
        reason = why_not(level)
        yield f"sandbox {level}", reason or "works", not reason, instead, level is Level.PROCESS
    ok = any(level.is_secure for level in usable)
    found = "can be graded" if ok else "no sandbox withstands attacks"
    advice = "grade it on Linux 5.13 or later, or in a container that allows Landlock"
    yield "other people's code", found, ok, advice, True
    reason, advice = why_one_process(), "games and tests run one after the other"
    yield "several processes", reason or f"up to {available_cpus()}", not reason, advice, False
    kept, advice = cache_folder(), "set NUMBA_CACHE_DIR to a folder that can be written"
    found = f"kept in {kept.parent}" if kept else "each process compiles anew"
    yield "compiled code", found, bool(kept), advice, False
    try:
        folder = gettempdir()
        space = shutil.disk_usage(folder).free
        found = f"{space / GIB:.1f} GiB free in {folder}"
    except OSError:
        space, found = 0, "no folder can be written"
    advice = "grading needs space for them: free some, or set TMPDIR"
    yield "temporary files", found, space >= GIB / 2, advice, True
    reason, advice = window_problem(), "games are shown in the terminal, or with --view web"
    yield "window", reason or "can be opened", not reason, advice, False
    for name in ("node", "npm"):
        path = shutil.which(name)
        yield name, path or "none", bool(path), "install it for pacgrid site build", False
    for name, module in (("cluster", "distributed"), ("video", "av"), ("web", "websockets")):
        ok, advice = find_spec(module) is not None, f"pip install 'pacgrid[{name}]' adds it"
        yield f"extra {name}", "installed" if ok else "none", ok, advice, False


def window_problem() -> str:
    """Why no window can be opened; "" if nothing is known that keeps it from being opened."""
    screens = map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))
    if sys.platform == "linux" and not any(screens):
        return "there is no screen"
    try:
        import_module("pygame")
    except ImportError as error:
        return f"pygame can't be imported ({error})"
    return ""
