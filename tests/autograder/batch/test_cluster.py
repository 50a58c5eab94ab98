"""Grading on a real cluster: Dask's own scheduler and workers, as docs/machines.md starts them."""

import asyncio
import re
import ssl
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil
import pytest
from typer.testing import CliRunner

from helpers.dask_cluster import DaskCluster, configured, dask_cluster, make_certificate
from helpers.grading import GOES_WEST, SOUND_EVALUATE, TINY, message, spied, submission, tiny, write
from helpers.processes import until
from pacgrid.autograder.batch import parallel_pools
from pacgrid.autograder.batch import pool as pool_module
from pacgrid.autograder.batch.grader import Grader, Progress
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.batch.parallel_pools import check_address, cluster
from pacgrid.autograder.batch.pool import PoolError
from pacgrid.autograder.model.fault import UNGRADED, faults_of
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.cli import app, grading

Test = TypeVar("Test", bound=Callable[..., Any])


def with_dask(test: Test) -> Test:
    """Marks a test that starts Dask's processes, or needs Dask for more than its import."""
    for mark in (
        pytest.mark.skipif(not find_spec("distributed"), reason="Dask is not installed"),
        pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
        pytest.mark.slow,
    ):
        test = mark(test)
    return test


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The cluster's certificate, which Dask's configuration names in this process, too."""
    folder = tmp_path_factory.mktemp("cluster")
    path = make_certificate(folder)
    with configured(folder), pytest.MonkeyPatch.context() as patched:
        patched.setattr(parallel_pools, "PATIENCE", 120)  # starting is slow on a busy machine
        yield path


@pytest.fixture(scope="module")
def running(certificate: Path) -> Iterator[DaskCluster]:
    """A cluster with two workers, which no test may kill."""
    with dask_cluster(certificate.parent, 2) as started:
        yield started


@pytest.fixture(scope="module")
def killable(certificate: Path) -> Iterator[DaskCluster]:
    """A cluster whose workers tests may kill.

    So that few workers are killed, Dask gives up a job with the first that it kills, not with the
    fourth.
    """
    allowed = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with dask_cluster(certificate.parent, 3, **allowed) as started:
        yield started


@pytest.fixture
def to_kill(killable: DaskCluster) -> DaskCluster:
    """The cluster, when all workers run again: a nanny gives up one that is killed as it starts."""
    until(lambda: len(killable.worker_addresses()) == 3)
    return killable


def graded(scheduler: str | None, submissions: list[Submission], **options: Any) -> list[Grade]:
    grader = Grader(tiny(), level=Level.PROCESS, jobs=2, scheduler=scheduler, **options)
    return grader.grade(submissions)


NINE = [submission(GOES_WEST + f"# {number}", f"{number}") for number in range(9)]


# The same grades.


def results(*options: str) -> dict[str, bytes]:
    """What `pacgrid grade` writes."""
    command = ["grade", "submissions", "-a", "hidden.toml", "--sandbox", "process", "--no-journal"]
    done = CliRunner().invoke(app, [*command, *options, "--out", "out"])
    assert done.exit_code == 0, done.output
    paths = [path for path in Path("out").rglob("*") if path.is_file()]
    found = {str(path): path.read_bytes() for path in paths}
    for path in paths:
        path.unlink()
    return found


@pytest.fixture
def hand_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder has an assignment with a hidden test, and hand-ins."""
    monkeypatch.chdir(tmp_path)
    hidden = TINY.replace('search = "alpha_beta"', 'search = "alpha_beta"\nvisibility = "hidden"')
    write(tmp_path, hidden, "hidden.toml")
    (tmp_path / "submissions").mkdir()
    for number in range(5):
        text = [GOES_WEST, SOUND_EVALUATE, "import nowhere", GOES_WEST + SOUND_EVALUATE][number % 4]
        write(tmp_path / "submissions", f"{text}\n# {number}", f"student{number}.py")


