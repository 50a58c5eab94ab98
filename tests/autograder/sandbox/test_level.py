import subprocess
import sys

import pytest

from helpers.sandbox_levels import needs
from pacgrid.autograder.sandbox import bubblewrap, landlock, seccomp
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
    monkeypatch.setattr(seccomp, "is_supported", lambda: False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert look_again(level) == "needs a kernel with seccomp, on x86_64 or aarch64"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert look_again(level) == "needs Linux"
    assert look_again(Level.PROCESS) == ""


@on_linux
def test_a_missing_program_is_named(monkeypatch):
    monkeypatch.setattr(seccomp, "is_supported", lambda: True)
    monkeypatch.setattr(bubblewrap, "program", lambda: None)
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
    program = tmp_path / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    monkeypatch.setattr(seccomp, "is_supported", lambda: True)
    monkeypatch.setattr(bubblewrap, "program", lambda: str(program))
    expected = f"bubblewrap can't create namespaces here ({reason})"
    assert look_again(Level.BUBBLEWRAP) == expected


@needs(Level.LANDLOCK)
def test_a_kernel_without_landlock_is_reported(monkeypatch):
    monkeypatch.setattr(landlock, "_CREATE_RULESET", 100_000)  # no call has this number
    assert look_again(Level.LANDLOCK) == (
        "the kernel has no Landlock, or the container denies it (Function not implemented)"
    )


@on_linux
def test_a_level_is_tried_only_once(monkeypatch):
    why_not(Level.BUBBLEWRAP)
    monkeypatch.setattr(subprocess, "run", None)
    why_not(Level.BUBBLEWRAP)
