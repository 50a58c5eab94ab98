import os
import re
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from helpers.grading import GOES_WEST, SOUND_EVALUATE, message, spied, submission, tiny
from pacgrid.autograder.batch import cluster as cluster_module
from pacgrid.autograder.batch import job
from pacgrid.autograder.batch.cluster import cluster
from pacgrid.autograder.batch.cluster_access import ClusterAccess
from pacgrid.autograder.batch.cluster_key import load_key, write_key
from pacgrid.autograder.batch.grader import Grader, Progress
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.batch.pool import PoolError
from pacgrid.autograder.model.fault import UNGRADED, faults_of
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.errors import PacgridError

pytestmark = [
    pytest.mark.skipif(
        not (find_spec("distributed") and find_spec("cryptography")),
        reason="Dask or cryptography is not installed",
    ),
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cluster") / "key.pem"
    write_key(path, days=1)
    return path


def local_cluster(workers: int, key: Path) -> Any:
    from pacgrid.autograder.batch import cluster_nodes

    return cluster_nodes.local_cluster(workers, load_key(key))


@pytest.fixture(scope="module")
def workers(key: Path) -> Iterator[ClusterAccess]:
    with local_cluster(2, key) as running, pytest.MonkeyPatch.context() as patched:
        patched.setattr(cluster_module, "PATIENCE", 120)  # starting is slow on a busy machine
        yield ClusterAccess(running.scheduler_address, key)


@pytest.fixture
def workers_to_kill(workers: ClusterAccess) -> Iterator[Any]:
    """A cluster of its own for a test: a nanny gives up a worker that is killed while it starts.

    It is as patient as `workers`. So that few workers are killed, Dask gives up a job with the
    first that it kills, not with the fourth.
    """
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        local_cluster(3, workers.key) as running,
    ):
        yield running


def access(running: Any, key: Path) -> ClusterAccess:
    return ClusterAccess(running.scheduler_address, key)


def graded(
    access: ClusterAccess | None, submissions: list[Submission], **options: Any
) -> list[Grade]:
    grader = Grader(tiny(), level=Level.PROCESS, jobs=2, cluster=access, **options)
    return grader.grade(submissions)


@pytest.mark.slow
def test_grades_are_the_same_as_without_a_cluster(workers):
    texts = {"a": GOES_WEST, "b": "import nowhere", "c": SOUND_EVALUATE, "d": ""}
    submissions = [submission(text, name) for name, text in texts.items()]
    grades = graded(workers, submissions)
    assert grades == graded(None, submissions)
    assert [grade.points for grade in grades] == [2, 0, 1, 0]


@pytest.mark.slow
def test_a_fault_on_a_worker_is_the_row_of_its_submission(workers):
    ill = Submission("ill", (("a\0.py", b""),), "a\0.py")  # no such file can be written
    well = submission(GOES_WEST, "well")
    found, other = graded(workers, [ill, well])
    assert [other] == graded(None, [well])
    ((_, fault),) = faults_of(found)
    assert message(found) == UNGRADED
    assert "ValueError: " in fault.report


@pytest.mark.slow
def test_what_a_hidden_test_leaves_behind_reaches_no_visible_one(workers, tmp_path):
    assignment, spies = spied(tmp_path)
    spied_on = Grader(assignment, level=Level.PROCESS, cluster=workers)
    assert [grade.points for grade in spied_on.grade(spies)] == [2] * len(spies)
    assert (tmp_path / "flag").exists()


@pytest.mark.slow
def test_progress_moves_with_every_game(workers):
    progress: list[Progress] = []
    graded(workers, [submission(GOES_WEST)], watch=progress.append)
    assert "student: reflex.1: 1 of 2" in [now.latest for now in progress]


