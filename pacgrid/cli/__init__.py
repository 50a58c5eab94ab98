"""The command line, `pacgrid COMMAND`: the commands by name, each imported when it is used."""

import errno
import os
import re
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from pacgrid.common.gone import gone
from pacgrid.errors import PacgridError

PANELS = {
    "Play": {"play": "play", "replay": "play", "compare": "play", "bench": "bench"},
    "Write": {
        "new": "new",
        "grade": "grade",
        "tree": "tree",
        "quiz": "quiz",
        "agents": "lists",
        "games": "lists",
        "layouts": "lists",
    },
    "Teach": {"assignment": "assignment", "ladder": "ladder", "site": "assignment"},
    "Research": {"learn": "learn", "solve": "solve"},
    "This machine": {"doctor": "doctor"},
}
"""The panels of `pacgrid --help`. Each command has its module in `pacgrid.cli`, with a function of
its name or, for a group of commands, an app: `ladder_app`."""

COMMANDS = {name: module for panel in PANELS.values() for name, module in panel.items()}

OTHER_WORDS = {
    "watch": "pacgrid play",
    "run": "pacgrid play",
    "test": "pacgrid grade",
    "tournament": "pacgrid ladder run",
    "contest": "pacgrid ladder run",
    "train": "pacgrid learn",
    "analyse": "pacgrid replay GAME --analyse",
    "analyze": "pacgrid replay GAME --analyse",
    "check": "pacgrid doctor",
    "info": "pacgrid doctor",
    "list": "pacgrid layouts, pacgrid agents or pacgrid games",
}

_ALIKE = 0.75
"""How alike two words must be for one to be meant: more than `grade` and `generate`."""


class CommandGroup(TyperGroup):
    """A group of commands; also `help` and `help COMMAND`. A misspelt one gets a suggestion."""

    option_words: tuple[str, ...] = ("help",)
    """The options that can be written as words."""
    other_words: Mapping[str, str] = {}

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        word, *rest = args
        if word == "help" and rest:
            word, *rest = args = [*rest, "--help"]
        if word in self.option_words:
            return self.main([f"--{word}"], ctx.info_name, parent=ctx.parent)
        if word in self.other_words:
            ctx.fail(f"No such command '{word}'. That is: {self.other_words[word]}")
        names = self.list_commands(ctx)
        if word not in names:
            close = get_close_matches(word, names, n=1, cutoff=_ALIKE)
            group = f"pacgrid {self.name}" if ctx.parent else "pacgrid"
            if line := gone(f"{group} {word}"):
                ctx.fail(line)
            mend = f"Did you mean '{close[0]}'?" if close else f"{group} --help lists all commands."
            ctx.fail(f"No such command '{word}'. {mend}")
        return super().resolve_command(ctx, args)


class Commands(CommandGroup):
    """The commands of the command line; also `version`."""

    option_words = ("help", "version")
    other_words = OTHER_WORDS

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Exception as error:  # Typer doesn't export its NoSuchOption
            option, message = getattr(error, "option_name", ""), getattr(error, "message", "")
            if isinstance(message, str) and message.startswith(prefix := "Value error, "):
                error.message = message.removeprefix(prefix)  # type: ignore[attr-defined]
            extra = re.fullmatch(r"Got unexpected extra argument.* \((.*)\)", message or "")
            if option or extra:
                context = error.ctx  # type: ignore[attr-defined]
                names, at = [option] if option else [], context
                while at.parent:  # the program itself may be called otherwise
                    names, at = [at.info_name, *names], at.parent
                command = f"pacgrid {' '.join(names)}"
                if line := option and (gone(command) or gone(option)):
                    context.fail(line)
                if extra:
                    params = context.command.params
                    taken = [p.metavar for p in params if p.param_type_name == "argument"]
                    one = f"one {' and one '.join(taken)}" if taken else "only options"
                    context.fail(f"{command} takes {one}; leave out {extra[1]}")
            raise

    def get_params(self, ctx: Any) -> Any:
        params: Any = super().get_params(ctx)
        for param in params:  # the help fits one screen
            if param.name == "install_completion":
                param.help = "Install completion for this shell."
            param.hidden = param.name == "show_completion"
        return params

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        return load_command(cmd_name) if cmd_name in COMMANDS else None


def load_command(name: str) -> Any:
    """The command called `name`, one of `COMMANDS`."""
    module = import_module(f"pacgrid.cli.{COMMANDS[name]}")
    if group := getattr(module, f"{name}_app", None):
        command: Any = get_group(group)
        command.name = name
    else:
        app = typer.Typer(add_completion=False, rich_markup_mode="rich")
        app.command(name)(getattr(module, name))
        command = get_command(app)
    command.rich_help_panel = next(panel for panel, names in PANELS.items() if name in names)
    return command


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"pacgrid {version('pacgrid')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Pac-Man versus ghosts: write an agent, watch it play, have it graded."""


def _check_installed() -> None:
    """Raises PacgridError if Pacgrid is imported from an archive: it opens and copies its files."""
    file = Path(__file__)
    if archive := next(filter(Path.is_file, file.parents), None):
        raise PacgridError(f"Pacgrid doesn't run from the archive {archive}: pip install it")


def main() -> None:
    """Run the command line; an error in the input prints one line and exits with 1."""
    # The processes that this one starts don't import from the current folder, either.
    os.environ["PYTHONSAFEPATH"] = "1"
    if not os.environ.get("COLUMNS", "1").strip("0"):  # 0: it is unknown
        del os.environ["COLUMNS"]
    for stream in (sys.stdout, sys.stderr):
        # A redirected Windows console can't encode every character: it gets a "?" instead.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        _check_installed()
        app()
    except PacgridError as error:
        from rich.text import Text

        from pacgrid.cli.console import SafeConsole
        from pacgrid.errors import AgentError, LayoutError

        console = SafeConsole(stderr=True, soft_wrap=True)
        is_placed = isinstance(error, LayoutError) and re.search(r":\d+:\d+: ", str(error))
        prefix = "LayoutError: " if is_placed else "Error: "
        console.print(Text(prefix, "bold red") + Text(str(error)))
        if isinstance(error, AgentError) and error.details:
            console.print(Text(error.details, "dim"))
        raise SystemExit(1) from None
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise SystemExit("Error: the output can't be written: no space left") from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
