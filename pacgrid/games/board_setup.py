"""A board game, a drawn tree or a person's own game, as one of the games."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Self, cast

from pacgrid.action import Action, letter_of
from pacgrid.common.gone import gone
from pacgrid.common.sanitize import one_line
from pacgrid.errors import GameError
from pacgrid.games.drawn_tree import DrawnTree, number_text, payoffs_text
from pacgrid.games.game_loader import file_of, is_shipped, load_game
from pacgrid.games.game_setup import BoardState, Ending, GameSetup
from pacgrid.search import CHANCE, GameState, is_general_sum
from pacgrid.state import State

_READS_FILE = re.compile(r"file\w*\s*=")
"""An option of a game of OpenSpiel that names a file."""


@dataclass(frozen=True)
class BoardSetup(GameSetup):
    """A game whose positions are a `BoardState` each, and wait for people."""

    title: str
    """The name that `load_game` knows: `nim:heaps=3-4-5`, `my.tree`, `my_game.py:target=21`."""
    first_state: Any
    digest: str = ""
    """The SHA-256 of a person's own file, which a record names, but doesn't hold."""

    @classmethod
    def load(cls, title: str) -> Self:
        """The game that `title` names, as in `load_game`. Raises GameError."""
        first = load_game(title)
        if first.is_terminal:
            raise GameError(f"{title}: the game is over before it begins; there is nothing to play")
        file = file_of(title)
        digest = sha256(Path(file).read_bytes()).hexdigest() if file else ""
        return cls(one_line(title), first, digest)

    @classmethod
    def recorded(cls, title: str, tree: str) -> Self:
        """The game that a record describes: a shipped one, or the text of a tree. Nothing that a
        record names is run, since anybody may have written it.

        Raises GameError.
        """
        if tree:
            return cls(one_line(title), DrawnTree.parse(tree, "tree"))
        name = title.partition(":")[0]
        if _READS_FILE.search(title):
            raise GameError("it reads a file; add --game and the name of the game")
        if not is_shipped(title):
            foreign = "it doesn't come with Pacgrid; add --game and the file of the game"
            raise GameError(gone(f"the game {name}") or foreign)
        return cls(one_line(title), load_game(title))

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process load a person's own game from its file."""
        if self.digest:
            return type(self).load, (self.title,)
        return type(self), (self.title, self.first_state)

    def starting_from(self, state: BoardState) -> Self:
        return replace(self, first_state=state)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.first_state.players)

    def header(self) -> Mapping[str, Any]:
        tree = str(self.first_state) if isinstance(self.first_state, DrawnTree) else ""
        tree = "" if is_shipped(self.title) else tree
        parts = {"name": self.title, "tree": tree, "digest": self.digest}
        return {"game": {name: part for name, part in parts.items() if part}}

    def action_name(self, state: BoardState, action: Any) -> str:
        return one_line(state.action_name(action))

    def action_text(self, state: BoardState, action: Any) -> str:
        """Its name; also its number among the legal actions if others have the same name."""
        actions = list(state.legal_actions())
        names = [str(state.action_name(each)) for each in actions]
        return _text(names, actions.index(action))

    def action_of(self, state: BoardState, text: object) -> Any:
        actions = list(state.legal_actions())
        names = [str(state.action_name(each)) for each in actions]
        for number, action in enumerate(actions):
            if _text(names, number) == text:
                return action
        raise ValueError(f"{text!r:.60} can't be played; legal: {one_line(', '.join(names)):.200}")

    def why_illegal(self, returned: Any, state: BoardState) -> str:
        legal = list(state.legal_actions())
        if returned in legal:
            return ""
        return f"returned {returned!r:.60}; legal actions: {', '.join(map(repr, legal))}"

    def ending(self, state: BoardState) -> Ending:
        if not state.score:
            return Ending.DRAWN
        return Ending.WON if state.score > 0 else Ending.LOST

    def verdict(self, state: BoardState, ending: Ending, forfeit: int | None) -> str:
        if forfeit is not None:
            words = f"{self.players[forfeit]} forfeits"
        elif not state.is_terminal:
            words = "out of rounds" if ending is Ending.ROUND_LIMIT else "unfinished"
        elif is_general_sum(state):
            payoffs = cast("Any", state).payoffs()
            first = [
                player
                for player, payoff in zip(self.players, payoffs, strict=True)
                if payoff == max(payoffs)
            ]
            is_tree = isinstance(state, DrawnTree)
            words = "" if is_tree or len(first) > 1 else f"{first[0]} gets most: "
            words += payoffs_text(payoffs)
        elif isinstance(state, DrawnTree):
            words = f"{number_text(state.score)} for MAX"
        elif len(self.players) == 1:
            words = f"{self.players[0]} gets {number_text(state.score)}"
        elif state.score < 0 and len(self.players) > 2:  # any of the others may have won
            words = f"{self.players[0]} loses"
        else:
            words = f"{self.players[0 if state.score > 0 else 1]} wins" if state.score else "a draw"
        return words[0].upper() + words[1:]


