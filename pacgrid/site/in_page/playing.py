"""Games and searches that the page shows, with the sessions and frames of every other view."""

import json
from typing import Any

from pacgrid.agent_loader import load_agent, load_agents, suitable_agent
from pacgrid.errors import PacgridError
from pacgrid.game import Limits
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.games.game_loader import tree_text as shipped_tree
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.render.web.clients import FrameStream, ShownFrame, read_event
from pacgrid.render.web.frame_json import FrameJson
from pacgrid.render.web.tree_page import tree_page
from pacgrid.session.frame import Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import NAME, Keyboard, LiveGame
from pacgrid.session.session import NextAction, Settings, usual_speed
from pacgrid.session.themes import DARK, LIGHT
from pacgrid.site.in_page.workspace import OWN, agent_spec, save
from pacgrid.state import State
from pacgrid.teams import ghost_names
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.tree_text import tree_text
from pacgrid.tree.tree_view import MOST_NODES
from pacgrid.tree.whole_tree import leaves_come_first, whole_tree

MOVING_RATE, RESTING_RATE = 30, 10
"""Frames per second."""


class PlayedInPage:
    """The game that is shown, and what the page knows of it."""

    def __init__(self) -> None:
        self._choice: dict[str, Any] = {}
        self._settings: Settings | None = None
        self.session: GameSession | None = None
        self._shown = ShownFrame()
        self._stream = FrameStream()
        self._seed = 0

    def start(self, choice: dict[str, Any]) -> None:
        """Begin the game of a `choice`: `text`, the file; `game`; `first`, the agent that plays,
        and `others`, its opponents; `layout`, `seed`, `depth`, and whether it is `light`.

        Raises PacgridError if it can't be played.
        """
        save(choice["text"])
        self._choice, self._seed = choice, choice["seed"]
        self._settings = None
        self._begin()

    def _begin(self) -> None:
        game = self._game()
        if self._settings is None:
            self._settings = Settings(
                speed=usual_speed(game.setup, person_plays=game.person_plays),
                theme=LIGHT if self._choice["light"] else DARK,
                overlays={Overlay.VALUES},
            )
        self.stop()
        self.session = GameSession(game, settings=self._settings, enter_effect="next game")

    def _game(self) -> LiveGame:
        choice = self._choice
        first, others = agent_spec(choice["first"], choice["depth"]), choice["others"]
        if choice["game"] == "pacman":
            layout = Layout.load(choice["layout"])
            ghosts = ghost_names([others], len(layout.ghosts), choice["layout"])
            setup: Any = PacmanSetup(layout, 1 + len(ghosts))
            person = Keyboard()
            agents = load_agents((first, *ghosts), lambda name: _built(name, person))
        else:
            setup = BoardSetup.load(choice["game"])
            agents = [_built(name) for name in (first, *[others] * (len(setup.players) - 1))]
        return LiveGame(setup, agents, seed=self._seed, limits=Limits())

    def stop(self) -> None:
        """End the game."""
        if self.session:
            self.session.close()
        self.session = None

    def joined(self) -> None:
        """The page that shows it has just been loaded, and knows nothing."""
        self._stream = FrameStream()

    def press(self, message: str) -> None:
        """A person did something. Raises ValueError if it isn't an event."""
        if self.session and self.session.next_action is None:
            read_event(message)(self.session)

    def advance(self, seconds: float) -> tuple[str, float]:
        """Let time pass. Returns what is news to the page, "" if nothing, and how many seconds it
        should wait until the next call."""
        if not self.session:
            return "", 1.0
        if self.session.next_action is not None:
            self._seed += self.session.next_action is not NextAction.QUIT
            self._begin()
        self.session.advance(seconds)
        frame = self.session.frame()
        self._shown = self._shown.next(frame) or self._shown
        own = {"notice": "", "plays": True, "over": False}
        shown: FrameJson = {
            "view": self._shown.json["view"] | own,
            "boards": self._shown.json["boards"],
        }
        news = self._stream.news(shown, self._shown.table)
        boards = news.pop("boards")
        is_news = any(boards) or any(news.values())
        rate = MOVING_RATE if frame.moving else RESTING_RATE
        return json.dumps({**news, "boards": boards}) if is_news else "", 1 / rate

    def position(self) -> str:
        """The position that is shown, as text; "" if no game of Pac-Man is."""
        if not self.session or self._choice["game"] != "pacman":
            return ""
        states = self.session.games[0].states
        return str(states[min(self.session.playback.ply, len(states) - 1)])


def _built(name: str, person: Keyboard | None = None) -> Any:
    return person if name == NAME else load_agent(name)


LONGEST_TEXT = 100_000
"""The most characters of a drawn tree."""


class SearchError(PacgridError):
    """A search that can't be shown."""


def of_position(text: str, agent: str, depth: int, layout: str, position: str) -> dict[str, Any]:
    """The page that steps through the search of `agent` at a `position`, as it is printed, or at
    the start of `layout`; and the tree as text. Raises PacgridError."""
    save(text)
    state = State.parse(position) if position.strip() else State.initial(Layout.load(layout))
    return _searched(state, agent, depth, "this position" if position.strip() else layout)


def of_game(text: str, agent: str, depth: int, game: str) -> dict[str, Any]:
    """The same at the start of another game, such as `tictactoe`. Raises PacgridError."""
    save(text)
    return _searched(load_game(game), agent, depth, game)


def of_drawn_tree(tree: str, agent: str) -> dict[str, Any]:
    """The same of a drawn tree, searched to its end by a shipped agent. Raises PacgridError."""
    if len(tree) > LONGEST_TEXT:
        raise SearchError(f"a tree has at most {LONGEST_TEXT:,} characters")
    root = DrawnTree.parse(tree, "my.tree")
    if root.is_terminal:
        raise SearchError("the tree has only one node, so there is nothing to search")
    return _searched(root, agent, root.height, "my.tree")


def drawn_tree(name: str) -> str:
    """The text of a shipped tree."""
    return shipped_tree(f"{name}.tree")


def _searched(state: Any, agent: str, depth: int, title: str) -> dict[str, Any]:
    if state.is_terminal:
        raise SearchError(f"{title}: the game is over here, so there is nothing to search")
    is_own = agent.startswith(OWN)
    shipped = f"{agent or suitable_agent(state)}:depth={depth}"
    trees = record_search(load_agent(agent_spec(agent, depth) if is_own else shipped), state)
    last = trees[-1]
    return {
        "page": tree_page(trees, title),
        "text": _text(last, whole=leaves_come_first(trees)),
        "failure": last.failure.message if last.failure else "",
    }


def _text(tree: SearchTree, *, whole: bool) -> str:
    shown = whole_tree(tree) if whole else tree
    return tree_text(shown, most_nodes=len(shown.nodes) if shown.is_whole else MOST_NODES)
