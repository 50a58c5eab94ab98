"""The names of the commands, and what people write instead."""

import errno
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner, Result

from pacgrid import cli
from pacgrid.agent import AgentError
from pacgrid.cli.commands import COMMANDS, OTHER_WORDS, load_command, with_options

Run = Callable[..., Result]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_found_by_its_name_and_has_help(pacgrid: Run, name: str) -> None:
    assert load_command(name).name == name
    assert pacgrid(name, "--help").stdout == pacgrid("help", name).stdout
    assert f"│ {name} " in pacgrid("help").stdout


def test_help_and_version_are_options_and_words(pacgrid: Run) -> None:
    assert pacgrid("help").stdout == pacgrid("--help").stdout
    assert pacgrid("version").stdout == pacgrid("--version").stdout
    assert pacgrid("help", "assignment", "check").stdout.count("assignment check") == 1


@pytest.mark.parametrize(("word", "command"), OTHER_WORDS.items())
def test_another_word_for_a_command_names_it(pacgrid: Run, word: str, command: str) -> None:
    error = "".join(pacgrid(word, exit_code=2).stderr.replace("│", "").split())
    assert f"Nosuchcommand'{word}'.Thatis:{command.replace(' ', '')}" in error
    assert command.split()[1].rstrip(",") in COMMANDS
    assert word not in COMMANDS


@pytest.mark.parametrize(
    ("word", "mend"),
    [
        ("garde", "Did you mean 'grade'?"),
        ("layuots", "Did you mean 'layouts'?"),
        ("generate", "pacgrid --help lists all commands."),
    ],
)
def test_only_a_word_like_a_command_suggests_it(pacgrid: Run, word: str, mend: str) -> None:
    assert f"No such command '{word}'. {mend}" in pacgrid(word, exit_code=2).stderr


def test_an_option_that_went_names_what_differs(pacgrid: Run) -> None:
    for command in ("play reflex", "grade agent.py"):
        error = pacgrid(*command.split(), "--same-random", exit_code=2).stderr
        assert "--same-random isn't here any more: CS 188's games are equal in rules" in error


@pytest.mark.parametrize(
    ("name", "mend"),
    [
        ("learn-ghost", "`pacgrid learn MODEL"),
        ("dataset", "`pacgrid play --games"),
        ("convert", "`pacgrid grade --assignment"),
        ("layout", "`pacgrid layouts"),
        ("course", "grade each assignment; gradebook.csv"),
        ("copies", "JPlag, Dolos or MOSS"),
        ("statistics", "mistakes.csv and gradebook.csv"),
    ],
)
def test_a_command_that_went_names_what_to_use_instead(pacgrid: Run, name: str, mend: str) -> None:
    error = pacgrid(name, "pocket", exit_code=2).stderr
    assert f"pacgrid {name} isn't here any more: {mend}" in error


@pytest.mark.parametrize(
    ("option", "mend"),
    [
        ("--decisions", "change points in gradebook.csv"),
        ("--blind", "Gradescope, Canvas and Moodle can hide names"),
        ("--compare", "use git diff on two gradebooks"),
    ],
)
def test_an_option_of_grade_that_went_names_what_to_use_instead(
    pacgrid: Run, option: str, mend: str
) -> None:
    error = pacgrid("grade", "agent.py", option, "file", exit_code=2).stderr
    assert f"{option} isn't here any more: {mend}" in error


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("grade agent.py --open", "pacgrid grade --open isn't here any more: --out FOLDER writes"),
        ("ladder run entrants --json x", "pacgrid ladder run --json isn't here any more: "),
        ("doctor --json x", "pacgrid doctor --json isn't here any more: "),
        ("solve pocket --json x", "pacgrid solve --json isn't here any more: "),
        ("assignment check --journal x", "pacgrid assignment check --journal isn't here any more"),
    ],
)
def test_an_option_that_other_commands_have_went_from_one(
    pacgrid: Run, words: str, line: str
) -> None:
    assert line in " ".join(pacgrid(*words.split(), exit_code=2).stderr.replace("│", "").split())


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        (["--version"], set()),
        (["layouts"], {"lists"}),
        pytest.param(["help", "new"], {"new"}, marks=pytest.mark.slow),
    ],
)
def test_a_command_imports_no_other_commands(words: list[str], commands: set[str]) -> None:
    code = """
import sys
from pacgrid.cli import app
app(sys.argv[1:], standalone_mode=False)
print()
print(*sys.modules)
"""
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    modules = {f"pacgrid.cli.{module}" for module in COMMANDS.values()}
    assert modules & loaded == {f"pacgrid.cli.{command}" for command in commands}
    if not commands:
        assert not {"pacgrid.game", "pydantic", "numpy"} & loaded


@pytest.mark.parametrize("group", ["assignment", "ladder"])
def test_a_group_answers_help_as_the_whole_does(pacgrid: Run, group: str) -> None:
    assert pacgrid(group, "help").stdout == pacgrid(group, "--help").stdout
    assert pacgrid(group, "help").stdout == pacgrid("help", group).stdout


def test_a_misspelt_command_of_a_group_gets_a_suggestion(pacgrid: Run) -> None:
    error = pacgrid("assignment", "chekc", exit_code=2).stderr
    assert "No such command 'chekc'. Did you mean 'check'?" in error
    error = pacgrid("ladder", "start", exit_code=2).stderr
    assert "No such command 'start'. pacgrid ladder --help lists all commands." in error
    help_of_check = pacgrid("assignment", "help", "check").stdout
    assert help_of_check == pacgrid("assignment", "check", "--help").stdout


@dataclass(frozen=True)
class Size:
    width: Annotated[int, typer.Option(help="Cells from left to right.")] = 1
    height: Annotated[int, typer.Option(help="Cells from bottom to top.")] = 2


@dataclass(frozen=True)
class Box:
    name: Annotated[str, typer.Argument()]
    size: Size
    colours: Annotated[list[str] | None, typer.Option("--colour")] = None


def describe(context: typer.Context, box: Box, *, loud: bool = False) -> None:
    """Describe a box."""
    typer.echo(f"{context.info_name} {box} {loud}")


@pytest.mark.parametrize(
    ("words", "box", "loud"),
    [
        (["a"], Box("a", Size()), False),
        (["a", "--height", "3", "--loud"], Box("a", Size(1, 3)), True),
        (["--colour", "red", "b", "--colour", "blue"], Box("b", Size(), ["red", "blue"]), False),
    ],
)
def test_a_command_gets_its_options_as_objects(words: list[str], box: Box, loud: bool) -> None:
    app = typer.Typer()
    app.command()(with_options(describe))
    done = CliRunner().invoke(app, words)
    assert done.stdout.partition(" ")[2] == f"{box} {loud}\n"


def test_options_are_listed_in_the_order_of_the_fields() -> None:
    app = typer.Typer()
    app.command()(with_options(describe))
    shown = CliRunner().invoke(app, ["--help"]).stdout
    places = [shown.index(f"--{name}") for name in ("width", "height", "colour", "loud")]
    assert "Describe a box." in shown
    assert places == sorted(places)


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
