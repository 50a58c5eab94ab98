import subprocess
import sys
from io import BytesIO, TextIOWrapper

import pytest
import typer

from pacgrid import cli
from pacgrid.agent_loader import AgentError


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pacgrid", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_a_command_the_commands_are_listed() -> None:
    shown = run("--help").stdout
    for command in ("play", "compare", "grade", "replay", "layouts", "agents", "new"):
        assert command in shown


def test_the_version_is_printed() -> None:
    assert run("--version").stdout.startswith("pacgrid ")


def test_bad_input_is_one_line_and_exit_code_1() -> None:
    done = run("play", "--layout", "nowhere", "--view", "none")
    assert done.returncode == 1
    assert done.stderr.startswith("LayoutError: nowhere: no such layout or file")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_a_failed_agents_own_lines_are_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise AgentError("mine.py: can't be imported", "  line 3")

    monkeypatch.setattr(cli, "app", fail)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 1
    assert capsys.readouterr().err == "Error: mine.py: can't be imported\n  line 3\n"


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "app", interrupt)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 130


def test_a_character_that_the_console_lacks_is_a_question_mark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    console = TextIOWrapper(BytesIO(), "cp1252")
    monkeypatch.setattr(sys, "stdout", console)
    monkeypatch.setattr(cli, "app", lambda: typer.echo("✗ é"))
    cli.main()
    assert console.buffer.getvalue().split() == [b"?", b"\xe9"]
