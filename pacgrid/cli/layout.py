"""`pacgrid layout`: make layouts from seeds, and check layouts."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from pacgrid.cli.commands import CommandGroup
from pacgrid.cli.completion import complete_layout, complete_style, complete_symmetry
from pacgrid.cli.console import SafeConsole, note, note_written
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.options import JsonOption
from pacgrid.cli.output_path import OutputError, check_writable, refusing
from pacgrid.layout import Layout, LayoutError, layout_text
from pacgrid.maze_generator.maze_name import is_maze_name
from pacgrid.maze_generator.options import MazeOptions, read_size, read_symmetry

if TYPE_CHECKING:
    from pacgrid.difficulty.seed_search import MeasuredMaze

_HELP = "Make a layout from a seed, or check layouts."

app = typer.Typer(cls=CommandGroup, no_args_is_help=True, help=_HELP)


@app.callback()
def of_layouts() -> None:
    """Make a layout from a seed, or check layouts."""


@app.command()
def new(
    seed: Annotated[
        int, typer.Option("--seed", "-s", min=0, metavar="N", help="Which maze to make.")
    ] = 0,
    style: Annotated[
        str,
        typer.Option(
            metavar="STYLE",
            help="arcade, caves, rooms, corridors or tiny.",
            autocompletion=complete_style,
        ),
    ] = "arcade",
    size: Annotated[
        str | None,
        typer.Option(
            metavar="WIDTHxHEIGHT",
            help="Columns and rows, with the border. Default: 21x11; of tiny, 8x6.",
        ),
    ] = None,
    symmetry: Annotated[
        str | None,
        typer.Option(
            metavar="SYMMETRY",
            help="none, left-right or rotation. Default: left-right.",
            autocompletion=complete_symmetry,
        ),
    ] = None,
    loops: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Open this share of the closed walls or doors to make more loops, 0 to 1.",
        ),
    ] = None,
    dead_ends: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE", help="Leave this share of the dead ends, 0 to 1; open the others."
        ),
    ] = None,
    ghosts: Annotated[
        int | None, typer.Option(metavar="N", help="How many ghosts there are, 0 to 9.")
    ] = None,
    food: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="Put food on this share of the free cells, 0 to 1."),
    ] = None,
    capsules: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="Put a capsule on this share of them, 0 to 1."),
    ] = None,
    difficulty: Annotated[
        float | None,
        typer.Option(
            metavar="VALUE",
            help="Try seeds, from --seed on, until the layout is so hard: 0 for easy, 1 for"
            " hopeless.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="The file to write. Default: print it."),
    ] = None,
) -> None:
    """Make a layout from a seed.

    The same seed and options make the same layout on every machine. What isn't
    given depends on the style. Wherever a layout is named, its name works too,
    without a file: --layout random:seed=7,style=caves

    Example: pacgrid layout new --seed 7 --style caves -o caves.lay
    """
    options = MazeOptions.of(
        seed,
        style,
        size=size and read_size(size),
        symmetry=symmetry and read_symmetry(symmetry),
        loops=loops,
        dead_ends=dead_ends,
        ghosts=ghosts,
        food=food,
        capsules=capsules,
    )
    if difficulty is not None and not 0 <= difficulty <= 1:
        raise LayoutError(f"difficulty is {difficulty:g}; it must be from 0 to 1")
    if out:
        _check_new(out)
    layout = Layout.load(options.name) if difficulty is None else _found(options, difficulty)
    note(layout.name)
    if out is None:
        typer.echo(str(layout))
        return
    with refusing(out), out.open("x", encoding="utf-8") as file:
        file.write(f"{layout}\n")
    note_written(out)


@app.command()
def check(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="LAYOUT...",
            help="Files; names from `pacgrid layouts` and of mazes work, too.",
            autocompletion=complete_layout,
            show_default=False,
        ),
    ],
    difficulty: Annotated[
        bool,
        typer.Option("--difficulty", help="Also measure how hard each is, which takes seconds."),
    ] = False,
    json_path: JsonOption = None,
) -> None:
    """Check layouts: all that is wrong or odd, with its place, and their numbers.

    The exit code is 1 if something is wrong.
    """
    from pacgrid.cli.layout_report import layout_json, layout_lines
    from pacgrid.difficulty.report import DifficultyReport
    from pacgrid.layout_check.check import check_layout

    output, console = JsonOutput(json_path), SafeConsole(soft_wrap=True)
    data, is_wrong = [], False
    for name in names:
        try:
            text, source = _text(name)
        except LayoutError as error:
            note(f"LayoutError: {error}")
            is_wrong = True
            continue
        found = check_layout(text)
        is_wrong |= found.is_wrong
        report = None
        if difficulty and found.is_wrong:
            note(f"{source}: its difficulty can't be measured while something is wrong")
        elif difficulty:
            with SafeConsole(stderr=True).status(f"playing on {name}"):
                report = DifficultyReport.of(Layout.parse(text, source=source))
        data.append(layout_json(source, found, report))
        if not output.is_stdout:
            console.print(Text("\n".join(layout_lines(source, found, report))))
    output.write({"layouts": data})
    if is_wrong:
        raise typer.Exit(1)


def _text(name: str) -> tuple[str, str]:
    """The drawing of that name or file, and how lines about it begin. Raises LayoutError."""
    if is_maze_name(name):
        layout = Layout.load(name)
        return str(layout), layout.name
    return layout_text(name)


def _check_new(path: Path) -> None:
    """Raises OutputError if no new file can be written there."""
    if path.exists():
        raise OutputError(f"{path}: exists already; choose another name")
    check_writable(path)


def _found(options: MazeOptions, wanted: float) -> Layout:
    """The maze that is about as hard as wanted. Raises LayoutError if none is."""
    from pacgrid.difficulty.report import DifficultyReport
    from pacgrid.difficulty.seed_search import SEEDS, find_maze

    with SafeConsole(stderr=True).status("playing") as status:

        def show(maze: "MeasuredMaze") -> None:
            status.update(f"seed {maze.options.seed}: difficulty {maze.difficulty.value:.2f}")

        maze, is_met = find_maze(options, wanted, show)
        if not is_met:
            closest = f"seed {maze.options.seed} with {maze.difficulty.value:.2f}"
            raise LayoutError(
                f"no maze with seed {options.seed} to {options.seed + SEEDS - 1} has difficulty"
                f" {wanted:g}; the closest is {closest}"
            )
        report = DifficultyReport.of(maze.layout, maze.difficulty)
    for line in report.lines():
        note(line)
    return maze.layout