@pytest.mark.slow
def test_a_worker_that_dies_loses_nothing(workers_to_kill, key):
    submissions = [submission(GOES_WEST + f"# {number}", f"{number}") for number in range(6)]
    killed: list[int] = []

    def kill(_: Progress) -> None:
        if not killed:
            from distributed import Client

            with Client(workers_to_kill, set_as_default=False) as client:
                killed.append(min(client.run(os.getpid).values()))
            os.kill(killed[0], signal.SIGKILL)

    grades = graded(access(workers_to_kill, key), submissions, watch=kill)
    assert killed
    assert [grade.points for grade in grades] == [2] * 6


@pytest.mark.slow
def test_a_submission_that_kills_its_worker_once_is_graded_by_another(
    workers_to_kill, key, tmp_path
):
    once = f"""
import os
from pathlib import Path
flag = Path({str(tmp_path / "flag")!r})
if not flag.exists():
    flag.touch()
    os.kill(os.getppid(), 9)
"""
    (grade,) = graded(access(workers_to_kill, key), [submission(once + GOES_WEST)])
    assert (tmp_path / "flag").exists()
    assert grade.points == 2


@pytest.mark.slow
def test_a_submission_that_kills_every_worker_fails_alone(workers_to_kill, key, tmp_path):
    texts = {"a": GOES_WEST, "killer": "import os; os.kill(os.getppid(), 9)", "b": SOUND_EVALUATE}
    submissions = [submission(text, name) for name, text in texts.items()]
    with Journal(tmp_path / "journal") as journal:
        first, bad, last = graded(access(workers_to_kill, key), submissions, journal=journal)
    assert (first.points, last.points) == (2, 1)
    assert message(bad) == "ended the grader's process"


@pytest.mark.slow
def test_losing_all_workers_is_an_error_of_one_line(workers_to_kill, key, monkeypatch):
    monkeypatch.setattr(cluster_module, "SECONDS_WITHOUT_WORKERS", 0)

    def dismiss(_: Progress) -> None:
        workers_to_kill.scale(0)

    submissions = [submission(GOES_WEST + f"# {number}", f"{number}") for number in range(20)]
    with pytest.raises(PoolError, match=r"^the scheduler has no workers any more; .* to continue$"):
        graded(access(workers_to_kill, key), submissions, watch=dismiss)


def error_of(access: ClusterAccess, level: Level = Level.PROCESS) -> str:
    """The error when the cluster is opened: one line."""
    with pytest.raises(PacgridError) as caught, cluster(access, level, 1):
        pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.slow
def test_the_error_names_a_worker_with_another_pacgrid(workers, monkeypatch):
    monkeypatch.setattr(cluster_module, "engine_version", lambda: "another")
    error = error_of(workers)
    assert re.fullmatch(r"tls://[\d.:]+: has pacgrid .* on Python .*, but here is another", error)


@pytest.mark.slow
def test_the_error_names_a_worker_that_does_not_support_the_sandbox_level(workers, monkeypatch):
    monkeypatch.setattr(cluster_module, "_worker_info", NoLandlock())
    error = error_of(workers, Level.LANDLOCK)
    assert re.fullmatch(r"tls://[\d.:]+: doesn't support landlock: an old kernel", error)


class NoLandlock:
    """The answer of a worker without Landlock; pickled by value."""

    def __reduce__(self) -> tuple[Any, ...]:
        here = cluster_module.engine_version()
        return eval, (f"lambda level: ({here!r}, 'an old kernel')",)


@pytest.mark.slow
def test_the_error_names_a_worker_without_pacgrid(workers, monkeypatch):
    monkeypatch.setattr(cluster_module, "_worker_info", NoPacgrid())
    error = error_of(workers)
    assert re.fullmatch(r"tls://[\d.:]+: can't grade: ModuleNotFoundError.*'nowhere'\"\)", error)


class NoPacgrid:
    """A function that a worker can't unpickle."""

    def __reduce__(self) -> tuple[Any, ...]:
        return __import__, ("nowhere",)


