"""The menus: which game to play, and who takes over from which position."""

import ast
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from itertools import islice
from pathlib import Path

from pacgrid.agent import Agent, AgentSpec, GhostTeam
from pacgrid.agent_loader import MAX_AGENT_BYTES, load_agent, ready_names
from pacgrid.errors import AgentError, PacgridError
from pacgrid.game import Limits, name_of
from pacgrid.records.record import display_name
from pacgrid.search import is_general_sum
from pacgrid.session.frame import Sheet, SheetRow, Tab
from pacgrid.session.playback import NAME, GameSource, Keyboard, LiveGame, Playback
from pacgrid.session.session import OpenSheet


class TakeoverMenu(OpenSheet):
    """Arrows, digits and letters select, Enter takes over, Escape closes."""

    def __init__(self, playback: Playback, symbols: tuple[str, ...] = ()) -> None:
        self.branch: tuple[int, LiveGame] | None = None
        """The number of the game that was taken over, and the game that replaces it."""
        self.row = 0
        self.problem = ""
        self._playback = playback
        is_one = len(playback.games) == 1
        self._tabs = tuple(
            Tab(agent, number, seat if is_one else f"{seat}, game {number + 1}", symbols)
            for number, game in enumerate(playback.games)
            for agent, seat in enumerate(game.setup.players)
        )
        first = playback.games[0]
        mover = first.states[playback.ply_of(first)].to_move
        self.choose_tab(0 if first.setup.has_rounds else max(mover, 0))

    def press(self, key: str) -> None:
        self.problem = ""
        match key:
            case "escape" | "q" | "t":
                self.is_open = False
            case "enter":
                self._take_over()
            case "up" | "down":
                self.row = (self.row + (1 if key == "down" else -1)) % len(self.names)
            case "left" | "right" | "tab":
                self.choose_tab(self.tab + (-1 if key == "left" else 1))
            case _ if key.isdecimal() and 1 <= int(key) <= len(self.names):
                self.row = int(key) - 1
            case _ if len(key) == 1:
                self._search(key)

    def choose_row(self, row: int) -> None:
        """Take over with the name in that row."""
        self.row = row
        self.press("enter")

    def choose_tab(self, tab: int) -> None:
        """Select an agent; after the last one comes the first."""
        self.tab = tab % len(self._tabs)
        chosen = self._tabs[self.tab]
        self.names = candidates(self._playback.games[chosen.game], chosen.agent)
        self.row = min(self.row, len(self.names) - 1)

    def sheet(self) -> Sheet:
        tab = self._tabs[self.tab]
        game = self._playback.games[tab.game]
        seat, name = game.setup.players[tab.agent], display_name(game.agents[tab.agent])
        where = f" in game {tab.game + 1}" if len(self._playback.games) > 1 else ""
        rows = (
            SheetRow(str(number) if number < 10 else "", display_name(name))
            for number, name in enumerate(self.names, start=1)
        )
        return Sheet(
            "Take over from here",
            tuple(rows),
            self.row,
            self._tabs,
            self.tab,
            subtitle=f"Replace {seat} ({name}){where} with",
            hint="← → agent   ↑ ↓ replacement   Enter: take over   Esc: close",
            problem=self.problem,
        )

    def _take_over(self) -> None:
        tab, name = self._tabs[self.tab], self.names[self.row]
        games = self._playback.games
        game = games[tab.game]
        ply = self._playback.ply_of(game)
        if game.states[ply].is_terminal:
            self.problem = "this game is over here; close this menu and step back with <"
        elif name == NAME and any(each.person_plays for each in games if each is not game):
            self.problem = "you already play in another game; choose another replacement"
        else:
            try:
                self.branch = tab.game, take_over(game, ply, tab.agent, name)
                self.is_open = False
            except AgentError as error:
                self.problem = str(error)

    def _search(self, letter: str) -> None:
        names = self.names
        later = [(self.row + step) % len(names) for step in range(1, len(names) + 1)]
        self.row = next(
            (n for n in later if display_name(names[n]).lower().startswith(letter)), self.row
        )


