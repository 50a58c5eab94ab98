""" """

import stat
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from pacgrid.cli import app
from pacgrid.cli.doctor import Machine, Status, _program, findings, is_usable, report


def test_doctor_describes_this_machine_and_its_exit_code_says_whether_all_works() -> None:
    machine = Machine.this()
    assert machine.packages["numpy"]
    assert {"bubblewrap", "landlock", "process"} == machine.sandboxes.keys()
    assert machine.cores >= 1
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == (not is_usable(machine))
    assert "sandbox process" in done.stdout


def test_doctor_ends_with_1_if_a_main_use_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = replace(Machine.this(), python="3.9.1")
    monkeypatch.setattr(Machine, "this", lambda: machine)
    assert not is_usable(machine)
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 1
    assert "Pacgrid needs Python 3.11 or later" in done.stdout


@pytest.mark.parametrize(
    ("content", "version"),
    [
        (b"#!/bin/sh\necho v1.2.3\n", "1.2.3"),
        (b"#!/bin/sh\nprintf 'n\\377ode 4.5'\n", "4.5"),
        (b"#!/bin/sh\necho none\n", "?"),
        (b"\x7fELF of another machine", "?"),
    ],
)
def test_a_program_that_cannot_say_its_version_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, version: str
) -> None:
    program = tmp_path / "node"
    program.write_bytes(content)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert _program("node") == version
    monkeypatch.setenv("PATH", "")
    assert _program("node") == ""


LINUX = Machine(
    pacgrid="0.1.0",
    python="3.12.4",
    system="Linux 6.1 x86_64",
    packages={"numpy": "2.1", "numba": "0.61"},
    extras={"video": {"av": "17.0"}, "cluster": {"cryptography": "50", "distributed": ""}},
    sandboxes={"bubblewrap": "", "landlock": "", "process": ""},
    landlock=4,
    seccomp=True,
    namespaces=10_000,
    resource_limits=True,
    random_addresses="",
    root=False,
    cores=4,
    all_cores=8,
    cpu_clock=1e-9,
    memory=16 << 30,
    free_memory=8 << 30,
    temporary="/tmp",
    free_space=4 << 30,
    terminal="80 x 24, UTF-8",
    window="",
    fonts="",
    programs={"bwrap": "0.8.0", "node": "20.1", "npm": ""},
)
MAC = replace(
    LINUX,
    system="Darwin 24 arm64",
    sandboxes={"bubblewrap": "needs Linux", "landlock": "needs Linux", "process": ""},
    landlock=0,
    seccomp=False,
    namespaces=0,
    resource_limits=False,
)
CONTAINER = replace(
    LINUX,
    sandboxes={"bubblewrap": "can't create namespaces", "landlock": "", "process": ""},
    namespaces=0,
    random_addresses="the container denies the system call personality",
    window="there is no screen",
    terminal="",
)


def topics(machine: Machine, status: Status) -> list[str]:
    return [each.topic for each in findings(machine) if each.status is status]


@pytest.mark.parametrize(
    ("machine", "broken"),
    [
        (LINUX, []),
        (CONTAINER, []),
        (MAC, ["other people's code"]),
        (replace(LINUX, python="3.10.2"), ["Python"]),
        (replace(LINUX, packages={"numpy": "", "numba": "0.61"}), ["packages"]),
        (replace(LINUX, temporary="", free_space=0), ["temporary files"]),
        (
            replace(LINUX, sandboxes=dict.fromkeys(LINUX.sandboxes, "none")),
            ["sandbox process", "other people's code"],
        ),
    ],
)
def test_the_main_uses_work_or_what_they_lack_is_named(machine: Machine, broken: list[str]) -> None:
    assert topics(machine, Status.BROKEN) == broken
    assert is_usable(machine) == (not broken)
    last = str(report(machine)).splitlines()[-1]
    works = "Writing, watching and grading agents work on this machine."
    assert last == (f"Doesn't work yet: {', '.join(broken)}." if broken else works)


def test_optional_lacks_have_a_line_each_and_stop_nothing() -> None:
    assert topics(LINUX, Status.LACKING) == ["program npm", "extra cluster"]
    text = str(report(LINUX))
    assert "without distributed" in text
    assert "no --scheduler: pip install 'pacgrid[cluster]'" in text


def test_lines_fit_the_terminal_and_break_between_words() -> None:
    text = str(report(CONTAINER, 60))
    assert max(map(len, text.splitlines()[:-1])) <= 60
    assert text.split() == str(report(CONTAINER)).split()
    assert len(text.splitlines()) > len(str(report(CONTAINER)).splitlines())


def test_a_container_without_namespaces_uses_landlock() -> None:
    by_topic = {each.topic: each for each in findings(CONTAINER)}
    assert by_topic["sandbox bubblewrap"].found == "can't create namespaces"
    assert by_topic["sandbox bubblewrap"].advice == "landlock is used instead"
    assert by_topic["other people's code"].found == "can be graded"
    assert "may vary" in by_topic["fixed addresses"].advice


def test_rows_that_are_about_linux_are_shown_on_linux_only() -> None:
    assert {"seccomp", "Landlock"} <= {each.topic for each in findings(LINUX)}
    assert {"seccomp", "Landlock"}.isdisjoint(each.topic for each in findings(MAC))


@given(
    st.builds(
        replace,
        st.sampled_from([LINUX, MAC, CONTAINER]),
        landlock=st.integers(0, 9),
        seccomp=st.booleans(),
        root=st.booleans(),
        cpu_clock=st.none() | st.floats(1e-9, 1),
        free_memory=st.integers(0, 1 << 40),
        free_space=st.integers(0, 1 << 40),
        window=st.sampled_from(["", "there is no screen"]),
        fonts=st.sampled_from(["", "no fonts"]),
    )
)
def test_every_lack_has_advice_of_one_line_and_nothing_else_has(machine: Machine) -> None:
    for each in findings(machine):
        assert bool(each.advice) == (each.status is not Status.OK)
        assert "\n" not in each.found + each.advice
