"""The things around a grader that no attack may touch, and what has happened to them."""

import ctypes
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex

import psutil


@dataclass
class Surroundings:
    """The things around a grader that no attack may touch."""

    folder: Path
    identifier: str
    shared: int
    sockets: dict[str, socket.socket]
    before: dict[str, object] = field(default_factory=dict)

    def targets(self) -> dict[str, object]:
        """By name: what an attack can aim at."""
        import pacgrid.agents.minimax

        return {
            "ID": self.identifier,
            "GRADER": os.getpid(),
            "OUTSIDE": self.folder,
            "SECRET": self.folder / "tests.toml",
            "OTHER": self.folder / "other" / "agent.py",
            "STREAM": self.folder / "stream",
            "DATAGRAM": self.folder / "datagram",
            "ABSTRACT": self.identifier,
            "TCP": self.sockets["TCP"].getsockname()[1],
            "UDP": self.sockets["UDP"].getsockname()[1],
            "SHARED": self.shared,
            "REFERENCE": Path(str(pacgrid.agents.minimax.__file__)).resolve(),
            "ENVIRONMENT": os.environ["GRADER_SECRET"],
        }

    def damage(self) -> Iterator[str]:
        """Describes what was touched."""
        after = tree(self.folder)
        for name in sorted(after.keys() | self.before.keys()):
            if after.get(name) != self.before.get(name):
                yield f"{name} was changed"
        for place in ("/var/tmp", "/dev/shm", "/tmp"):
            for file in Path(place).glob(f"{self.identifier}*"):
                file.unlink()
                yield f"a file was left in {place}"
        for name, listening in self.sockets.items():
            with suppress(BlockingIOError):
                if listening.type == socket.SOCK_STREAM:
                    listening.accept()[0].close()
                else:
                    listening.recv(100)
                yield f"{name} was reached"


@contextmanager
def surround(home: Path) -> Iterator[Surroundings]:
    """The surroundings of one attack."""
    identifier = f"attacked-{token_hex(8)}"
    os.environ["GRADER_SECRET"] = token_hex(16)
    libc = ctypes.CDLL(None)
    shared = libc.shmget(0, 4096, 0o600)  # IPC_PRIVATE
    with ExitStack() as stack:
        stack.callback(libc.shmctl, shared, 0, None)  # IPC_RMID
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=home)))
        (folder / "tests.toml").write_text("secret")
        (folder / "other").mkdir()
        (folder / "other" / "agent.py").write_text("somebody's work")
        sockets = {}
        local = ("127.0.0.1", 0)
        for name, family, kind, address in (
            ("TCP", socket.AF_INET, socket.SOCK_STREAM, local),
            ("UDP", socket.AF_INET, socket.SOCK_DGRAM, local),
            ("a socket", socket.AF_UNIX, socket.SOCK_STREAM, str(folder / "stream")),
            ("a datagram socket", socket.AF_UNIX, socket.SOCK_DGRAM, str(folder / "datagram")),
            ("an abstract socket", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{identifier}"),
            ("an abstract one", socket.AF_UNIX, socket.SOCK_DGRAM, f"\0{identifier}-datagram"),
        ):
            made = stack.enter_context(socket.socket(family, kind))
            made.bind(address)
            if kind == socket.SOCK_STREAM:
                made.listen()
            made.settimeout(0)
            sockets[name] = made
        yield Surroundings(folder, identifier, shared, sockets, tree(folder))


def tree(folder: Path) -> dict[str, object]:
    """A folder's contents and metadata; every change sets `st_ctime_ns`."""
    return {
        str(path): (stat.st_mode, stat.st_uid, stat.st_gid, stat.st_size, stat.st_ctime_ns)
        for path in [folder, *folder.rglob("*")]
        for stat in [path.lstat()]
    }


def own_state() -> dict[str, object]:
    """What another process can change in this one."""
    import resource

    return {
        "environment": {k: v for k, v in os.environ.items() if k != "GRADER_SECRET"},
        "folder": Path.cwd(),
        "priority": os.getpriority(os.PRIO_PROCESS, 0),
        "scheduler": os.sched_getscheduler(0),
        "available_cpus": os.sched_getaffinity(0),
        "limits": [resource.getrlimit(number) for number in range(16)],
        "open files": sum(1 for _ in Path("/proc/self/fd").iterdir()),
        "path": list(sys.path),
    }


def adopt_orphans() -> None:
    """Makes this process the parent of its orphaned descendants."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def survivors() -> Iterator[str]:
    """Kills the descendants that still run, and describes them."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE and not _is_ours(process):
                process.kill()
                yield f"{process.name()} was left running"
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _is_ours(process: psutil.Process) -> bool:
    return any("resource_tracker" in word for word in process.cmdline())
