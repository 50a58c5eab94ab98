"""A board game, a drawn tree or a person's own game, as one of the games."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Self, cast

from pacgrid.common.gone import gone
from pacgrid.common.sanitize import one_line
from pacgrid.games.board_state import BoardState
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.ending import Ending
from pacgrid.games.game_error import GameError
from pacgrid.games.game_loader import GAMES, file_of, load_game
from pacgrid.games.game_setup import GameSetup
from pacgrid.games.tree_node import number_text, payoffs_text
from pacgrid.search import is_general_sum


@dataclass(frozen=True)
class BoardSetup(GameSetup):
    """A game whose positions are a `BoardState` each, and wait for people."""

    title: str
    """As `load_game` knows it: `nim:heaps=3-4-5`, `my.tree`, `my_game.py:target=21`."""
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
        if name not in GAMES:
            foreign = "it doesn't come with Pacgrid; add --game and the file of the game"
            raise GameError(gone(f"the game {name}") or foreign)
        return cls(one_line(title), load_game(title))

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process, a person's own game is loaded from its file."""
        if self.digest:
            return type(self).load, (self.title,)
        return type(self), (self.title, self.first_state)

    def starting_from(self, state: BoardState) -> Self:
        return replace(self, first_state=state)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.first_state.players)

    def header(self) -> Mapping[str, Any]:
        is_shipped = self.title.partition(":")[0] in GAMES
        tree = str(self.first_state) if isinstance(self.first_state, DrawnTree) else ""
        parts = {"name": self.title, "tree": "" if is_shipped else tree, "digest": self.digest}
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
            words = payoffs_text(cast("Any", state).payoffs())
        elif isinstance(state, DrawnTree):
            words = f"{number_text(state.score)} for MAX"
        elif state.score < 0 and len(self.players) == 1:
            words = f"{self.players[0]} loses"
        else:
            words = f"{self.players[0 if state.score > 0 else 1]} wins" if state.score else "a draw"
        return words[0].upper() + words[1:]


def _text(names: list[str], number: int) -> str:
    """The text of the action with that number, among actions with these `names`."""
    name = names[number]
    return f"{name} #{number + 1}" if names.count(name) > 1 else name
