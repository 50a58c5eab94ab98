"""The games of OpenSpiel as games to search: `openspiel:checkers`. M. Lanctot and others,
"OpenSpiel: A framework for reinforcement learning in games", 2019.

Only games that a search can treat soundly are loaded: those in which players move in turn, see
everything, and chance has a list of outcomes.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Self

from pacgrid.common.sanitize import one_line
from pacgrid.errors import GameError
from pacgrid.games.game_setup import DrawnBoard
from pacgrid.games.openspiel_boards import AS_TEXT, BOARDS, BoardForm, text_squares
from pacgrid.games.openspiel_evaluations import EVALUATIONS
from pacgrid.games.openspiel_loader import OpenSpielGame, loaded_game, set_up
from pacgrid.search import CHANCE

PREFIX = "openspiel:"
TEXT_IS_KEY = frozenset(
    {
        "breakthrough",
        "clobber",
        "connect_four",
        "dots_and_boxes",
        "gomoku",
        "hex",
        "mancala",
        "mnk",
        "nim",
        "othello",
        "pig",
        "tic_tac_toe",
    }
)
"""The games whose positions are the same if they read the same and the same player is to move;
`tests/games/test_openspiel_games.py` shows it by random games. In all others, two positions are the
same if the same actions led to them: in Go and chess, for example, positions that read the same
differ in what has been repeated."""


class OpenSpielState(DrawnBoard):
    """A position of a game of OpenSpiel. Player 0 is MAX.

    An evaluation may use what OpenSpiel knows: `text`, `tensor()`, or anything of `spiel`, which
    must not be changed.
    """

    __slots__ = ("_actions", "_key", "_text", "game", "spiel", "start")

    game: OpenSpielGame
    spiel: Any
    """The `pyspiel.State`."""
    start: str
    """The position that the game was set up with; "" for the usual one."""
    _actions: tuple[int, ...] | None
    _key: Any
    _text: str | None

    def __init__(self, game: OpenSpielGame, spiel: Any, start: str = "") -> None:
        self.game, self.spiel, self.start = game, spiel, start
        self._actions = self._key = self._text = None

    @property
    def players(self) -> tuple[str, ...]:
        usual = (f"player {number}" for number in range(1, self.num_agents + 1))
        return self.form.players or tuple(usual)

    @property
    def form(self) -> BoardForm:
        """How the board is drawn."""
        return BOARDS.get(self.game.name, AS_TEXT)

    @property
    def num_agents(self) -> int:
        return self.game.num_players

    @property
    def to_move(self) -> int:
        """The player, `CHANCE`, or 0 when the game is over."""
        player: int = self.spiel.current_player()
        return player if player >= CHANCE else 0

    @property
    def is_terminal(self) -> bool:
        return bool(self.spiel.is_terminal())

    @property
    def score(self) -> float:
        """What player 0 has got so far: in most games 0 until the end."""
        return float(self.spiel.returns()[0]) + 0.0  # no -0.0

    def legal_actions(self) -> tuple[int, ...]:
        """OpenSpiel's own numbers; an outcome's where chance moves."""
        if self._actions is None:
            self._actions = tuple(self.spiel.legal_actions())
        return self._actions

    def successor(self, action: int) -> Self:
        if action not in self.legal_actions():  # some games would crash
            raise ValueError(f"{action!r:.40} isn't legal; legal: {self.legal_actions()!s:.200}")
        return type(self)(self.game, self.spiel.child(action), self.start)

    def distribution(self) -> Mapping[int, float]:
        """The probability of each outcome."""
        return dict(self.spiel.chance_outcomes())

    def evaluate(self) -> float:
        """The evaluation of this game in `openspiel_evaluations`; where there is none, the
        score."""
        evaluation = EVALUATIONS.get(self.game.name)
        return self.score if evaluation is None or self.is_terminal else evaluation(self)

    @property
    def text(self) -> str:
        """The position as OpenSpiel writes it."""
        if self._text is None:
            self._text = str(self.spiel.to_string())
        return self._text

    def tensor(self) -> list[float]:
        """What OpenSpiel lets player 0 of a learning agent see. Raises ValueError if this game has
        no tensor."""
        spiel = self.game.spiel
        if spiel.get_type().provides_observation_tensor:
            return list(self.spiel.observation_tensor(0))
        if spiel.get_type().provides_information_state_tensor:
            return list(self.spiel.information_state_tensor(0))
        raise ValueError(f"{self.game.name} has no tensor; use state.text")

    def action_name(self, action: int) -> str:
        player = self.spiel.current_player()
        return one_line(self.spiel.action_to_string(player, action)).strip()

    @property
    def is_text(self) -> bool:
        """Whether squares are the characters of a text."""
        return self.form.rows is text_squares

    @property
    def has_coordinates(self) -> bool:
        return self.form.has_coordinates

    @property
    def is_hexagonal(self) -> bool:
        return self.form.is_hexagonal

    @property
    def is_ruled(self) -> bool:
        """Whether a terminal draws lines between squares, letters at the border or not."""
        return bool(self.form.owners) and self.form.moves_one

    def grid(self) -> tuple[tuple[str, ...], ...]:
        return self.form.grid(self.text)

    def owner(self, text: str) -> int | None:
        """The player whose piece the `text` of a square is."""
        return self.form.owners.get(text)

    def cell(self, action: int) -> tuple[int, int] | None:
        """The square to which a piece comes; of a text, none."""
        return _squares(self)[action][1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpenSpielState):
            return NotImplemented
        same = self.game.title == other.game.title
        return same and bool(self._identity() == other._identity())

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> Any:
        """What tells this position from others."""
        if self._key is None:
            if self.game.name in TEXT_IS_KEY:
                self._key = (self.spiel.current_player(), self.text)
            else:
                self._key = (self.start, *self.spiel.history())
        return self._key

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game.title, self.start, tuple(self.spiel.history()))

    def __str__(self) -> str:
        return self.text.rstrip()

    def __repr__(self) -> str:
        return f"<{self.game.title} after {self.spiel.history()}>"


class PieceState(OpenSpielState):
    """A position of a game in which pieces are moved."""

    __slots__ = ()

    def start_cell(self, action: int) -> tuple[int, int] | None:
        """The square from which a piece goes."""
        return _squares(self)[action][0]


class PayoffState(OpenSpielState):
    """A position of a game in which players have payoffs of their own."""

    __slots__ = ()

    def payoffs(self) -> tuple[float, ...]:
        return tuple(float(each) + 0.0 for each in self.spiel.returns())


Cell = tuple[int, int] | None


@lru_cache(maxsize=64)
def _squares(state: OpenSpielState) -> Mapping[int, tuple[Cell, Cell]]:
    """For each legal action, where a piece is taken from and where one comes to."""
    form, actions = state.form, state.legal_actions()
    if not form.moves_one or state.to_move == CHANCE:
        return dict.fromkeys(actions, (None, None))
    grid, player = state.grid(), state.to_move
    return {each: form.move(grid, state.successor(each).grid(), player, each) for each in actions}


def _restored(title: str, start: str, history: tuple[int, ...]) -> OpenSpielState:
    state = load_openspiel(title, start)
    for action in history:
        state = state.successor(action)
    return state


def load_openspiel(title: str, start: str = "") -> OpenSpielState:
    """The first position of the game with that name in OpenSpiel, such as
    `connect_four(rows=4,columns=4,x_in_row=3)`; or of chess the position `start`, in
    Forsyth-Edwards notation. Raises GameError."""
    try:
        game = loaded_game(title)
        spiel = set_up(game, start) if start else game.spiel.new_initial_state()
    except GameError as error:
        name = f"{PREFIX}{title}".rstrip(":")
        raise GameError(f"{name}: {error}") from None
    kind = PieceState if BOARDS.get(game.name, AS_TEXT).has_moves else OpenSpielState
    if game.has_payoffs:
        kind = PayoffState
    return kind(game, spiel, start)
