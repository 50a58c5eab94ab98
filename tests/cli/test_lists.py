from typer.testing import CliRunner

from pacgrid import Layout
from pacgrid.agent_loader import shipped_names
from pacgrid.cli import app
from pacgrid.cli.lists import layout_purposes


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


def test_agents_lists_every_shipped_agent_and_its_options() -> None:
    done = CliRunner().invoke(app, ["agents"], env={"COLUMNS": "140"})
    assert done.exit_code == 0
    for name in [*shipped_names(), "keyboard"]:
        assert name in done.output
    assert "attack=0.8, flee=0.8" in done.output
