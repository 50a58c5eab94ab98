from pathlib import Path

from typer.testing import CliRunner

from pacgrid import Layout
from pacgrid.agent_loader import shipped_names
from pacgrid.cli import app
from pacgrid.cli.lists import layout_purposes


def test_layouts_lists_every_shipped_layout_and_what_it_is_for():
    done = CliRunner().invoke(app, ["layouts"], env={"COLUMNS": "140"})
    assert done.exit_code == 0
    for name, purpose in layout_purposes().items():
        layout = Layout.load(name)
        for shown in (name, purpose, f"{layout.width} x {layout.height}"):
            assert shown in done.output
    done = CliRunner().invoke(app, ["layouts", "small"])
    rows, numbers, purpose = done.output.rstrip().rsplit("\n", 2)
    assert rows.rstrip() == str(Layout.load("small"))
    assert numbers == "19 x 7, ghosts 2, food 53, capsules 2"
    assert purpose == layout_purposes()["small"]


def test_a_printed_layout_is_a_file_that_loads_again(pacgrid):
    name = "random:version=1,seed=7,size=15x9,style=arcade"
    done = pacgrid("layouts", "random:seed=7,size=15x9")
    assert done.stdout == f"{Layout.load(name)}\n"
    assert done.stderr == f"15 x 9, ghosts 4, food 53, capsules 1\n{name}\n"
    Path("my.lay").write_text(done.stdout)
    assert Layout.load("my.lay") == Layout.load(name)
    assert pacgrid("layouts", "my.lay").stdout == done.stdout


def test_agents_lists_every_shipped_agent_and_its_options():
    done = CliRunner().invoke(app, ["agents"], env={"COLUMNS": "140"})
    assert done.exit_code == 0
    for name in [*shipped_names(), "keyboard"]:
        assert name in done.output
    assert "attack=0.8, flee=0.8" in done.output
