"""`pacgrid doctor`: what this machine offers."""

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from tempfile import gettempdir
from textwrap import wrap

import typer
from rich.text import Text

from pacgrid.cli.console import SafeConsole


def doctor() -> None:
    """Say what this machine offers: sandboxes, cores, screens, programs, packages.

    If something is missing, a line says what that means and what to do. The exit
    code is 0 if agents can be written, watched and graded here, else 1.
    """
    machine = Machine.this()
    console = SafeConsole(soft_wrap=True)
    console.print(report(machine, console.width if console.is_terminal else None))
    if not is_usable(machine):
        raise typer.Exit(1)


PROGRAMS = ("bwrap", "node", "npm")
"""The optional programs that Pacgrid starts."""
_REQUIREMENT = re.compile(r"([\w.-]+)[^;]*(?:;(.*))?")
_EXTRA = re.compile(r"extra == ['\"](\w+)['\"]")
_OPTIONAL = ("cluster", "video", "web")
"""The extras that add something for users."""


@dataclass(frozen=True)
class Machine:
    """Facts about a machine and the Python on it. Sizes are in bytes."""

    pacgrid: str
    python: str
    system: str
    """Such as `Linux 6.1 x86_64`."""
    packages: Mapping[str, str]
    """The packages that Pacgrid needs, with versions; "" for those that are missing."""
    extras: Mapping[str, Mapping[str, str]]
    """By extra, such as `video`: its packages, the same way."""
    sandboxes: Mapping[str, str]
    """By level: why it can't be used; "" if it can."""
    landlock: int
    """The version of the kernel's Landlock; 0 without one."""
    seccomp: bool
    namespaces: int
    """How many user namespaces an ordinary user may create, by the kernel's limit."""
    resource_limits: bool
    """Whether the memory and the files of a process can be limited."""
    random_addresses: str
    """Why programs get random addresses even if asked not to; "" if they don't."""
    root: bool
    cores: int
    """Those that this process may use."""
    all_cores: int
    cpu_clock: float | None
    """The resolution of the CPU clock of threads, in seconds; None without one."""
    memory: int
    free_memory: int
    temporary: str
    """The folder for temporary files; "" if none can be written."""
    free_space: int
    terminal: str
    """Such as `80 x 24, UTF-8`; "" if the output is not a terminal."""
    window: str
    """Why no window can be opened; "" if one can."""
    fonts: str
    """Why a window could show no text; "" if it can."""
    programs: Mapping[str, str]
    """`PROGRAMS` with their versions; "" for those that are missing."""

    @classmethod
    def this(cls) -> "Machine":
        """The one that this runs on."""
        import psutil

        from pacgrid.autograder.sandbox import seccomp
        from pacgrid.autograder.sandbox.address_layout import why_random
        from pacgrid.autograder.sandbox.level import Level, why_not
        from pacgrid.common.cpus import TELLS_CPU_TIME, available_cpus

        memory = psutil.virtual_memory()
        temporary, free_space = _temporary()
        packages, extras = _packages()
        return cls(
            pacgrid=version("pacgrid"),
            python=platform.python_version(),
            system=" ".join((platform.system(), platform.release(), platform.machine())),
            packages=packages,
            extras=extras,
            sandboxes={str(each): why_not(each) for each in Level if each != Level.IN_PROCESS},
            landlock=_landlock(),
            seccomp=sys.platform == "linux" and seccomp.is_supported(),
            namespaces=_namespaces(),
            resource_limits=_has_resource_limits(),
            random_addresses=why_random(),
            root=hasattr(os, "geteuid") and os.geteuid() == 0,
            cores=available_cpus(),
            all_cores=os.cpu_count() or 1,
            cpu_clock=time.get_clock_info("thread_time").resolution if TELLS_CPU_TIME else None,
            memory=memory.total,
            free_memory=memory.available,
            temporary=temporary,
            free_space=free_space,
            terminal=_terminal(),
            window=_why_no_window(),
            fonts=_why_no_fonts(),
            programs={name: _program(name) for name in PROGRAMS},
        )


def _packages() -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """The versions of the packages that Pacgrid needs, and those of each extra."""
    needed: dict[str, str] = {}
    extras: dict[str, dict[str, str]] = {name: {} for name in _OPTIONAL}
    for requirement in requires("pacgrid") or ():
        if not (match := _REQUIREMENT.match(requirement)):
            continue
        name, marker = match[1], match[2] or ""
        extra = _EXTRA.search(marker)
        if extra and extra[1] in extras:
            extras[extra[1]][name] = _version(name)
        elif not marker or ("sys_platform" in marker and sys.platform in marker):
            needed[name] = _version(name)
    return needed, extras


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _landlock() -> int:
    from pacgrid.autograder.sandbox import landlock

    with suppress(OSError):
        return landlock.version() if sys.platform == "linux" else 0
    return 0