@with_dask
def test_a_gradebook_is_the_same_byte_for_byte_also_if_a_worker_is_killed(
    hand_ins, running, to_kill, monkeypatch
):
    alone = results("--jobs", "2")
    assert b"student4" in alone["out/gradebook.csv"]
    assert results("--scheduler", running.address) == alone
    killed: list[psutil.Process] = []
    latest = grading.latest

    def kill_one(progress: Progress) -> str:
        if not killed and progress.done >= 3:
            killed.append(to_kill.worker_processes()[0])
            killed[0].kill()
        return latest(progress)

    monkeypatch.setattr(grading, "latest", kill_one)
    assert results("--scheduler", to_kill.address) == alone
    assert killed


@with_dask
def test_a_fault_on_a_worker_is_the_row_of_its_submission(running):
    ill = Submission("ill", (("a\0.py", b""),), "a\0.py")  # no such file can be written
    well = submission(GOES_WEST, "well")
    found, other = graded(running.address, [ill, well])
    assert [other] == graded(None, [well])
    ((_, fault),) = faults_of(found)
    assert message(found) == UNGRADED
    assert "ValueError: " in fault.report


@with_dask
def test_what_a_hidden_test_leaves_behind_reaches_no_visible_one(running, tmp_path):
    assignment, spies = spied(tmp_path)
    spied_on = Grader(assignment, level=Level.PROCESS, scheduler=running.address)
    assert [grade.points for grade in spied_on.grade(spies)] == [2] * len(spies)
    assert (tmp_path / "flag").exists()


# Workers and schedulers that die.


@with_dask
def test_a_submission_that_kills_its_worker_once_is_graded_by_another(to_kill, tmp_path):
    once = f"""
import os
from pathlib import Path
flag = Path({str(tmp_path / "flag")!r})
if not flag.exists():
    flag.touch()
    os.kill(os.getppid(), 9)
"""
    (grade,) = graded(to_kill.address, [submission(once + GOES_WEST)])
    assert (tmp_path / "flag").exists()
    assert grade.points == 2


@with_dask
def test_a_submission_that_kills_every_worker_fails_alone(to_kill, tmp_path):
    texts = {"a": GOES_WEST, "killer": "import os; os.kill(os.getppid(), 9)", "b": SOUND_EVALUATE}
    submissions = [submission(text, name) for name, text in texts.items()]
    with Journal(tmp_path / "journal") as journal:
        first, bad, last = graded(to_kill.address, submissions, journal=journal)
    assert (first.points, last.points) == (2, 1)
    assert message(bad) == "ended the grader's process"


@with_dask
def test_losing_all_workers_is_an_error_of_one_line(certificate, monkeypatch):
    monkeypatch.setattr(parallel_pools, "SECONDS_WITHOUT_WORKERS", 0)
    lost = r"^the scheduler has no workers any more; .* to continue$"
    with dask_cluster(certificate.parent, 1) as other, pytest.raises(PoolError, match=lost):
        graded(other.address, NINE, watch=lambda _: other.kill_workers())


# Dask's client leaves a socket open if it ends while it connects to a lost scheduler again.
@pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <ssl.SSLSocket:pytest.PytestUnraisableExceptionWarning"
)
@with_dask
def test_losing_the_scheduler_is_an_error_of_one_line(certificate, monkeypatch):
    monkeypatch.setattr(parallel_pools, "PATIENCE", 10)
    lost = r"^lost the connection to the scheduler; run"
    with dask_cluster(certificate.parent, 1) as other, pytest.raises(PoolError, match=lost):
        graded(other.address, NINE, watch=lambda _: other.kill_scheduler())


# Workers that would grade differently.


def error_of(address: str, level: Level = Level.PROCESS) -> str:
    """The error when the cluster is opened: one line."""
    with pytest.raises(PoolError) as caught, cluster(address, level):
        pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


class Answer:
    """What a worker gets in place of a function: the result of this call, made there."""

    def __init__(self, *call: Any) -> None:
        self._call = call

    def __reduce__(self) -> tuple[Any, ...]:
        return self._call[0], self._call[1:]