LABELS = ("Pac-Man", "Layout", "Ghosts")
START_ROW = len(LABELS)


@dataclass(frozen=True)
class GameChoice:
    pacman: str
    layout: str
    ghosts: str


class StartMenu(OpenSheet):
    """Lets a person choose a game, which is shown behind the menu.

    Args:
        pacmen, layouts, ghosts: the names to choose from, with descriptions.
        build: makes the chosen game; may raise PacgridError.
        choice: the first choice; default: the first names.
    """

    def __init__(
        self,
        pacmen: Mapping[str, str],
        layouts: Mapping[str, str],
        ghosts: Mapping[str, str],
        build: Callable[[GameChoice], GameSource],
        choice: GameChoice | None = None,
    ) -> None:
        self.cancelled = False
        self.row = START_ROW
        self.problem = ""
        self._options = (pacmen, layouts, ghosts)
        self._build = build
        self.choice = choice or GameChoice(*(next(iter(names)) for names in self._options))
        self.game: GameSource = build(self.choice)

    def press(self, key: str) -> None:
        match key:
            case "up" | "down" | "w" | "s":
                self.row = (self.row + (1 if key in ("down", "s") else -1)) % (START_ROW + 1)
            case "left" | "right" | "a" | "d":
                self._change(-1 if key in ("left", "a") else 1)
            case "enter" | " ":
                self.is_open = bool(self.problem)
            case "escape" | "q":
                self.is_open, self.cancelled = False, True

    def choose_row(self, row: int) -> None:
        """Choose the row's next value, or start."""
        self.row = row
        if row == START_ROW:
            self.press("enter")
        else:
            self._change(1)

    def sheet(self) -> Sheet:
        rows = zip(LABELS, map(display_name, astuple(self.choice)), strict=True)
        return Sheet(
            "Pacgrid",
            (*(SheetRow(label, f"‹ {value} ›") for label, value in rows), SheetRow("Start")),
            self.row,
            subtitle=self._description(),
            hint="↑ ↓ select   ← → change   Enter: start   Esc: close",
            problem=self.problem,
            aside=True,
        )

    def _description(self) -> str:
        if self.row == START_ROW:
            return "Eat all the food, and don't get caught."
        return self._options[self.row][astuple(self.choice)[self.row]]

    def _change(self, step: int) -> None:
        """Choose the next value of the selected row; after the last one comes the first."""
        if self.row == START_ROW:
            return
        chosen = list(astuple(self.choice))
        names = list(self._options[self.row])
        chosen[self.row] = names[(names.index(chosen[self.row]) + step) % len(names)]
        self.choice = GameChoice(*chosen)
        self.problem = ""
        try:
            self.game = self._build(self.choice)
        except PacgridError as error:
            self.problem = str(error)


SUBSTITUTE = "directional_ghost"
"""Plays a ghost of a record whose agent can't be loaded."""


def candidates(game: GameSource, agent: int) -> list[str]:
    """The names of agents that could take over: the keyboard, unless a person steers another agent;
    the agent itself; those in files of this folder; and the rest."""
    if game.setup.in_real_time:
        ready = ready_names(ghosts=agent > 0)
        unfit = "_agent" if agent else "_ghost"
        files = agent_files(teams=agent > 0)
        others = [*game.agents, *files, *ready]
        fit = [name for name in others if unfit not in name or ".py" in name]
        steered = any(name == NAME for number, name in enumerate(game.agents) if number != agent)
    else:
        ready = ready_names(any_game=True, general_sum=is_general_sum(game.setup.first_state))
        fit = [*game.agents, *agent_files(), *ready]
        steered = False
    names = dict.fromkeys([NAME, game.agents[agent], *fit])
    return [name for name in names if not (steered and name == NAME)]


