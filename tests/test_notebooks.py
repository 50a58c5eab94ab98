"""A real notebook, run by a kernel: what it shows."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbclient, which runs notebooks, isn't installed")
nbclient = pytest.importorskip("nbclient", reason="nbclient, which runs notebooks, isn't installed")
pytest.importorskip("ipykernel", reason="ipykernel isn't installed")

CELLS = (
    "from pacgrid import grade\n"
    "from pacgrid.agents.alpha_beta import AlphaBeta\n"
    "from pacgrid.games.game_loader import load_game\n"
    "from pacgrid.tree.recorder import record_search",
    "load_game('tictactoe').successor(4)",
    "record_search(AlphaBeta(depth=2), load_game('book'))",
    "%%writefile my_reflex.py\n"
    "from pacgrid import Agent\n"
    "class Reflex(Agent):\n"
    "    def act(self, state):\n"
    "        return max(state.legal_actions(), key=lambda a: state.successor(a).score)",
    "grade('my_reflex.py', only='reflex.1', fast=True)",
)


@pytest.mark.slow
def test_a_notebook_shows_games_searches_and_grades(tmp_path: Path) -> None:
    book = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, CELLS)])
    run = nbclient.NotebookClient(book, timeout=120, allow_errors=True)
    run.resources["metadata"] = {"path": str(tmp_path)}
    run.execute()
    _, game, search, _, grade = (cell.outputs[-1:] for cell in book.cells)
    assert game[0].data["image/svg+xml"].startswith("<svg")
    assert search[0].data["text/html"].startswith("<iframe ")
    report = grade[0].data["text/plain"]
    assert report.startswith("Pac-Man versus ghosts (first look)  my_reflex.py\n2 of 2 points\n")