@with_dask
def test_the_error_names_a_worker_that_would_grade_differently_or_can_not(running, monkeypatch):
    here = parallel_pools.engine_version()
    for answer, level, line in (
        ("lambda _: ('another', '')", Level.PROCESS, "has another, but here is pacgrid .*"),
        (
            *(f"lambda _: ({here!r}, 'an old kernel')", Level.LANDLOCK),
            "doesn't support landlock: an old kernel",
        ),
        (
            *("__import__('nowhere')", Level.PROCESS),
            r"can't grade: ModuleNotFoundError.*'nowhere'\"\)",
        ),
    ):
        monkeypatch.setattr(parallel_pools, "_worker_info", Answer(eval, answer))
        assert re.fullmatch(rf"tls://[\d.:]+: {line}", error_of(running.address, level))


@with_dask
def test_a_worker_with_another_pacgrid_that_joins_late_is_an_error(running, monkeypatch):
    monkeypatch.setattr(pool_module, "engine_version", lambda: "another")
    with pytest.raises(PoolError, match=r"^\S+: has pacgrid .*, or different ghost files"):
        graded(running.address, [submission(GOES_WEST)])


class Silent:
    """A client whose workers have died: the scheduler lists them, and none answers."""

    def __init__(self, *answers: dict[str, object]) -> None:
        self._answers = list(answers)

    def wait_for_workers(self, *_: object, **__: object) -> None:
        pass

    def run(self, *_: object, **__: object) -> dict[str, object]:
        return self._answers.pop(0) if self._answers else {}


A = "tls://a:1"


def test_workers_that_never_answer_are_an_error(monkeypatch):
    monkeypatch.setattr(parallel_pools, "PATIENCE", 0.3)
    with pytest.raises(PoolError, match=r"^tls://a:1: the scheduler has no workers; start some"):
        parallel_pools._check_workers(Silent(), A, Level.PROCESS)


def test_answers_of_workers_that_have_just_died_are_ignored():
    good = (parallel_pools.engine_version(), "")
    answers: list[dict[str, object]] = [{}, {"tcp://1": OSError("died")}, {"tcp://2": good}]
    parallel_pools._check_workers(Silent(*answers), A, Level.PROCESS)
    with pytest.raises(PoolError, match="tcp://2: has another, but here is"):
        parallel_pools._check_workers(Silent({}, {"tcp://2": ("another", "")}), A, Level.PROCESS)


# Addresses and certificates.


SAFE = """
tls://host:8786 tls://192.0.2.1:8786 tcp://127.0.0.1:8786 tcp://127.9.9.9:8786
127.0.0.1:8786 localhost:8786 tcp://localhost:8786 tcp://[::1]:8786
"""
UNSAFE = """
here host:8786 tcp://host:8786 tcp://192.0.2.1:8786 tcp://0.0.0.0:8786 tcp://[::]:8786
tcp://[2001:db8::1]:8786 tcp://[::ffff:192.0.2.1]:8786 tcp://[::1%eth0]:8786
tcp://localhost.example.org:8786 tcp://127.0.0.1.example.org:8786
tcp://127.0.0.1@example.org:8786 tcp://example.org:1@localhost:8786
tcp://localhost:1@example.org:8786 tcp://example.org#localhost:8786
tcp://example.org/localhost:8786 tcp://example.org://localhost:8786 ws://localhost:8786
wss://host:8786 ucx://host:8786 ucx://127.0.0.1:8786 inproc://127.0.0.1/1/1 TLS://host:8786
tls:/host:8786 tls://tcp://host:8786 local
"""


def test_only_a_scheduler_with_tls_or_on_this_machine_may_be_used():
    for address in SAFE.split():
        check_address(address)
    for address in ("", "tcp:// localhost:8786", *UNSAFE.split()):
        with pytest.raises(PoolError, match="without TLS, anyone on the network can run") as caught:
            check_address(address)
        assert str(caught.value).startswith(f"{address}: ")
        assert "tls://host:8786" in str(caught.value)
        assert "\n" not in str(caught.value)


