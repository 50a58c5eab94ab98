"""`pacgrid new`: an agent file to start from."""

import keyword
import re
import shlex
import sys
from enum import StrEnum
from importlib.metadata import packages_distributions
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from pacgrid.cli.console import SafeConsole, check_writable, refusing
from pacgrid.common.failure import HAND_IN
from pacgrid.errors import PacgridError

_IMPORTED = (
    *("Action", "Agent", "ChanceAgent", "GameState", "GhostTeam", "Mapping", "Searcher", "State"),
)
"""Names that the templates import."""


class NewError(PacgridError):
    """An agent file that can't be written."""


class Kind(StrEnum):
    AGENT = "agent"
    SEARCH = "search"
    GHOST = "ghost"
    TEAM = "team"


def new(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")] = Path(
        "my_agent.py"
    ),
    kind: Annotated[
        Kind, typer.Option(help="A simple Pac-Man, a search agent, a ghost, or a team of ghosts.")
    ] = Kind.AGENT,
) -> None:
    """Write a commented agent file to start from."""
    if path.suffix != ".py":
        raise NewError(f"{path}: an agent is a Python file; call it {path.with_suffix('.py').name}")
    if not path.name.isprintable():
        raise NewError(f"{path}: has unprintable characters; choose another file name")
    name = class_name(path.stem)
    if not name.isidentifier() or keyword.iskeyword(name):
        raise NewError(f"{path}: {name!r} can't be the name of a class; choose another file name")
    if name in _IMPORTED:
        raise NewError(f"{path}: the file imports that name; choose another")
    if path.stem in {"pacgrid", *sys.stdlib_module_names, *packages_distributions()}:
        raise NewError(f"{path}: would hide the module {path.stem}; choose another file name")
    text = agent_source(kind, path)
    if path.exists():
        raise NewError(f"{path}: exists already; choose another name")
    check_writable(path)
    with refusing(path), path.open("x", encoding="utf-8") as file:
        file.write(text)
    option = "--ghosts " if kind in (Kind.GHOST, Kind.TEAM) else ""
    message = Text.assemble("Wrote ", (str(path), "bold"), " with the class ", (name, "bold"), ".")
    message.append(f" Watch it play:\n  pacgrid play {option}{_in_shell(path)}\n{HAND_IN}.")
    SafeConsole(soft_wrap=True).print(message)


def agent_source(kind: Kind, path: Path) -> str:
    template = (files("pacgrid.cli.templates") / f"new_{kind}.py").read_text("utf-8")
    return template.replace("MyAgent", class_name(path.stem)).replace("{file}", _in_shell(path))


def _in_shell(path: Path) -> str:
    """`path` as it is typed in a shell; its name alone if the path can't stand in a docstring."""
    typed = path.as_posix()
    return shlex.quote(path.name if re.search(r"[\\\"\ud800-\udfff]", typed) else typed)


def class_name(stem: str) -> str:
    """`my_agent` → `MyAgent`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"\W|_", stem))
