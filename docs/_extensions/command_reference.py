"""```` ```{commands} ````: every command of the command line, with its arguments and options."""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from generated import add_generated, code, plain, table
from sphinx.application import Sphinx
from typer.main import get_command

from pacgrid.cli import app as command_line


def commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """A command and those below it, each with what one types for it."""
    if not hasattr(command, "list_commands"):
        yield name, command
        return
    for word in command.list_commands(None):
        yield from commands(command.get_command(None, word), f"{name} {word}")


def section(name: str, command: Any) -> str:
    """A command, under its own heading."""
    shown = [each for each in command.params if not each.hidden]
    arguments = [each for each in shown if each.param_type_name == "argument"]
    options = [each for each in shown if each.param_type_name == "option"]
    words = "".join(f" {each.metavar}" for each in arguments)
    usage = f"```sh\n{name}{' [OPTIONS]' if options else ''}{words}\n```"
    parts = [f"## {code(name)}", _prose(command.help or "", name), usage]
    if arguments:
        rows = [(code(each.metavar or each.name), _help(each)) for each in arguments]
        parts.append(table(("argument", "what it is"), rows))
    if options:
        rows = [(_spelling(each), _help(each)) for each in options]
        parts.append(table(("option", "what it does"), rows))
    return "\n\n".join(parts)


def _prose(text: str, name: str) -> str:
    """A command's help; the examples in it, which begin with `pacgrid`, become code."""
    prose = re.sub(r"(?<![`\w])pacgrid [a-z][^\n`]*?(?=[.]?(?:\n|$))", lambda m: f"`{m[0]}`", text)
    return "\n\n".join(plain(part) for part in prose.split("\n\n")) or code(name)


def _spelling(option: Any) -> str:
    value = "" if option.is_flag or not option.metavar else f" {option.metavar}"
    names = [*reversed(option.opts), *option.secondary_opts]
    return ", ".join(code(f"{name}{value}") for name in names)


def _help(parameter: Any) -> str:
    default = parameter.default
    if isinstance(default, Enum):
        default = default.value
    text = plain(parameter.help or "")
    if parameter.required:
        return f"{text} Required."
    if default in (None, False, ()) or "Default:" in text:
        return text
    if default is True:
        return f"{text} Default: yes."
    return f"{text} Default: {code(str(default))}."


def markdown(_app: Sphinx, _argument: str, _options: Mapping[str, str]) -> str:
    """Every command."""
    found = commands(get_command(command_line), "pacgrid")
    return "\n\n".join(section(name, command) for name, command in found)


def setup(app: Sphinx) -> dict[str, bool]:
    return add_generated(app, "commands", markdown)
