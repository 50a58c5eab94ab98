"""A real notebook, run by a kernel: what it shows."""

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbclient, which runs notebooks, isn't installed")
nbclient = pytest.importorskip("nbclient", reason="nbclient, which runs notebooks, isn't installed")
pytest.importorskip("ipykernel", reason="ipykernel isn't installed")

CELLS = (
    "from pacgrid import Agent, grade\n"
    "from pacgrid.agents.alpha_beta import AlphaBeta\n"
    "from pacgrid.games.game_loader import load_game\n"
    "from pacgrid.tree.recorder import record_search",
    "load_game('tictactoe').successor(4)",
    "record_search(AlphaBeta(depth=2), load_game('book'))",
    "class Reflex(Agent):\n"
    "    def act(self, state):\n"
    "        return max(state.legal_actions(), key=lambda a: state.successor(a).score)",
    "grade(Reflex, only='reflex.1', fast=True)",
    "maker = object()\nclass Odd(Agent):\n    def act(self, state):\n        return maker",
    "grade(Odd)",
)


@pytest.mark.slow
def test_a_notebook_shows_games_searches_and_grades() -> None:
    book = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, CELLS)])
    nbclient.NotebookClient(book, timeout=120, allow_errors=True).execute()
    _, game, search, _, grade, _, odd = (cell.outputs[-1:] for cell in book.cells)
    assert game[0].data["image/svg+xml"].startswith("<svg")
    assert search[0].data["text/html"].startswith("<iframe ")
    report = grade[0].data["text/plain"]
    assert report.startswith("Pac-Man versus ghosts (first look)  Reflex\n2 of 2 points\n")
    assert "pacgrid grade " not in report  # no file holds the class
    assert odd[0].evalue.startswith("Odd uses maker")
