"""A scheduler and a worker that the command line starts, and strangers who reach their ports."""

import asyncio
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import pytest

from helpers.grading import GOES_WEST, SOUND_EVALUATE, submission, tiny
from pacgrid.autograder.batch.cluster_access import ClusterAccess
from pacgrid.autograder.batch.cluster_key import write_key
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.sandbox.level import Level

pytestmark = [
    pytest.mark.skipif(
        not (find_spec("distributed") and find_spec("cryptography")),
        reason="Dask or cryptography is not installed",
    ),
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM"),
    pytest.mark.slow,
]

SECONDS = 60
PACGRID = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # the tests may ignore it
from pacgrid.__main__ import main
main()
"""


@contextmanager
def pacgrid(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """`pacgrid cluster` with `arguments`, ended with SIGTERM."""
    command = [sys.executable, "-c", PACGRID, "cluster", *map(str, arguments)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def line(stream: Any) -> str:
    return str(stream.readline().strip())


@dataclass(frozen=True)
class Running:
    access: ClusterAccess
    scheduler: psutil.Process
    worker: psutil.Process

    @property
    def all_ports(self) -> list[str]:
        return self.ports(self.scheduler) + self.ports(self.worker)

    def ports(self, process: psutil.Process) -> list[str]:
        """The addresses at which the process and its children listen."""
        return [
            f"{connection.laddr.ip.replace('0.0.0.0', '127.0.0.1')}:{connection.laddr.port}"
            for one in (process, *process.children(recursive=True))
            for connection in one.net_connections("inet4")
            if connection.status == psutil.CONN_LISTEN
        ]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    key = tmp_path_factory.mktemp("cluster") / "key.pem"
    write_key(key, days=1)
    with pacgrid("scheduler", "--host", "127.0.0.1", "--port", 0, "--key", key) as scheduler:
        address = line(scheduler.stdout)
        with pacgrid("worker", address, "--jobs", 1, "--key", key) as worker:
            assert line(worker.stderr) == f"1 worker of {address}"
            processes = psutil.Process(scheduler.pid), psutil.Process(worker.pid)
            yield Running(ClusterAccess(address, key), *processes)


def test_grades_are_the_same_as_without_a_cluster(running):
    submissions = [submission(GOES_WEST, "a"), submission(SOUND_EVALUATE, "b")]
    grade = partial(Grader, tiny(), level=Level.PROCESS, jobs=2)
    assert grade(cluster=running.access).grade(submissions) == grade().grade(submissions)


def test_nothing_listens_but_the_scheduler_the_worker_and_its_nanny(running):
    assert running.ports(running.scheduler) == [running.access.address.removeprefix("tls://")]
    assert len(running.ports(running.worker)) == 2


def test_a_local_cluster_listens_on_this_machine_only():
    from pacgrid.autograder.batch.cluster_nodes import local_cluster

    def listening() -> list[Any]:
        this = psutil.Process()
        return [
            connection.laddr
            for process in (this, *this.children(recursive=True))
            for connection in process.net_connections("inet")
            if connection.status == psutil.CONN_LISTEN
        ]

    before = listening()
    with local_cluster(1, ClusterAccess("local").security()):
        new = [address for address in listening() if address not in before]
    assert [address.ip for address in new] == ["127.0.0.1"] * 3


def lax(version: ssl.TLSVersion, own: Path | None) -> ssl.SSLContext:
    """TLS that accepts any server, and shows the certificate in `own`, if there is one."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version = context.maximum_version = version
    if own:
        context.load_cert_chain(own)
    return context


async def run(address: str, context: ssl.SSLContext | None, flag: Path) -> None:
    """Have the scheduler, the worker or the nanny at `address` make the file `flag`."""
    from distributed.core import rpc
    from distributed.protocol.pickle import dumps

    call = {"function": dumps(flag.touch), "args": dumps(()), "kwargs": dumps({}), "wait": True}
    arguments = {"ssl_context": context, "require_encryption": False}
    protocol = "tls" if context else "tcp"
    async with rpc(f"{protocol}://{address}", timeout=5, connection_args=arguments) as there:
        kind = (await asyncio.wait_for(there.identity(), 10))["type"]
        ask = there.run_function if kind == "Scheduler" else there.run
        await asyncio.wait_for(ask(**call), 10)


VERSIONS = [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3]


@pytest.mark.parametrize("version", [None, *VERSIONS])
@pytest.mark.parametrize("has_own_key", [False, True])
def test_a_stranger_runs_no_code_on_any_port(version, has_own_key, running, tmp_path):
    from distributed.comm import CommClosedError

    write_key(tmp_path / "own.pem", days=1)
    context = version and lax(version, tmp_path / "own.pem" if has_own_key else None)
    for port in running.all_ports:
        with pytest.raises(CommClosedError):
            asyncio.run(run(port, context, tmp_path / "flag"))
    assert not (tmp_path / "flag").exists()


@pytest.mark.parametrize("version", VERSIONS)
def test_with_the_key_the_same_runs_code_on_every_port(version, running, tmp_path):
    for port in running.all_ports:
        asyncio.run(run(port, lax(version, running.access.key), tmp_path / port))
        assert (tmp_path / port).exists()


def test_a_worker_with_another_key_does_not_join(running, tmp_path):
    write_key(tmp_path / "other.pem", days=1)
    with pacgrid("worker", running.access.address, "--key", tmp_path / "other.pem") as worker:
        _, errors = worker.communicate(timeout=SECONDS)
    assert worker.returncode == 1
    assert "its key is not the one in" in errors
    assert "Traceback" not in errors


def test_a_taken_port_is_an_error_of_one_line(running):
    port = running.access.address.rpartition(":")[2]
    options = ("--host", "127.0.0.1", "--port", port, "--key", running.access.key)
    with pacgrid("scheduler", *options) as scheduler:
        _, errors = scheduler.communicate(timeout=SECONDS)
    assert scheduler.returncode == 1
    assert errors == f"Error: 127.0.0.1 {port}: can't listen there: Address already in use\n"


@pytest.mark.parametrize("ended_by", [signal.SIGTERM, signal.SIGINT])
def test_when_the_scheduler_ends_so_do_its_workers(ended_by, running, tmp_path):
    key = running.access.key
    with pacgrid("scheduler", "--host", "127.0.0.1", "--port", 0, "--key", key) as scheduler:
        address = line(scheduler.stdout)
        with pacgrid("worker", address, "--jobs", 1, "--key", key) as worker:
            assert line(worker.stderr)
            scheduler.send_signal(ended_by)
            assert scheduler.wait(SECONDS) == 0
            assert worker.wait(SECONDS) == 0
            for process in (scheduler, worker):
                assert process.stderr
                assert "Traceback" not in process.stderr.read()
