"""Pacgrid: a Pac-Man-versus-ghosts grid world for adversarial search."""

import sys

# `python -m pacgrid` puts the current folder first on the path. It may be a student's, with a
# secrets.py that would run here instead of Python's, so it goes before anything else is imported.
# The last words of `orig_argv` are the module's name and its arguments.
if (
    sys.argv[:1] == ["-m"]
    and sys.orig_argv[-len(sys.argv)].removeprefix("-m").partition(".")[0] == __name__
    and not sys.flags.safe_path
):
    del sys.path[0]

from importlib import import_module
from typing import TYPE_CHECKING

from pacgrid.action import Action
from pacgrid.agent import Agent, ChanceAgent, GhostTeam, Report
from pacgrid.common.markup import markup
from pacgrid.errors import IllegalMoveError, LayoutError, PacgridError
from pacgrid.layout import Layout
from pacgrid.maze import Maze
from pacgrid.state import Ghost, State

__all__ = [
    "Action",
    "Agent",
    "Arrow",
    "ChanceAgent",
    "CompiledSearch",
    "Game",
    "Ghost",
    "GhostTeam",
    "IllegalMoveError",
    "Layout",
    "LayoutError",
    "Limits",
    "Maze",
    "PacgridError",
    "Record",
    "Report",
    "Searcher",
    "State",
    "Trace",
    "analyse",
    "grade",
    "play",
    "quiz",
    "svg",
]

if TYPE_CHECKING:
    from pacgrid.analysis.analyse import analyse
    from pacgrid.autograder.own_grade import grade
    from pacgrid.game import Game, Limits, play
    from pacgrid.kernel.search.compiled_search import CompiledSearch
    from pacgrid.quizzes.quiz import quiz
    from pacgrid.records.record import Record
    from pacgrid.records.thought import Trace
    from pacgrid.render.svg import Arrow, svg
    from pacgrid.search import Searcher

    __version__: str
else:
    # Not every program plays, draws or grades, and workers start often.
    _LOADED_WHEN_USED = {
        "Arrow": "render.svg",
        "CompiledSearch": "kernel.search.compiled_search",
        "Game": "game",
        "Limits": "game",
        "Record": "records.record",
        "Searcher": "search",
        "Trace": "records.thought",
        "analyse": "analysis.analyse",
        "grade": "autograder.own_grade",
        "play": "game",
        "quiz": "quizzes.quiz",
        "svg": "render.svg",
    }

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version  # slower than all the other imports here

            return version("pacgrid")
        if name not in _LOADED_WHEN_USED:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(f"pacgrid.{_LOADED_WHEN_USED[name]}")
        globals()[name] = value = getattr(module, name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, "__version__"})


@markup.register(object)
def _first_markup(value: object) -> str | None:
    from pacgrid.render.notebook import register_markup

    register_markup()
    return markup(value)


if "gymnasium" in sys.modules:  # it takes 0.2 s, so it isn't imported for those who don't use it
    import_module("pacgrid.envs")  # registers the ids
