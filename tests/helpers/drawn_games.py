"""Records of games from drawn positions."""

from collections.abc import Sequence
from functools import reduce

from pacgrid.action import action_of
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup, drawn_layout
from pacgrid.records.record import Record
from pacgrid.records.thought import Move
from pacgrid.state import State

RING = """
    %%%%%%%
    %  P 1%
    % %%% %
    %.    %
    %%%%%%%
    """
"""In round 1, east runs into the ghost, and west doesn't."""


def drawn_game(
    drawing: str,
    letters: str,
    ending: Ending = Ending.QUIT,
    ghosts: Sequence[str] = ("team_ghost",),
) -> Record:
    """The record of a game from that position, in which these actions were played."""
    start = State.parse(drawing)
    actions = [action_of(letter) for letter in letters]
    last = reduce(State.successor, actions, start)
    if last.is_terminal:
        ending = Ending.WON if last.is_win else Ending.CAUGHT
    moves = tuple(Move(action, 0, 0) for action in actions)
    agents = ("reflex", *ghosts[: start.num_agents - 1])
    return Record(
        PacmanSetup(drawn_layout(start), len(agents), start), agents, 0, moves, last.score, ending
    )