@with_dask
def test_an_address_without_a_scheduler_is_an_error_of_one_line(certificate, monkeypatch):
    monkeypatch.setattr(parallel_pools, "PATIENCE", 0.5)
    for address, problem in (
        (
            "tls://127.0.0.1:9",
            "no answer; give the address that dask scheduler prints, such as tls",
        ),
        ("tls://nowhere", "missing port number in address 'nowhere'; give the address that dask"),
    ):
        assert error_of(address).startswith(f"{address}: {problem}")


@with_dask
def test_a_worker_is_no_scheduler(running):
    import dask

    address = next(iter(running.worker_addresses()))
    assert error_of(address).startswith(f"{address}: this is a worker, not a scheduler; give")
    with dask.config.set({"distributed.comm.require-encryption": False}):
        plain = running.address.replace("tls://", "tcp://")
        assert error_of(plain).startswith(f"{plain}: no answer; ")


@with_dask
def test_a_scheduler_with_another_certificate_is_an_error_of_one_line(running, tmp_path):
    make_certificate(tmp_path)
    with configured(tmp_path):
        assert error_of(running.address) == (
            f"{running.address}: its certificate is not by distributed.comm.tls.ca-file of Dask's"
            " configuration; use the same files on all machines"
        )


@with_dask
def test_a_scheduler_without_workers_is_an_error_of_one_line(certificate, monkeypatch):
    monkeypatch.setattr(parallel_pools, "PATIENCE", 2)
    with dask_cluster(certificate.parent, 0) as empty:
        assert error_of(empty.address) == (
            f"{empty.address}: the scheduler has no workers; start some: dask worker"
            f" {empty.address} --nthreads 1 --no-dashboard"
        )


@pytest.mark.skipif(not find_spec("distributed"), reason="Dask is not installed")
def test_dasks_configuration_must_name_certificates_that_can_be_used(tmp_path):
    import dask
    import distributed  # noqa: F401 - its defaults must be there before

    names = [f"distributed.comm.tls.{name}" for name in ("ca-file", "client.cert")]
    with dask.config.set(dict.fromkeys(names)):
        assert error_of(A) == (
            "tls://a:1: Dask's configuration, distributed.comm.tls, names no certificate;"
            " docs/machines.md says how to make one"
        )
    with dask.config.set(dict.fromkeys(names, str(tmp_path / "none.pem"))):
        assert error_of(A) == (
            "tls://a:1: Dask's configuration of TLS, distributed.comm.tls, can't be used: No such"
            " file or directory"
        )


def test_without_dask_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 'pip install "pacgrid[cluster]"' in error_of(A)


# Strangers, who reach its ports.


def lax(own: Path) -> ssl.SSLContext:
    """TLS that accepts any server, and shows the certificate in `own`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
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


def web_status(address: str) -> int:
    """What a web server there answers about Dask's workers; 0 if there is none."""
    try:
        with urlopen(f"http://{address}/info/main/workers.html", timeout=5) as page:
            return int(page.status)
    except HTTPError as error:
        return error.code
    except OSError:
        return 0


@with_dask
def test_who_has_the_certificate_runs_code_on_any_port_and_a_stranger_runs_none(
    running, certificate, tmp_path
):
    from distributed.comm import CommClosedError

    assert certificate.stat().st_mode & 0o077 == 0
    status = {port: web_status(port) for port in running.ports()}
    # The web servers of a scheduler, of two workers and of their nannies have no pages.
    assert sorted(status.values()) == [0] * 5 + [404] * 3
    strange = lax(make_certificate(tmp_path))
    for port in (port for port, found in status.items() if not found):
        for context in (None, strange):
            with pytest.raises(CommClosedError):
                asyncio.run(run(port, context, tmp_path / "flag"))
        asyncio.run(run(port, lax(certificate), tmp_path / port))
        assert (tmp_path / port).exists()
    assert not (tmp_path / "flag").exists()
