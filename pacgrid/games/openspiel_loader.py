"""Loads games of OpenSpiel, and refuses those in which no search of game trees is sound."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pacgrid.common.sanitize import did_you_mean, one_line
from pacgrid.errors import GameError
from pacgrid.games.openspiel_boards import fen_rows

MOST_ACTIONS = 1000
"""A game in which the first player has more actions isn't loaded: drawing it would take long."""
CRASHES = "morpion_solitaire"
_FEN = re.compile(r"[rnbqkpRNBQKP1-8/]+ [wb] (?:-|K?Q?k?q?) (?:-|[a-h][36]) \d{1,3} \d{1,4}")
"""A position of chess in Forsyth-Edwards notation."""
_NAME = re.compile(r"\s*(\w+)\s*(\(.*\))?\s*", re.DOTALL)
_EMPTY = re.compile(r"\b(m|n|rows|columns|size|\w+_(?:size|rows|cols|columns))=(0+|-\d+)\b")
_PLACE = re.compile(r"^/\S+:\d+ *")
"""Where OpenSpiel found an error in its own code."""


@dataclass(frozen=True, eq=False)
class OpenSpielGame:
    """A game of OpenSpiel with its parameters. Each is loaded once, so equal ones are one."""

    title: str
    """The name that OpenSpiel loads: `connect_four(rows=4)`."""
    name: str
    """The name without parameters; that of the wrapper, if there is one."""
    spiel: Any
    """The `pyspiel.Game`."""
    num_players: int
    has_payoffs: bool
    """Whether one value for player 0 doesn't say what the others get."""


@lru_cache(maxsize=32)
def loaded_game(title: str) -> OpenSpielGame:
    """The game that OpenSpiel calls `title`, if a search is sound in it. Raises GameError."""
    try:
        import pyspiel
    except ImportError:
        fix = "install it with: pip install 'pacgrid[openspiel]'"
        raise GameError(
            f"needs open_spiel, which isn't there (nor for Intel Macs); {fix}"
        ) from None
    match = _NAME.fullmatch(title)
    if not match:
        raise GameError("write openspiel:NAME, or 'openspiel:NAME(parameter=value,…)' in quotes")
    name, known = match[1], pyspiel.registered_names()
    if name not in known:
        list_of_all = "docs/openspiel.md says which there are"
        raise GameError(f"OpenSpiel has no such game; {did_you_mean(name, known) or list_of_all}")
    if re.search(rf"\b{CRASHES}\b", title):
        fix = "openspiel:cliff_walking is another game for one player"
        raise GameError(f"left out, since OpenSpiel's {CRASHES} crashes Python; {fix}")
    if empty := _EMPTY.search(title.replace(" ", "")):
        raise GameError(f"{empty[1]} must be above 0, not {empty[2]}")
    with quiet():
        try:
            spiel = pyspiel.load_game(title)
            state = spiel.new_initial_state()
        except Exception as error:
            raise GameError(_reason(str(error), name, bool(match[2]), pyspiel)) from None
        if refusal := _why_unsound(spiel.get_type(), pyspiel.GameType):
            raise GameError(refusal)
        count = len(state.legal_actions())
    if not count and not state.is_terminal():
        raise GameError("nothing can be played in its first position; make it larger")
    if count > MOST_ACTIONS and not state.is_chance_node():
        raise GameError(
            f"{count:,} actions to choose from; make it smaller: {MOST_ACTIONS:,} at most"
        )
    players = spiel.num_players()
    utility = pyspiel.GameType.Utility
    is_zero_sum = spiel.get_type().utility in (utility.ZERO_SUM, utility.CONSTANT_SUM)
    return OpenSpielGame(
        title, name, spiel, players, players > 2 or (players == 2 and not is_zero_sum)
    )


def set_up(game: OpenSpielGame, position: str) -> Any:
    """The `pyspiel.State` of a position of chess, in Forsyth-Edwards notation. Raises GameError."""
    if game.name != "chess":
        raise GameError("only openspiel:chess reads a position; use --after")
    match = _FEN.fullmatch(position)
    board = fen_rows(position) if match else []
    # OpenSpiel crashes on a board of another size.
    is_whole = [len(rank) for rank in board] == [8] * 8
    has_kings = all("".join(board).count(king) == 1 for king in "kK")
    with quiet(), suppress(Exception):
        if is_whole and has_kings:
            state = game.spiel.new_initial_state(position)
            after = [str(state.child(action)) for action in state.legal_actions()]
            if all({*"kK"} <= {*text.partition(" ")[0]} for text in after):  # no king is captured
                return state
    example = game.spiel.new_initial_state()
    raise GameError(f"can't read the position {one_line(position)!r:.80}; write as in {example}")


def _reason(error: str, name: str, has_parameters: bool, pyspiel: Any) -> str:
    """What OpenSpiel says is wrong with the parameters, and which there are."""
    line = _PLACE.sub("", error.split("\n", maxsplit=1)[0]).partition(". Available parameters")[0]
    kinds = {each.short_name: each for each in pyspiel.registered_games()}
    parameters = ", ".join(sorted(kinds[name].parameter_specification)) or "none"
    needs = not (has_parameters or kinds[name].default_loadable)
    words = "it needs parameters" if needs else f"OpenSpiel refuses it: {line}"
    return one_line(f"{words}; the parameters of {name} are: {parameters}")


def _why_unsound(kind: Any, types: Any) -> str:
    """Why no search of game trees is right for a game of this type, and what would be; "" if one
    is."""
    if kind.dynamics == types.Dynamics.SIMULTANEOUS:
        return (
            "players move at the same time, so a search would see the other's move first; right"
            " would be mixed strategies, as OpenSpiel's matrix games and CFR find them"
        )
    if kind.dynamics == types.Dynamics.MEAN_FIELD:
        return (
            "a game of a crowd, not of single players, so there is no tree to search; right would"
            " be OpenSpiel's algorithms for mean-field games"
        )
    if kind.information != types.Information.PERFECT_INFORMATION:
        return (
            "players don't see everything, and a search would look at what is hidden; right would"
            " be counterfactual regret minimisation, OpenSpiel's CFR"
        )
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        return (
            "chance is drawn inside the game, without a list of outcomes, so no expectation can be"
            " computed; right would be learning from played games"
        )
    return ""


@contextmanager
def quiet() -> Iterator[None]:
    """Keep OpenSpiel from writing its errors to stderr, too, before it raises them."""
    stderr, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nowhere)
