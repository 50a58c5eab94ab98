"""Options as the fields of dataclasses."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from pacgrid.cli.commands import with_options


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