def _text(names: list[str], number: int) -> str:
    """The text of the action with that number, among actions with these `names`."""
    name = names[number]
    return f"{name} #{number + 1}" if names.count(name) > 1 else name


def dealt(state: Any) -> tuple[Any, str]:
    """The position after chance has played its likeliest outcomes, until a player is to move, and
    what they are called."""
    names = []
    while state.to_move == CHANCE and not state.is_terminal:
        chances: Mapping[Any, float] = state.distribution()
        action = max(chances, key=chances.__getitem__)
        names.append(state.action_name(action))
        state = state.successor(action)
    return state, " ".join(names)


_BETWEEN = " \t\n,"
"""What may stand between two moves."""


def after_moves(state: Any, text: str) -> Any:
    """The position that the moves in `text` lead to from `state`.

    Moves are separated by spaces or commas, and called what the game calls them; Pac-Man's and the
    ghosts' also N, E, S, W and -. Where chance moves, what it draws is a move, too.

    Raises GameError for one that is not legal.

    >>> from pacgrid.games.tictactoe import TicTacToe
    >>> print(after_moves(TicTacToe(), "b2 a1"))
    . . .
    . X .
    O . .
    """
    rest, number = text.strip(_BETWEEN), 0
    while rest:
        number += 1
        names = {} if state.is_terminal else _names(state)
        name = _first(rest, names)
        if name is None:
            word = one_line(rest.split()[0].strip(_BETWEEN))
            raise GameError(f"move {number}, {word!r:.40}: {_objection(state, names)}")
        state = state.successor(names[name])
        rest = rest[len(name) :].lstrip(_BETWEEN)
    return state


def _first(text: str, names: Mapping[str, Any]) -> str | None:
    """The longest of the `names` that `text` begins with; only if there is none, whatever the
    case of its letters."""
    for begin, wanted in ((text, str), (text.lower(), str.lower)):
        found = [
            name
            for name in names
            if begin.startswith(wanted(name)) and (text[len(name) :] or " ")[0] in _BETWEEN
        ]
        if found:
            return max(found, key=len)
    return None


def _names(state: Any) -> dict[str, Any]:
    """The legal actions by what they may be called."""
    actions = list(state.legal_actions())
    names = [str(getattr(state, "action_name", str)(action)).strip() for action in actions]
    named: dict[str, Any] = {}
    for number, (name, action) in enumerate(zip(names, actions, strict=True), start=1):
        named[f"{name} #{number}" if names.count(name) > 1 else name] = action
        if isinstance(action, Action):
            named[letter_of(action)] = action
    return named


def _objection(state: GameState, names: Mapping[str, Any]) -> str:
    """Why there is no such move."""
    if not names:
        return "the game is over before it"
    legal = ", ".join(
        name
        for name, action in names.items()
        if not isinstance(action, Action) or name == str(action)
    )
    return f"{mover(state)} can't play it; legal: {one_line(legal):.200}"


def mover(state: Any) -> str:
    """Who is to move: `X`, `ghost 1`, `chance`."""
    if state.to_move == CHANCE:
        return "chance"
    if isinstance(state, State):
        return f"ghost {state.to_move}" if state.to_move else "Pac-Man"
    return str(state.players[state.to_move])
