import stat
from pathlib import Path

import pytest

from pacgrid.cli.doctor import _program


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
