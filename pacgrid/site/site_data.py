"""What the page offers to choose from."""

import ast
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.starter_file import starter_file
from pacgrid.games.game_loader import tree_names
from pacgrid.site.in_page.workspace import COURSE
from pacgrid.site.names import completions

AGENTS = (
    *("alpha_beta", "minimax", "expectimax", "iterative_deepening", "mcts", "reflex"),
    "random_agent",
)
"""Pac-Man's that need no compiled package."""
PLAYERS = ("alpha_beta", "minimax", "iterative_deepening", "mcts", "expectiminimax", "random_agent")
"""Of other games."""
SEARCHERS = ("alpha_beta", "minimax", "expectimax", "expectiminimax", "iterative_deepening")
"""Those with a depth."""
GHOSTS = ("random_ghost", "directional_ghost", "minimax_ghost", "arcade", "minimax_team")
GAMES = ("tictactoe", "hexapawn", "nim", "pig")


def site_data(assignment: Assignment, kit: Kit | None = None) -> dict[str, Any]:
    """The choices, the examples and the names that are completed, as JSON has them. The layouts of
    a course's own `kit` come first."""
    return {
        "title": assignment.title,
        "file": assignment.file,
        "questions": [question.name for question in assignment.questions],
        "examples": [*_examples(assignment)],
        "names": completions(),
        "agents": AGENTS,
        "players": PLAYERS,
        "searchers": SEARCHERS,
        "ghosts": GHOSTS,
        "games": GAMES,
        "kit": "kit.zip" if kit else "",
        "layouts": [*(_layouts_of(kit) if kit else ()), *((name, name) for name in _layouts())],
        "trees": tree_names(),
    }


def _layouts() -> list[str]:
    names = (each.name for each in files("pacgrid.layouts").iterdir())
    return sorted(name.removesuffix(".lay") for name in names if name.endswith(".lay"))


def _layouts_of(kit: Kit) -> Iterator[tuple[str, str]]:
    """The paths of layouts of `kit` in the page, and what they are called."""
    for name in kit.files:
        path = COURSE.parent / name
        if path.suffix == ".lay":
            yield path.as_posix(), path.stem


def _examples(assignment: Assignment) -> list[dict[str, str]]:
    """The shipped ones whose question the assignment asks, and its starter file."""
    found = []
    asked = {question.asks_for for question in assignment.questions}
    for file in sorted(files("pacgrid.site.templates").iterdir(), key=lambda each: each.name):
        text = file.read_text("utf-8") if file.name.endswith(".py") else ""
        defined = {getattr(node, "name", "") for node in ast.parse(text).body}
        if defined & asked:
            sentence = (ast.get_docstring(ast.parse(text)) or "").partition(".")[0]
            found.append({"name": file.name.removesuffix(".py"), "title": sentence, "text": text})
    starter = starter_file(assignment)
    return [*found, {"name": "starter", "title": "The starter file", "text": starter}]