def _namespaces() -> int:
    try:
        return int(Path("/proc/sys/user/max_user_namespaces").read_text("ascii"))
    except (OSError, ValueError):
        return 0


def _has_resource_limits() -> bool:
    try:
        import resource
    except ImportError:  # on Windows
        return False
    return sys.platform == "linux" and hasattr(resource, "RLIMIT_AS")


def _temporary() -> tuple[str, int]:
    try:
        folder = gettempdir()
        return folder, shutil.disk_usage(folder).free
    except OSError:
        return "", 0


def _terminal() -> str:
    if not sys.stdout.isatty():
        return ""
    columns, lines = shutil.get_terminal_size()
    return f"{columns} x {lines}, {sys.stdout.encoding.upper()}"


def _why_no_window() -> str:
    from pacgrid.cli.view import NoWindowError, check_screen

    try:
        check_screen()
    except NoWindowError as error:
        return str(error)
    return ""


def _why_no_fonts() -> str:
    try:
        from pacgrid.render.sdl import pygame

        pygame.font.init()
        pygame.font.Font(None, 12)
    except (ImportError, NotImplementedError, OSError, RuntimeError) as error:
        return str(error)
    return ""


def _program(name: str) -> str:
    """The version of a program, as it says itself; "" without it."""
    if not (path := shutil.which(name)):
        return ""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return "?"
    words = re.search(r"\d[\w.-]*", done.stdout.decode(errors="replace"))
    return words[0] if words else "?"


_GIB, _MIB = 1 << 30, 1 << 20
_LEAST_MEMORY = 2 * _GIB
_LEAST_SPACE = 512 * _MIB
_LEAST_ROOM = 20
"""Columns for what was found, however narrow the terminal is."""
_OLDEST_PYTHON = (3, 11)
_FINEST_CLOCK = 0.02
"""Seconds; a coarser CPU clock can't tell how long a move took."""

EXTRAS = {
    "cluster": "no --scheduler",
    "video": "no videos; GIFs and pages work",
    "web": "no --view web",
}
"""By extra: what is missing without it."""


class Status(StrEnum):
    """How good something is."""

    OK = "ok"
    LACKING = "lacking"
    """Something optional is missing."""
    BROKEN = "broken"
    """A main use doesn't work."""


_MARKS = {Status.OK: ("✓", "green"), Status.LACKING: ("–", "yellow"), Status.BROKEN: ("✗", "red")}


@dataclass(frozen=True)
class MachineFinding:
    """One row: what there is and, for a lack, what it means and what to do."""

    topic: str
    found: str
    status: Status = Status.OK
    advice: str = ""


def findings(machine: Machine) -> list[MachineFinding]:
    """All there is to say about `machine`, in order."""
    return [
        *_python(machine),
        *_sandbox(machine),
        *_computing(machine),
        *_showing(machine),
        *_optional(machine),
    ]


def is_usable(machine: Machine) -> bool:
    """Whether the two main uses work: to write and watch agents, and to grade those of others."""
    return all(each.status is not Status.BROKEN for each in findings(machine))


def report(machine: Machine, columns: int | None = None) -> Text:
    """The findings as text, with lines that fit so many columns, and a summary."""
    rows = findings(machine)
    width = max(len(row.topic) for row in rows)
    margin = "\n" + " " * (width + 4)

    def wrapped(words: str) -> str:
        room = max(columns - width - 4, _LEAST_ROOM) if columns else len(words) + 1
        return margin.join(wrap(words, room))

    text = Text()
    for row in rows:
        mark, colour = _MARKS[row.status]
        text.append(f"{mark} ", colour)
        text.append(f"{row.topic:{width}}  {wrapped(row.found)}")
        if row.advice:
            text.append(f"{margin}{wrapped(row.advice)}", "dim")
        text.append("\n")
    broken = [row.topic for row in rows if row.status is Status.BROKEN]
    text.append(
        f"Doesn't work yet: {', '.join(broken)}."
        if broken
        else "Writing, watching and grading agents work on this machine."
    )
    return text


def _judged(
    topic: str, found: str, advice: str, *, ok: bool, needed: bool = False
) -> MachineFinding:
    status = Status.OK if ok else Status.BROKEN if needed else Status.LACKING
    return MachineFinding(topic, found, status, "" if ok else advice)


def _python(machine: Machine) -> Iterator[MachineFinding]:
    yield MachineFinding("Pacgrid", machine.pacgrid)
    numbers = tuple(int(part) for part in machine.python.split(".")[:2])
    yield _judged(
        "Python",
        f"{machine.python} on {machine.system}",
        "Pacgrid needs Python 3.11 or later: install a newer one, and Pacgrid in it",
        ok=numbers >= _OLDEST_PYTHON,
        needed=True,
    )
    missing = _missing(machine.packages)
    yield _judged(
        "packages",
        f"without {', '.join(missing)}" if missing else f"all {len(machine.packages)} needed ones",
        "some commands fail: pip install --force-reinstall pacgrid",
        ok=not missing,
        needed=True,
    )


