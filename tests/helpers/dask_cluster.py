"""A cluster as docs/machines.md starts it: Dask's scheduler and workers, in their own processes."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from helpers.processes import until

_PAGE = Path(__file__).parents[2] / "docs" / "machines.md"
_PLACE = "/home/staff"
"""Where the certificate is, on the page."""
_SECONDS = 60
"""To end in."""


def page_block(start: str) -> str:
    """The first block of the page with a line that starts like that."""
    blocks = re.findall(r"^```\w+\n(.*?)^```$", _PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return next(block for block in blocks if re.search(rf"^{start}", block, re.MULTILINE))


def page_words(start: str) -> list[str]:
    """The words of the first command on the page that starts like that."""
    line = next(line for line in page_block(start).splitlines() if line.startswith(start))
    return shlex.split(line)


def make_certificate(folder: Path) -> Path:
    """Makes it in `folder`, with the command on the page."""
    words = page_words("openssl req")
    subprocess.run(words, cwd=folder, check=True, stderr=subprocess.DEVNULL)
    return folder / "cluster.pem"


def _configuration(folder: Path) -> str:
    """The one on the page, for a certificate in `folder`."""
    return page_block("distributed:").replace(_PLACE, str(folder))


@contextmanager
def configured(folder: Path) -> Iterator[None]:
    """Dask's configuration in this process is for a certificate in `folder`."""
    import dask
    import distributed  # noqa: F401 - its defaults must be there before
    import yaml

    def flat(values: dict[str, Any], name: str = "") -> Iterator[tuple[str, Any]]:
        for key, value in values.items():
            if isinstance(value, dict):
                yield from flat(value, f"{name}{key}.")
            else:
                yield f"{name}{key}", value

    with dask.config.set(dict(flat(yaml.safe_load(_configuration(folder))))):
        yield


@dataclass(frozen=True)
class DaskCluster:
    """A running cluster."""

    address: str
    scheduler: psutil.Process
    nannies: psutil.Process | None
    """The process of `dask worker`; None without workers."""

    def kill_scheduler(self) -> None:
        """Kills it at once."""
        self.scheduler.kill()

    def kill_workers(self) -> None:
        """Kills all of them at once, with their nannies."""
        for one in (self.nannies, *self.worker_processes()):
            if one:
                with suppress(psutil.NoSuchProcess):
                    one.kill()

    def worker_processes(self) -> list[psutil.Process]:
        """Those that run jobs."""
        with suppress(psutil.NoSuchProcess):
            children = self.nannies.children() if self.nannies else []
            return [each for each in children if "spawn_main" in " ".join(each.cmdline())]
        return []

    def ports(self) -> list[str]:
        """The addresses at which it listens."""
        found = []
        for one in (self.scheduler, self.nannies, *self.worker_processes()):
            found += _ports(one) if one else []
        return found

    def worker_addresses(self) -> list[str]:
        """Those of the workers, for Dask."""
        with _client(self.address) as client:
            return list(client.nthreads())


def _ports(process: psutil.Process) -> list[str]:
    return [
        f"{connection.laddr.ip.replace('0.0.0.0', '127.0.0.1')}:{connection.laddr.port}"
        for connection in process.net_connections("inet4")
        if connection.status == psutil.CONN_LISTEN
    ]


@contextmanager
def dask_cluster(folder: Path, workers: int, **variables: str) -> Iterator[DaskCluster]:
    """A cluster with so many workers, which all run; its certificate is in `folder`."""
    file = folder / f"scheduler-{os.urandom(4).hex()}.json"
    here = ["--host", "127.0.0.1"]
    ports = ["--port", "0", "--dashboard-address", ":0", "--scheduler-file", str(file)]
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            _dask(folder, [*page_words("dask scheduler"), *here, *ports], variables)
        )
        until(lambda: _address(file) != "")
        address = _address(file)
        nannies = None
        if workers:
            words = [word.replace("tls://HOST:8786", address) for word in page_words("dask worker")]
            words[words.index("--nworkers") + 1] = str(workers)
            nannies = stack.enter_context(_dask(folder, [*words, *here], variables))
            with _client(address) as client:
                client.wait_for_workers(workers, timeout=_SECONDS)
        yield DaskCluster(address, scheduler, nannies)


def _client(address: str) -> Any:
    from distributed import Client, Security

    return Client(address, security=Security(), set_as_default=False, timeout=_SECONDS)


@contextmanager
def _dask(folder: Path, words: list[str], variables: dict[str, str]) -> Iterator[psutil.Process]:
    """One of Dask's commands, until the `with` ends."""
    settings = folder / "settings"
    settings.mkdir(exist_ok=True)
    (settings / "pacgrid.yaml").write_text(_configuration(folder), "utf-8")
    assert words[0] == "dask"
    with subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=settings,
        env={**os.environ, "DASK_CONFIG": str(settings), **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        running = psutil.Process(process.pid)
        try:
            yield running
        finally:
            _end(running)


def _end(process: psutil.Process) -> None:
    """Ends it, and what it has started."""
    with suppress(psutil.NoSuchProcess):
        children = process.children(recursive=True)
        process.terminate()
        for one in psutil.wait_procs([process, *children], _SECONDS)[1]:
            with suppress(psutil.NoSuchProcess):
                one.kill()


def _address(file: Path) -> str:
    """Where the scheduler that writes `file` listens; "" if it isn't there yet."""
    with suppress(OSError, ValueError):
        return str(json.loads(file.read_text("utf-8"))["address"])
    return ""
