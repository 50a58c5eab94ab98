"""The names of the commands, and what people write instead."""

import errno
import subprocess
import sys
from io import BytesIO, TextIOWrapper

import pytest
import typer

from pacgrid import cli
from pacgrid.cli import COMMANDS, OTHER_WORDS, load_command
from pacgrid.errors import AgentError


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_found_by_its_name_and_has_help(pacgrid, name):
    assert load_command(name).name == name
    assert pacgrid(name, "--help").stdout == pacgrid("help", name).stdout
    assert f"│ {name} " in pacgrid("help").stdout


def test_help_and_version_are_options_and_words(pacgrid):
    assert pacgrid("help").stdout == pacgrid("--help").stdout
    assert pacgrid("version").stdout == pacgrid("--version").stdout
    assert pacgrid("help", "assignment", "check").stdout.count("assignment check") == 1


@pytest.mark.parametrize(("word", "command"), OTHER_WORDS.items())
def test_another_word_for_a_command_names_it(pacgrid, word, command):
    error = "".join(pacgrid(word, exit_code=2).stderr.replace("│", "").split())
    assert f"Nosuchcommand'{word}'.Thatis:{command.replace(' ', '')}" in error
    assert command.split()[1].rstrip(",") in COMMANDS
    assert word not in COMMANDS


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        (["--version"], set()),
        (["layouts"], {"lists"}),
        pytest.param(["help", "new"], {"new"}, marks=pytest.mark.slow),
    ],
)
def test_a_command_imports_no_other_commands(words, commands):
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
def test_a_group_answers_help_as_the_whole_does(pacgrid, group):
    assert pacgrid(group, "help").stdout == pacgrid(group, "--help").stdout
    assert pacgrid(group, "help").stdout == pacgrid("help", group).stdout
    help_of_check = pacgrid("assignment", "help", "check").stdout
    assert help_of_check == pacgrid("assignment", "check", "--help").stdout


def test_a_misspelt_command_of_a_group_gets_a_suggestion(pacgrid):
    for words, rest in (
        ("assignment chekc", "Did you mean 'check'?"),
        ("ladder start", "pacgrid ladder --help lists all commands."),
    ):
        error = pacgrid(*words.split(), exit_code=2).stderr
        assert f"No such command '{words.split()[1]}'. {rest}" in error


def test_all_commands_fit_one_screen(pacgrid, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = pacgrid("--help").stdout.splitlines()
    assert len(lines) < 40  # a line is left for the prompt
    assert max(map(len, lines)) <= 80


def test_the_command_line_stays_small():
    def options(command):
        if not hasattr(command, "commands"):
            yield sum(each.param_type_name == "option" for each in command.params) - 1  # --help
            return
        for each in command.commands.values():
            yield from options(each)

    counts = [count for name in COMMANDS for count in options(load_command(name))]
    assert len(COMMANDS) <= 17
    assert max(counts) <= 18
    assert sum(counts) <= 150


def test_an_error_shows_the_agents_own_lines_and_an_interrupt_nothing(monkeypatch, capsys):
    for error, code, text in (
        (AgentError("mine.py: bad", "  line 3"), 1, "Error: mine.py: bad\n  line 3\n"),
        (KeyboardInterrupt(), 130, ""),
    ):

        def fail(error=error):
            raise error

        monkeypatch.setattr(cli, "app", fail)
        with pytest.raises(SystemExit) as caught:
            cli.main()
        assert caught.value.code == code
        assert capsys.readouterr().err == text


@pytest.mark.parametrize("columns", ["0", "", "00"])
def test_a_terminal_of_unknown_width_gets_output(monkeypatch, capsys, columns):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "argv", ["pacgrid", "games"])
    with pytest.raises(SystemExit):
        cli.main()
    assert "tictactoe" in capsys.readouterr().out


def test_an_archive_is_not_run_from(monkeypatch, capsys, tmp_path):
    archive = tmp_path / "pacgrid.whl"
    archive.touch()
    monkeypatch.setattr(cli, "__file__", str(archive / "pacgrid" / "cli" / "__init__.py"))
    monkeypatch.setattr(sys, "argv", ["pacgrid", "games"])
    with pytest.raises(SystemExit):
        cli.main()
    error = f"Error: Pacgrid doesn't run from the archive {archive}: pip install it\n"
    assert capsys.readouterr().err == error


def test_a_full_disk_is_one_line(monkeypatch):
    def fill():
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(cli, "app", fill)
    with pytest.raises(SystemExit, match="Error: the output can't be written"):
        cli.main()


def test_a_character_missing_from_the_console_is_a_question_mark(monkeypatch):
    console = TextIOWrapper(BytesIO(), "cp1252")
    monkeypatch.setattr(sys, "stdout", console)
    monkeypatch.setattr(cli, "app", lambda: typer.echo("✗ é"))
    cli.main()
    assert console.buffer.getvalue().split() == [b"?", b"\xe9"]


# What people type -> what they are told.
GONE = """
grade agent.py --same-random -> CS 188's games are equal in rules
learn-ghost pocket -> count a ghost's moves in records
dataset pocket -> `pacgrid play --games
convert pocket -> `pacgrid grade --assignment
layout pocket -> `pacgrid layouts
course pocket -> grade each assignment; gradebook.csv
copies pocket -> JPlag, Dolos or MOSS
grade agent.py --decisions file -> change points in gradebook.csv
grade agent.py --open -> --out FOLDER writes
grade agent.py --show-hidden -> use grade --all
ladder run entrants --json x -> ladder.json in the folder of --out has the same
doctor --json x -> pacgrid.cli.doctor.findings() has what it found
solve pocket --json x -> pacgrid.solutions
assignment check --journal x -> `pacgrid grade` says which hidden tests have new seeds
bench reflex --suite v1 -> name the layouts and ghosts
bench reflex --with theirs.json -> compare two files
bench reflex --sweep depth=1..4 -> bench minimax:depth=1 minimax
quiz book --moodle q.xml -> Moodle has question banks
quiz book --view terminal -> --save writes a page that asks
play reflex --theme light -> press L or C, or set PACGRID_THEME
"""


@pytest.mark.parametrize("row", GONE.strip().splitlines())
def test_what_went_names_what_to_use_instead(pacgrid, monkeypatch, row):
    monkeypatch.setenv("COLUMNS", "200")
    command, instead = row.split(" -> ")
    error = " ".join(pacgrid(*command.split(), exit_code=2).stderr.replace("│", "").split())
    assert " isn't here any more: " in error
    assert instead in error
