import errno
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper

import pytest
import typer
from typer.testing import Result

from pacgrid import cli
from pacgrid.agent import AgentError


def test_the_commands_and_the_version_are_printed(pacgrid: Callable[..., Result]) -> None:
    help_text = pacgrid("--help").stdout
    for command in ("play", "compare", "grade", "replay", "layouts", "agents", "new"):
        assert command in help_text
    assert pacgrid("--version").stdout.startswith("pacgrid ")


def test_bad_input_is_one_line_and_exit_code_1() -> None:
    command = [sys.executable, "-m", "pacgrid", "play", "--layout", "nowhere", "--view", "none"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("LayoutError: nowhere: no such layout or file")
    assert done.stderr.count("\n") == 1


def test_an_error_shows_the_agents_own_lines_and_an_interrupt_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for error, code, text in (
        (AgentError("mine.py: bad", "  line 3"), 1, "Error: mine.py: bad\n  line 3\n"),
        (KeyboardInterrupt(), 130, ""),
    ):

        def fail(error: BaseException = error) -> None:
            raise error

        monkeypatch.setattr(cli, "app", fail)
        with pytest.raises(SystemExit) as caught:
            cli.main()
        assert caught.value.code == code
        assert capsys.readouterr().err == text


def test_a_full_disk_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fill() -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(cli, "app", fill)
    with pytest.raises(SystemExit, match="Error: the output can't be written"):
        cli.main()


def test_a_character_missing_from_the_console_is_a_question_mark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    console = TextIOWrapper(BytesIO(), "cp1252")
    monkeypatch.setattr(sys, "stdout", console)
    monkeypatch.setattr(cli, "app", lambda: typer.echo("✗ é"))
    cli.main()
    assert console.buffer.getvalue().split() == [b"?", b"\xe9"]
