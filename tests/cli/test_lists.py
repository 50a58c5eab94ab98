from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pacgrid import Layout
from pacgrid.agent_loader import shipped_names
from pacgrid.cli import app
from pacgrid.cli.lists import layout_purposes
from pacgrid.cli.options import OptionError

Run = Callable[..., Result]


def test_layouts_lists_every_shipped_layout_and_what_it_is_for() -> None:
    done = CliRunner().invoke(app, ["layouts"], env={"COLUMNS": "140"})
    assert done.exit_code == 0
    for name, purpose in layout_purposes().items():
        layout = Layout.load(name)
        assert name in done.output
        assert purpose in done.output
        assert f"{layout.width} x {layout.height}" in done.output


def test_a_layout_is_shown_with_its_size_and_what_it_is_for() -> None:
    done = CliRunner().invoke(app, ["layouts", "small"])
    rows, numbers, purpose = done.output.rstrip().rsplit("\n", 2)
    assert rows.rstrip() == str(Layout.load("small"))
    assert numbers == "19 x 7, ghosts 2, food 53, capsules 2"
    assert purpose == layout_purposes()["small"]


def test_a_printed_layout_is_a_file_that_loads_again(pacgrid: Run) -> None:
    name = "random:version=1,seed=7,size=15x9,style=arcade"
    done = pacgrid("layouts", "random:seed=7,size=15x9")
    assert done.stdout == f"{Layout.load(name)}\n"
    assert done.stderr == f"15 x 9, ghosts 4, food 53, capsules 1\n{name}\n"
    Path("my.lay").write_text(done.stdout)
    assert Layout.load("my.lay") == Layout.load(name)
    assert pacgrid("layouts", "my.lay").stdout == done.stdout


def test_all_errors_of_files_are_said_with_their_places(pacgrid: Run) -> None:
    Path("bad.lay").write_text("\n%%%%%%%\n%P.%1?%\n%..%% .\n%%%%%%%\n")
    assert pacgrid("layouts", "--check", "bad.lay", "small", exit_code=1).stdout.splitlines() == [
        "bad.lay:3:5: odd: ghost 1 can't reach Pac-Man",
        "bad.lay:3:6: unknown character '?'; use % . o P G 1-9 or space",
        "bad.lay:4:7: the border is open; write % here",
        "small.lay: nothing is wrong",
    ]


def test_a_missing_file_does_not_keep_others_from_being_checked(pacgrid: Run) -> None:
    done = pacgrid("layouts", "--check", "small", "nowhere.lay", "trap", exit_code=1)
    first, missing, last = done.stdout.splitlines()
    assert (first, last) == ("small.lay: nothing is wrong", "trap.lay: nothing is wrong")
    assert missing.startswith("nowhere.lay: no such layout or file")


def test_what_is_only_odd_is_said_but_is_no_error(pacgrid: Run) -> None:
    Path("odd.lay").write_text("%%%%%%%\n%P.%1 %\n%%%%%%%\n")
    done = pacgrid("layouts", "--check", "odd.lay")
    assert done.stdout == "odd.lay:2:5: odd: ghost 1 can't reach Pac-Man\n"


def test_only_a_check_takes_several_layouts_and_needs_one(pacgrid: Run) -> None:
    with pytest.raises(OptionError, match="name one layout to print; --check takes several"):
        pacgrid("layouts", "small", "trap")
    with pytest.raises(OptionError, match="name the files to check: pacgrid layouts"):
        pacgrid("layouts", "--check")


def test_agents_lists_every_shipped_agent_and_its_options() -> None:
    done = CliRunner().invoke(app, ["agents"], env={"COLUMNS": "140"})
    assert done.exit_code == 0
    for name in [*shipped_names(), "keyboard"]:
        assert name in done.output
    assert "attack=0.8, flee=0.8" in done.output
