"""What the shell completes: names of agents and layouts, and files."""

from collections.abc import Iterable
from pathlib import Path

from pacgrid.agent_loader import plugins, shipped_names
from pacgrid.games.game_loader import game_names
from pacgrid.layout import Layout
from pacgrid.session.game_source import NAME
from pacgrid.teams import TEAMS


def complete_agent(incomplete: str) -> list[str]:
    """Agents: the keyboard, shipped ones, plug-ins and Python files."""
    names = [NAME, *shipped_names(), *(plugin.name for plugin in plugins())]
    return _starting(incomplete, [*names, *_files(incomplete, ".py")])


def complete_ghosts(incomplete: str) -> list[str]:
    """Agents, and teams of ghosts."""
    return [*_starting(incomplete, TEAMS), *complete_agent(incomplete)]


def complete_layout(incomplete: str) -> list[str]:
    """Layouts: shipped ones and files."""
    return _starting(incomplete, [*Layout.shipped(), *_files(incomplete, ".lay")])


def complete_solvable(incomplete: str) -> list[str]:
    """Layouts, and files with solutions."""
    return list(dict.fromkeys([*complete_layout(incomplete), *_files(incomplete, ".solution")]))


def complete_game(incomplete: str) -> list[str]:
    """Other games: shipped ones and files with trees."""
    return _starting(incomplete, [*game_names(), *_files(incomplete, ".tree")])


def _starting(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _files(incomplete: str, suffix: str) -> list[str]:
    """The files with that suffix in the directory that `incomplete` names, and its directories."""
    directory, slash, _ = incomplete.rpartition("/")
    folder = Path(directory + slash)
    if not folder.is_dir():
        return []
    return sorted(
        f"{directory}{slash}{path.name}" + ("/" if path.is_dir() else "")
        for path in folder.iterdir()
        if not path.name.startswith((".", "__")) and (path.suffix == suffix or path.is_dir())
    )
