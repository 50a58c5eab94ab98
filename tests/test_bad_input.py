"""Bad input of every kind ends in one line that names the place and the mend.

`tests/bad_input.toml` has the commands, their files and what they print. When a change of a message
is meant, write what is printed now, read it, and commit it:

    python tests/test_bad_input.py
"""

import contextlib
import io
import os
import random
import re
import shlex
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import tomlkit

from pacgrid.cli import main

TABLE = Path(__file__).parent / "bad_input.toml"
ENVIRONMENT = {"COLUMNS": "300", "TERM": "dumb", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "FORCE_COLOR", "GITHUB_ACTIONS", "TERMINAL_WIDTH")
ROWS: list[dict[str, Any]] = tomllib.loads(TABLE.read_text("utf-8"))["inputs"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_bad_input_is_refused_in_one_clear_message(row: dict[str, Any], tmp_path: Path) -> None:
    exit_code, message, output = run(row, tmp_path)
    assert (exit_code, message) == (row["exit_code"], row["message"])
    assert exit_code != 0
    assert "Traceback" not in output
    assert str(tmp_path) not in output


def test_every_input_has_its_own_name_and_a_message() -> None:
    assert len({row["name"] for row in ROWS}) == len(ROWS)
    assert all(row["message"] for row in ROWS)


def run(row: dict[str, Any], folder: Path) -> tuple[int, list[str], str]:
    """The exit code, the lines of the message, and all that `row`'s command prints in `folder`.

    Fails if the command changes one of its files.
    """
    before = _write(row, folder)
    stdout, stderr = io.StringIO(), io.StringIO()
    typed = row.get("stdin", "").encode()
    state, code = random.getstate(), 0
    with (
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, ENVIRONMENT),
        mock.patch.object(sys, "argv", ["pacgrid", *shlex.split(row["command"])]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed))),
        contextlib.redirect_stdout(stdout),
        contextlib.redirect_stderr(stderr),
    ):
        for name in SCREENS:
            os.environ.pop(name, None)
        try:
            main()
        except SystemExit as end:
            if isinstance(end.code, str):
                stderr.write(end.code)
            code = end.code if isinstance(end.code, int) else 1 if end.code else 0
    random.setstate(state)
    for path, content in before.items():
        assert path.read_bytes() == content, f"{path.name} was changed"
    return code, _message(stderr.getvalue()), stdout.getvalue() + stderr.getvalue()


def _write(row: dict[str, Any], folder: Path) -> dict[Path, bytes]:
    files: dict[Path, bytes] = {}
    for name, text in row.get("files", {}).items():
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        files[path] = bytes.fromhex(text[4:]) if text.startswith("hex:") else text.encode()
        path.write_bytes(files[path])
        path.chmod(0o600)
    return files


def _message(stderr: str) -> list[str]:
    """The lines from the last that begins an error; without the frame around wrong options."""
    lines = [line.strip("│ ").rstrip() for line in stderr.splitlines()]
    lines = [line for line in lines if line and line[0] not in "╭╰"]
    begins = [n for n, line in enumerate(lines) if re.match(r"(Layout)?Error: ", line)]
    return lines[begins[-1] if begins else -1 :]


def rewrite() -> None:
    """Write what each command prints now."""
    document = tomlkit.parse(TABLE.read_text("utf-8"))
    for row in document["inputs"]:  # type: ignore[union-attr]
        with tempfile.TemporaryDirectory() as folder:
            code, message, _ = run(row.unwrap(), Path(folder))
        row["exit_code"], row["message"] = code, message
    TABLE.write_text(tomlkit.dumps(document), "utf-8", newline="\n")


if __name__ == "__main__":
    rewrite()
