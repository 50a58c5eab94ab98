"""The commands by name, each imported when it is used, and their options as dataclasses."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from difflib import get_close_matches
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from pacgrid.common.gone import gone

PANELS = {
    "Play": {"play": "play", "replay": "replay", "compare": "compare", "bench": "bench"},
    "Write": {
        "new": "new",
        "grade": "grade",
        "tree": "tree",
        "quiz": "quiz",
        "agents": "lists",
        "games": "lists",
        "layouts": "lists",
    },
    "Teach": {"assignment": "assignment", "ladder": "ladder", "site": "site"},
    "Research": {"learn": "learn", "solve": "solve"},
    "This machine": {"doctor": "doctor"},
}
"""The panels of `pacgrid --help`. Each command has its module in `pacgrid.cli`, with a function of
its name, or, for a group of commands, an `app`."""

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
"""What people write instead of the command that they mean."""

_ALIKE = 0.75
"""How alike two words must be for one to be meant: more than `grade` and `generate`."""


class CommandGroup(TyperGroup):
    """A group of commands; also `help` and `help COMMAND`. A misspelt one gets a suggestion."""

    option_words: tuple[str, ...] = ("help",)
    """The options that can be written as words."""
    other_words: Mapping[str, str] = {}
    """What people write instead of the command that they mean."""

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
            if option := getattr(error, "option_name", ""):
                context = error.ctx  # type: ignore[attr-defined]
                command = context.command_path.partition(" ")[2]
                if line := gone(f"pacgrid {command} {option}") or gone(option):
                    context.fail(line)
            raise

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        return load_command(cmd_name) if cmd_name in COMMANDS else None


def load_command(name: str) -> Any:
    """The command called `name`, one of `COMMANDS`."""
    module = import_module(f"pacgrid.cli.{COMMANDS[name]}")
    if function := getattr(module, name, None):
        app = typer.Typer(add_completion=False, rich_markup_mode="rich")
        app.command(name)(with_options(function))
        command: Any = get_command(app)
    else:
        command = get_group(module.app)
        command.name = name
    command.rich_help_panel = next(panel for panel, names in PANELS.items() if name in names)
    return command


def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`command` with an option for each field of those of its parameters that are dataclasses.

    The options stand in the order of the fields. A field of a dataclass may be one itself.
    """

    def call(**values: Any) -> Any:
        return _call(command, values)

    options = list(_options(command))
    call.__doc__ = command.__doc__
    call.__annotations__ = {option.name: option.annotation for option in options}
    call.__signature__ = Signature(options)  # type: ignore[attr-defined]
    return call


def _parameters(function: Callable[..., Any]) -> list[Parameter]:
    return list(signature(function, eval_str=True).parameters.values())


def _options(function: Callable[..., Any]) -> Iterator[Parameter]:
    for parameter in _parameters(function):
        group = parameter.annotation
        if isinstance(group, type) and is_dataclass(group):
            yield from _options(group)
        else:
            yield parameter.replace(kind=Parameter.KEYWORD_ONLY)


def _call(function: Any, values: dict[str, Any]) -> Any:
    """Call a function, or make a dataclass, with those of the `values` that it takes."""
    return function(
        **{
            p.name: _call(p.annotation, values) if is_dataclass(p.annotation) else values[p.name]
            for p in _parameters(function)
        }
    )
