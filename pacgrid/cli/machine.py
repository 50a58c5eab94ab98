"""What this machine offers to Pacgrid: facts, not yet judged."""

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from tempfile import gettempdir

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