def take_over(game: GameSource, ply: int, agent: int, name: str) -> LiveGame:
    """The game up to `ply`, to be continued with the agent called `name` in place of `agent`.

    The other agents start afresh. A `GhostTeam` takes over all ghosts that no person steers; if
    another agent takes over one of its ghosts, it goes on to play the rest. A person's game has no
    limit on rounds. The new game is saved from its first ply.

    A record may come from a stranger, so files that it names don't run unless `name` is one of
    them. `SUBSTITUTE` plays ghosts that are files, or can't be loaded; in another game, a person
    plays for such agents.

    Raises AgentError.
    """
    keyboards = [other for other, taken in enumerate(game.agents) if taken == NAME]
    is_steered = game.setup.in_real_time and any(other != agent for other in keyboards)
    if name == NAME and is_steered:
        raise AgentError("you already play another agent; choose another replacement")
    chosen = _load(game, name)
    taken = {agent}
    if isinstance(chosen, GhostTeam):
        if agent == 0:
            raise AgentError(f"{name} is a team of ghosts, not a Pac-Man; let it take over a ghost")
        taken |= {number for number, other in enumerate(game.agents) if number and other != NAME}
    players = _joined(
        chosen if number in taken else _same_agent(game, number)
        for number in range(len(game.agents))
    )
    limits = (game.limits if isinstance(game, LiveGame) else None) or Limits()
    if any(player is None or isinstance(player, Keyboard) for player in players):
        limits = replace(limits, rounds=None)
    if limits.rounds and ply >= limits.rounds * len(players):
        raise AgentError(f"the limit of {limits.rounds} rounds is reached; only you can play on")
    return LiveGame(game.setup, players, seed=game.seed, limits=limits, played=game.moves[:ply])


def _joined(players: Iterable[Agent | None]) -> list[Agent | None]:
    """`players`, in which one team plays all ghosts of its name."""
    teams: dict[str, GhostTeam] = {}
    return [
        teams.setdefault(name_of(player), player) if isinstance(player, GhostTeam) else player
        for player in players
    ]


def _load(game: GameSource, name: str) -> Agent | None:
    """An agent by its name; for a person, one to steer, or None if they choose actions."""
    if name != NAME:
        return load_agent(name)
    return Keyboard() if game.setup.in_real_time else None


def _same_agent(game: GameSource, number: int) -> Agent | None:
    """A new agent of the same name, or the same object if its name can't be loaded."""
    name = game.agents[number]
    try:
        if not game.players and name != NAME and AgentSpec.parse(name).is_file:
            raise AgentError(f"{name} is a file named in a record; it runs only if you choose it")
        return _load(game, name)
    except AgentError:
        if game.players:
            return game.players[number]
        if not game.setup.in_real_time:
            return None
        if number == 0:
            raise
        return load_agent(SUBSTITUTE)


MOST_FILES = 50
_METHODS = {"act", "getAction"}
_BASES = {"Searcher"}
"""A class that inherits from one of them has `act` already."""
_TEAM = "GhostTeam"


def agent_files(*, teams: bool = True) -> list[str]:
    """The agents in the Python files of the current folder, as `load_agent` takes them: `mine.py`,
    or `mine.py:Careful` if the file has several. Nothing is run or imported; what can't be read is
    left out, and so are `teams` of ghosts, if they aren't wanted."""
    names: list[str] = []
    try:
        paths = sorted(islice(Path().glob("*.py"), MOST_FILES))
    except OSError:
        return []
    for path in paths:
        classes = dict(_agents_in(path))
        source = str(path)
        names += [
            source if len(classes) == 1 else f"{source}:{name}"
            for name, bases in classes.items()
            if teams or _TEAM not in bases
        ]
    return names


def _agents_in(path: Path) -> Iterator[tuple[str, set[str]]]:
    """The classes in `path` that are agents, as far as can be told, and what each inherits from."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_AGENT_BYTES:
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the file's own text
            tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
            if methods & _METHODS or bases & _BASES:
                yield node.name, bases
