"""`pacgrid new`: an agent file to start from."""

import re
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.errors import PacgridError


class NewError(PacgridError):
    """A file that can't be written there."""


class Kind(StrEnum):
    """The templates there are."""

    AGENT = "agent"
    SEARCH = "search"
    GHOST = "ghost"


def new(
    path: Annotated[Path, typer.Argument(help="The file to write.")] = Path("my_agent.py"),
    kind: Annotated[
        Kind, typer.Option(help="A simple Pac-Man, a search agent, or a ghost.")
    ] = Kind.AGENT,
) -> None:
    """Write a commented agent file to start from."""
    if path.suffix != ".py":
        raise NewError(f"{path}: an agent is a Python file; call it {path.with_suffix('.py').name}")
    name = class_name(path.stem)
    if not name.isidentifier():
        raise NewError(f"{path}: start the name with a letter, so that a class can be called so")
    text = agent_source(kind, path)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise NewError(f"{path}: is there already; choose another name") from None
    except OSError as error:
        raise NewError(f"{path}: can't be written: {error.strerror}") from None
    role = "--ghosts" if kind is Kind.GHOST else "--pacman"
    Console(highlight=False).print(
        f"Wrote [bold]{path}[/] with the class [bold]{name}[/]. Watch it play:\n"
        f"  pacgrid play {role} {path}"
    )


def agent_source(kind: Kind, path: Path) -> str:
    """The text of a new agent file that is to stand at `path`."""
    template = (files("pacgrid.cli.templates") / f"{kind}.py").read_text("utf-8")
    return template.replace("MyAgent", class_name(path.stem)).replace("{file}", str(path))


def class_name(stem: str) -> str:
    """`my_agent` → `MyAgent`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"\W|_", stem))
