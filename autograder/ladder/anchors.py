"""The anchors: fixed opponents, so that ladders of different years can be compared."""

from collections.abc import Iterable, Sequence

from pacgrid.agent import AgentError, AgentSpec, ChanceAgent, GhostTeam
from pacgrid.agent_loader import agent_class
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.agents.optimal_ghost import OptimalGhost
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.team_ghost import TeamGhost
from pacgrid.layout import Layout
from pacgrid.state import State
from pacgrid.teams import TEAMS

from ..model.errors import GradingError
from .entrant import Entrant
from .pairing import Role
from .player import AnchorPlayer, Conditions

DEFAULT_ANCHORS = (
    "random_agent",
    "reflex",
    "alpha_beta:depth=2",
    "random_ghost",
    "directional_ghost",
    "minimax_team",
)
"""For each role: a weak, a medium and a strong one."""

_GHOSTS = (GhostTeam, ChanceAgent, MinimaxGhost, OptimalGhost, TeamGhost)


class AnchorError(GradingError):
    """An anchor that can't play."""


def role_of(spec: str) -> Role:
    """The role of the anchor `spec`: teams and ghosts play the ghosts, all others play Pac-Man.
    Raises AgentError if there is no such agent."""
    if spec in TEAMS:
        return Role.GHOSTS
    kind = agent_class(AgentSpec.parse(spec))
    is_ghost = issubclass(kind, _GHOSTS) and not issubclass(kind, RandomAgent)
    return Role.GHOSTS if is_ghost else Role.PACMAN


def anchors(specs: Sequence[str], taken: Iterable[str] = ()) -> list[Entrant]:
    """The anchors with these names. `(anchor)` comes after a name that is `taken`, as often as it
    needs to.

    Raises:
        AnchorError: there is no such agent; names it.
    """
    names = set(taken)
    found = []
    for spec in dict.fromkeys(specs):
        try:
            role = role_of(spec)
        except AgentError as error:
            raise _refused(spec, error) from None
        name = spec
        while name in names:
            name += " (anchor)"
        names.add(name)
        found.append(Entrant(name, {role: AnchorPlayer(spec)}))
    return found


def check_anchors(entrants: Iterable[Entrant], layouts: Iterable[Conditions]) -> None:
    """Builds the anchors among `entrants` once for each layout.

    Raises:
        AnchorError: one can't be built, or can't play on so large a board.
    """
    for entrant in entrants:
        for conditions in layouts:
            for role, player in entrant.players.items():
                if entrant.is_anchor:
                    _check(entrant.name, player, role, conditions)


def _check(name: str, player: object, role: Role, conditions: Conditions) -> None:
    assert isinstance(player, AnchorPlayer)
    layout: Layout = conditions.layout
    try:
        with player.agents(role, conditions, 0) as agents:
            most = agents[0].most_cells if agents else None
    except Exception as error:
        raise _refused(name, error) from None
    if most is not None and len(State.initial(layout).maze.positions) > most:
        raise AnchorError(
            f"anchor {name}: can't play on {layout.name}, which has more than {most} open cells"
        )


def _refused(name: str, error: Exception) -> AnchorError:
    reason = str(error).partition("\n")[0].removeprefix(f"{name}: ")
    return AnchorError(f"anchor {name}: {reason}")
