"""What Linux can show of other systems."""

import subprocess
import sys

import pytest

IMPORTS_ALL = """
import ctypes, os, pkgutil, sys, types
from importlib import import_module
from importlib.util import find_spec

OPTIONAL = {
    "pacgrid.envs.sb3": "stable_baselines3",
    "pacgrid.envs.torch": "torch",
    "pacgrid.openspiel": "pyspiel",
}

def import_all():
    import pacgrid
    for found in pkgutil.walk_packages(pacgrid.__path__, "pacgrid."):
        if found.name in OPTIONAL and not find_spec(OPTIONAL[found.name]):
            continue
        if not found.name.endswith("__main__") and ".modules." not in found.name:
            import_module(found.name)

import_all()  # with all that it needs of others
for name in [name for name in sys.modules if name.partition(".")[0] == "pacgrid"]:
    del sys.modules[name]
sys.platform = "win32"
for name in ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for name in ("fork", "geteuid", "getuid", "killpg", "pidfd_open", "sched_getaffinity", "uname"):
    vars(os).pop(name, None)
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
kernel32 = types.SimpleNamespace(QueryPerformanceCounter=ctypes.CDLL(None).clock_gettime)
ctypes.WinDLL = {"kernel32": kernel32}.__getitem__
import_all()
"""


@pytest.mark.slow
def test_every_module_can_be_imported_on_windows() -> None:
    subprocess.run([sys.executable, "-c", IMPORTS_ALL], check=True)