def _sandbox(machine: Machine) -> Iterator[MachineFinding]:
    reasons = machine.sandboxes
    is_secure = not all(reasons.get(level, "-") for level in ("bubblewrap", "landlock"))
    usable = next((level for level, reason in reasons.items() if not reason), "")
    for level, reason in reasons.items():
        yield _judged(
            f"sandbox {level}",
            reason or "works",
            f"{usable} is used instead" if is_secure else _SANDBOX_ADVICE[level],
            ok=not reason,
            needed=level == "process",
        )
    yield _judged(
        "other people's code",
        "can be graded" if is_secure else "no sandbox withstands attacks",
        "grade it on Linux 5.13 or later, or in a container there; your own files can be graded",
        ok=is_secure,
        needed=True,
    )
    if not machine.system.startswith("Linux"):
        return
    yield _judged(
        "Landlock",
        f"version {machine.landlock}" if machine.landlock else "none",
        "the kernel is older than 5.13, or the container denies it",
        ok=machine.landlock > 0,
    )
    yield _judged(
        "seccomp",
        "works" if machine.seccomp else "none",
        "system calls can't be filtered: use a usual kernel on x86_64 or aarch64",
        ok=machine.seccomp,
    )
    yield _judged(
        "user namespaces",
        f"at most {machine.namespaces:,}",
        "bubblewrap can't work: an administrator can set user.max_user_namespaces",
        ok=machine.namespaces > 0,
    )
    yield _judged(
        "fixed addresses",
        machine.random_addresses or "work",
        "an agent that iterates over a set of objects may vary; see docs/grading.md",
        ok=not machine.random_addresses,
    )
    yield _judged(
        "user",
        "root" if machine.root else "an ordinary user",
        "grade as an ordinary user: then a hole in a sandbox does less damage",
        ok=not machine.root,
    )


_SANDBOX_ADVICE = {
    "bubblewrap": "apt install bubblewrap, or allow user namespaces",
    "landlock": "use Linux 5.13 or later, and a container that allows it",
    "process": "submissions can't be graded",
}


def _computing(machine: Machine) -> Iterator[MachineFinding]:
    yield _judged(
        "limits",
        "memory, files and processes" if machine.resource_limits else "not of memory",
        "a submission can use all memory: grade other people's code on Linux",
        ok=machine.resource_limits,
    )
    yield MachineFinding("cores", f"{machine.cores} of {machine.all_cores}")
    clock = machine.cpu_clock
    yield _judged(
        "CPU clock",
        "none" if clock is None else f"resolution {clock * 1e9:g} ns",
        "time limits of moves count waiting, too",
        ok=clock is not None and clock <= _FINEST_CLOCK,
    )
    yield _judged(
        "memory",
        f"{machine.free_memory / _GIB:.1f} of {machine.memory / _GIB:.1f} GiB free",
        "grade with fewer processes: --jobs 1",
        ok=machine.free_memory >= _LEAST_MEMORY,
    )
    space = f"{machine.free_space / _GIB:.1f} GiB free in {machine.temporary}"
    yield _judged(
        "temporary files",
        space if machine.temporary else "no folder can be written",
        "grading needs space for them: free some, or set TMPDIR",
        ok=bool(machine.temporary) and machine.free_space >= _LEAST_SPACE,
        needed=True,
    )


def _showing(machine: Machine) -> Iterator[MachineFinding]:
    yield _judged(
        "terminal",
        machine.terminal or "the output is not a terminal",
        "games can't be shown here; run this in a terminal to see more",
        ok=bool(machine.terminal),
    )
    yield _judged(
        "window",
        machine.window or "can be opened",
        "games are shown in the terminal, or in a browser with --view web",
        ok=not machine.window,
    )
    yield _judged(
        "fonts",
        machine.fonts or "come with pygame",
        "windows can't show text: pip install --force-reinstall pygame-ce",
        ok=not machine.fonts,
    )


def _optional(machine: Machine) -> Iterator[MachineFinding]:
    uses = {
        "bwrap": "the sandbox bubblewrap can't be used: apt install bubblewrap",
        "node": "pacgrid site build can't be used: install node 18 or later",
        "npm": "pacgrid site build can't be used: install npm",
    }
    for program, found in machine.programs.items():
        yield _judged(f"program {program}", found or "none", uses[program], ok=bool(found))
    for extra, packages in machine.extras.items():
        missing = _missing(packages)
        yield _judged(
            f"extra {extra}",
            f"without {', '.join(missing)}" if missing else _versions(packages),
            f"{EXTRAS[extra]}: pip install 'pacgrid[{extra}]'",
            ok=not missing,
        )


def _missing(packages: Mapping[str, str]) -> list[str]:
    return [name for name, found in packages.items() if not found]


def _versions(packages: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {found}" for name, found in packages.items())
