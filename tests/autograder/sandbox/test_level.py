import subprocess
import sys

import pytest

from helpers.sandbox_levels import fake_bubblewrap, needs
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.sandbox import confinement, worker_disk
from pacgrid.autograder.sandbox.level import Level, available, strongest, why_not

look_again = why_not.__wrapped__
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def test_the_strongest_level_comes_first_and_a_process_is_always_available_but_not_secure():
    assert list(Level) == ["bubblewrap", "landlock", "process", "in_process"]
    assert [level.is_secure for level in Level] == [True, True, False, False]
    assert available()[-1] is Level.PROCESS
    assert strongest() is available()[0]
    assert available() == tuple(level for level in Level if level in available())


@pytest.mark.parametrize("level", [Level.BUBBLEWRAP, Level.LANDLOCK])
def test_sandboxes_need_linux_and_a_filter_for_system_calls(level, monkeypatch):
    monkeypatch.setattr("pacgrid.autograder.sandbox.level.can_restrict_calls", lambda: False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert look_again(level) == "needs a kernel with seccomp, on x86_64 or aarch64"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert look_again(level) == "needs Linux"
    assert look_again(Level.PROCESS) == ""


@on_linux
def test_without_proc_nothing_is_graded(monkeypatch, tmp_path):
    level = "pacgrid.autograder.sandbox.level"
    monkeypatch.setattr(f"{level}._PROCESSES", tmp_path / "stat")
    monkeypatch.setattr(f"{level}.why_not", look_again)
    with pytest.raises(GradingError, match="a process needs /proc, which isn't mounted here"):
        strongest()


@on_linux
def test_a_missing_program_is_named(monkeypatch):
    monkeypatch.setattr("pacgrid.autograder.sandbox.level.can_restrict_calls", lambda: True)
    monkeypatch.setattr(worker_disk, "bubblewrap_program", lambda: None)
    assert look_again(Level.BUBBLEWRAP).startswith("needs bubblewrap: install the package")


@on_linux
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo first >&2; echo 'no permissions' >&2; exit 1", "no permissions"),
        ("exit 1", "no reason given"),
    ],
)
def test_a_container_that_denies_namespaces_is_reported(monkeypatch, tmp_path, script, reason):
    program = fake_bubblewrap(tmp_path, script)
    monkeypatch.setattr("pacgrid.autograder.sandbox.level.can_restrict_calls", lambda: True)
    monkeypatch.setattr(worker_disk, "bubblewrap_program", lambda: program)
    expected = f"bubblewrap can't create namespaces here ({reason})"
    assert look_again(Level.BUBBLEWRAP) == expected


@needs(Level.LANDLOCK)
def test_a_kernel_without_landlock_is_reported(monkeypatch):
    monkeypatch.setattr(confinement, "_CREATE_RULESET", 100_000)  # no call has this number
    assert look_again(Level.LANDLOCK) == (
        "the kernel has no Landlock, or the container denies it (Function not implemented)"
    )


@on_linux
def test_a_level_is_tried_only_once(monkeypatch):
    why_not(Level.BUBBLEWRAP)
    monkeypatch.setattr(subprocess, "run", None)
    why_not(Level.BUBBLEWRAP)
