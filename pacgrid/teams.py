"""Teams: the agents of all ghosts under one name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from pacgrid.errors import PacgridError

DEFAULT_GHOST = "directional_ghost"
"""Every ghost, if nobody says otherwise."""


class TeamError(PacgridError):
    """Ghosts that can't play together."""


@dataclass(frozen=True)
class Team:
    """Agents that play the ghosts in turn."""

    members: tuple[str, ...]
    """Their names; `members[0]` plays ghost 1."""
    purpose: str
    """What they do together, in a sentence."""


TEAMS: Mapping[str, Team] = {
    "arcade": Team(
        (
            "arcade_ghost:personality=chaser",
            "arcade_ghost:personality=ambusher",
            "arcade_ghost:personality=flanker",
            "arcade_ghost:personality=shy",
        ),
        "A chaser, an ambusher, a flanker and a shy ghost, as in the arcade.",
    ),
    "minimax_team": Team(("team_ghost",), "Ghosts that carry out one plan, found by minimax."),
}
"""The teams by name."""


def team_beside_others(team: str) -> TeamError:
    """The error that ghosts are named beside `team`."""
    return TeamError(f"{team} is a team for all ghosts; name no other ghosts beside it")


def ghost_names(ghosts: Sequence[str], count: int, board: str) -> tuple[str, ...]:
    """The names of the agents of `count` ghosts.

    >>> ghost_names(["minimax_ghost", "random_ghost"], 3, "crossroads")
    ('minimax_ghost', 'random_ghost', 'minimax_ghost')

    Args:
        ghosts: the name of a team, or names of agents, which play the ghosts in turn, over and
            over.
        board: the name of the board, for errors.

    Raises TeamError: there are more names than ghosts, or a team and other names.
    """
    teams = [name for name in ghosts if name in TEAMS]
    if teams and len(ghosts) > 1:
        raise team_beside_others(teams[0])
    if len(ghosts) > count:
        named = "1 ghost is named" if len(ghosts) == 1 else f"{len(ghosts)} ghosts are named"
        raise TeamError(f"{named}, but only {count} can play on {board}")
    if teams:
        ghosts = TEAMS[teams[0]].members
    return tuple(islice(cycle(ghosts), count))
