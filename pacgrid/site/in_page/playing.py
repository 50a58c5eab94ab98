"""Games that the page shows, with the sessions and frames of every other view."""

import json
from typing import Any

from pacgrid.agent_loader import load_agent, load_agents
from pacgrid.game import Limits
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.render.web.frame_json import FrameJson
from pacgrid.render.web.frame_stream import FrameStream, ShownFrame
from pacgrid.render.web.messages import read_event
from pacgrid.session.frame import Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import NAME, Keyboard, LiveGame
from pacgrid.session.session import MOVES_PER_SECOND, PLAYER_SPEED, SPEED, NextAction, Settings
from pacgrid.session.themes import DARK, LIGHT
from pacgrid.site.in_page.workspace import own_agent, save
from pacgrid.teams import ghost_names

MOVING_RATE, RESTING_RATE = 30, 10
"""Frames per second."""
OWN = "own:"
"""Begins the name of a class in the file."""


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
                speed=PLAYER_SPEED if game.person_plays else SPEED,
                theme=LIGHT if self._choice["light"] else DARK,
                overlays={Overlay.VALUES},
            )
            if not game.setup.in_real_time:
                self._settings.speed = MOVES_PER_SECOND
        self.stop()
        self.session = GameSession(game, settings=self._settings, enter_effect="next game")

    def _game(self) -> LiveGame:
        choice = self._choice
        first, others = self._name(choice["first"]), choice["others"]
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

    def _name(self, name: str) -> str:
        own = name.startswith(OWN)
        return own_agent(name.removeprefix(OWN), self._choice["depth"]) if own else name

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