@pytest.mark.slow
def test_a_worker_with_another_pacgrid_that_joins_late_is_an_error(workers, monkeypatch):
    monkeypatch.setattr(job, "engine_version", lambda: "another")
    with pytest.raises(PoolError, match=r"^\S+: has pacgrid .*, or different ghost files"):
        graded(workers, [submission(GOES_WEST)])


class Silent:
    """A client whose workers have died: the scheduler lists them, and none answers."""

    def __init__(self, *answers: dict[str, object]) -> None:
        self._answers = list(answers)

    def wait_for_workers(self, *_: object, **__: object) -> None:
        pass

    def run(self, *_: object, **__: object) -> dict[str, object]:
        return self._answers.pop(0) if self._answers else {}


A = ClusterAccess("tls://a:1")


def test_workers_that_never_answer_are_an_error(monkeypatch):
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.3)
    with pytest.raises(PoolError, match=r"^tls://a:1: the scheduler has no workers; start some"):
        cluster_module._check_workers(Silent(), A, Level.PROCESS)


def test_answers_of_workers_that_have_just_died_are_ignored():
    good = (cluster_module.engine_version(), "")
    answers: list[dict[str, object]] = [{}, {"tcp://1": OSError("died")}, {"tcp://2": good}]
    cluster_module._check_workers(Silent(*answers), A, Level.PROCESS)
    with pytest.raises(PoolError, match="tcp://2: has another, but here is"):
        cluster_module._check_workers(Silent({}, {"tcp://2": ("another", "")}), A, Level.PROCESS)


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("tls://127.0.0.1:9", "no answer; give the address that the scheduler prints, such as tls"),
        ("tcp://127.0.0.1:9", "no answer; give the address that the scheduler prints"),
        ("tls://nowhere", "missing port number in address 'nowhere'; give the address that the"),
        ("http://host:80", "unknown address scheme 'http' (known schemes: "),
    ],
)
@pytest.mark.slow
def test_an_address_without_a_scheduler_is_an_error_of_one_line(address, problem, key, monkeypatch):
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    error = error_of(ClusterAccess(address, key, insecure=True))
    assert error.startswith(f"{address}: {problem}")


@pytest.mark.slow
def test_a_scheduler_with_another_key_is_an_error_of_one_line(workers, tmp_path):
    write_key(tmp_path / "other.pem", days=1)
    assert error_of(ClusterAccess(workers.address, tmp_path / "other.pem")) == (
        f"{workers.address}: its key is not the one in {tmp_path / 'other.pem'}; "
        "copy the cluster's key there"
    )


@pytest.mark.slow
def test_a_scheduler_with_tls_does_not_answer_without(workers):
    address = workers.address.replace("tls://", "tcp://")
    assert error_of(ClusterAccess(address)).startswith(f"{address}: no answer; ")


@pytest.mark.slow
def test_a_scheduler_without_workers_is_an_error_of_one_line(key, monkeypatch):
    monkeypatch.setattr(cluster_module, "PATIENCE", 5)
    with local_cluster(0, key) as empty:
        address = empty.scheduler_address
        assert error_of(access(empty, key)) == (
            f"{address}: the scheduler has no workers; start some: pacgrid cluster worker {address}"
        )


@pytest.mark.slow
def test_losing_the_scheduler_is_an_error_of_one_line(key, monkeypatch):
    monkeypatch.setattr(cluster_module, "PATIENCE", 10)
    with local_cluster(1, key) as running:
        submissions = [submission(GOES_WEST, f"{number}") for number in range(20)]
        with pytest.raises(PoolError, match=r"^lost the connection to the scheduler; run"):
            graded(access(running, key), submissions, watch=lambda _: running.close())


@pytest.mark.slow
def test_the_address_local_starts_a_cluster_on_this_machine():
    (grade,) = graded(ClusterAccess("local"), [submission(GOES_WEST)])
    assert grade.points == 2
