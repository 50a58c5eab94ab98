"""The layers of a search tree: who chooses there, and how."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from pacgrid.agent import Agent, ChanceAgent
from pacgrid.agent_loader import TEAMS, load_agent, shipped_names
from pacgrid.common.sanitize import did_you_mean
from pacgrid.search import CHANCE

if TYPE_CHECKING:
    from pacgrid.kernel.ghosts import Policy

Distribution = Mapping[Any, float]
"""The probability of each action."""

Model = str | ChanceAgent | None
"""How a ghost chooses: an agent with a `distribution`, or its name; None or `chance`: uniformly."""

Side = Literal["max", "min"]


class UniformChance(ChanceAgent):
    """Chooses uniformly from the legal actions of any game."""

    def distribution(self, state: Any) -> Distribution:
        actions = state.legal_actions()
        return dict.fromkeys(actions, 1 / len(actions))


class Layers:
    """Says for each state whether it is in a MAX, a MIN or a CHANCE layer. Agent 0 is MAX.

    Args:
        ghosts: what the other agents are: `max`, `min` or a model for each; repeated if there are
            more ghosts.

    Raises ValueError for an unknown word, or an agent that has no distribution.
    """

    def __init__(self, ghosts: Model | Sequence[Model]) -> None:
        self.ghosts: list[Side | ChanceAgent] = [
            cast("Side", ghost) if ghost in get_args(Side) else opponent_model(ghost)
            for ghost in each_ghost(ghosts)
        ]

    def of(self, state: Any) -> Side | Distribution:
        """`"max"`, `"min"` or, in a CHANCE layer, the probability of each action in `state`."""
        if state.to_move == CHANCE:
            distribution: Distribution = state.distribution()
            return distribution
        if state.to_move == 0:
            return "max"
        ghost: Side | ChanceAgent = self.ghosts[(state.to_move - 1) % len(self.ghosts)]
        return ghost if isinstance(ghost, str) else ghost.distribution(state)


def each_ghost(ghosts: Model | Sequence[Model]) -> Sequence[Model]:
    """The models as a sequence: a team's members, or a single model for all ghosts. Raises
    ValueError for an empty one."""
    if isinstance(ghosts, str) and ghosts in TEAMS:
        return TEAMS[ghosts].members
    if isinstance(ghosts, str) or not isinstance(ghosts, Sequence):
        return [ghosts]
    if not ghosts:
        raise ValueError("ghosts is empty; name a model of at least one ghost or leave it out")
    return ghosts


def opponent_model(ghost: Model) -> ChanceAgent:
    """The agent whose distribution a CHANCE layer averages over.

    Raises:
        ValueError: it has no distribution, or is no agent.
        AgentError: it can't be loaded.
    """
    if ghost is None or ghost == "chance":
        return UniformChance()
    if isinstance(ghost, str):
        close = did_you_mean(ghost, [*get_args(Side), "chance"])
        if close and ghost not in shipped_names():
            raise ValueError(f"no layer or agent {ghost!r}; {close}")
        model = load_agent(ghost)
    else:
        model = ghost
    if not isinstance(model, ChanceAgent):
        raise ValueError(f"{ghost!s:.40} has no distribution(state) to average over")
    return model


def ghost_policy(ghost: Agent) -> tuple[float, float]:
    """The probabilities `(attack, flee)` with which `directional_ghost` plays like `ghost`: the
    ghosts that compiled code knows. Raises ValueError if there are none."""
    # Submissions import this module where there are no shipped agents.
    from pacgrid.agents.directional_ghost import DirectionalGhost
    from pacgrid.agents.random_ghost import RandomGhost

    # A subclass may play differently.
    if type(ghost) in (RandomGhost, UniformChance):
        return 0.0, 0.0
    if isinstance(ghost, DirectionalGhost) and type(ghost) is DirectionalGhost:
        return ghost.attack, ghost.flee
    known = "random_ghost, directional_ghost and arcade_ghost"
    raise ValueError(f"{ghost.name} is not compiled; {known} are")


def compiled_model(ghost: ChanceAgent) -> "Policy":
    """What `ghost` is to a compiled search that begins now: its `ghost_policy`, or that of a ghost
    of the arcade. Raises ValueError for others."""
    from pacgrid.agents.arcade_ghost import PHASES, ArcadeGhost, scatters
    from pacgrid.kernel.ghosts import ArcadePolicy

    if type(ghost) is not ArcadeGhost:
        return ghost_policy(ghost)
    ahead = () if ghost.moves is None else range(ghost.moves, sum(PHASES))
    return ArcadePolicy(ghost.personality, tuple(scatters(number) for number in ahead))
