"""Who plays in a ladder: what a submission enters, the anchors, and how both play.

The anchors are fixed opponents, so that ladders of different years can be compared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from pacgrid.agent import Agent, AgentSpec, ChanceAgent, GhostTeam
from pacgrid.agent_loader import TEAMS, agent_class, ghost_names, load_agent, load_ghosts
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.agents.optimal_ghost import OptimalGhost
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.team_ghost import TeamGhost
from pacgrid.common.failure import Failure
from pacgrid.errors import AgentError
from pacgrid.layout import Layout
from pacgrid.state import State

from ..batch.grading_job import load_submission, open_worker
from ..kinds.kind import with_digest
from ..kinds.remote_players import RemoteGhosts, RemotePlayer
from ..model.fault import GradingError
from ..model.schema import SubmissionLimits
from ..sandbox.level import Level
from ..submissions.submission import Submission
from ..worker_client.client import Reading
from ..worker_client.replies import Loaded

DEFAULT_ANCHORS = (
    "random_agent",
    "reflex",
    "alpha_beta:depth=2",
    "random_ghost",
    "directional_ghost",
    "minimax_team",
)
"""A weak, a medium and a strong anchor for each role."""
_GHOSTS = (GhostTeam, ChanceAgent, MinimaxGhost, OptimalGhost, TeamGhost)


class AnchorError(GradingError):
    """An anchor that can't play."""


class Role(StrEnum):
    """What an entrant plays in a game. Pac-Man comes first, as in the game."""

    PACMAN = "pacman"
    GHOSTS = "ghosts"

    @property
    def label(self) -> str:
        """`Pac-Man` or `ghosts`."""
        return "Pac-Man" if self is Role.PACMAN else "ghosts"


@dataclass(frozen=True)
class Conditions:
    """Under which a game is played."""

    layout: Layout
    rounds: int
    limits: SubmissionLimits
    level: Level

    @property
    def key(self) -> list[object]:
        """What results depend on. Which games are played at all depends on the limit `submission`,
        but not how they end."""
        limits = self.limits.model_dump_json(exclude={"submission"})
        return [str(self.layout), self.rounds, limits, self.level]


# Who plays Pac-Man, or all ghosts. A player can be sent to another machine. The `key` is what its
# games depend on; `agents` makes new agents for a game: Pac-Man, or one for each ghost.


@dataclass(frozen=True)
class SubmittedPlayer:
    """The class `agent` of a submission, in a worker of its own for each game."""

    submission: Submission
    agent: str

    @property
    def key(self) -> list[str]:
        return ["submission", self.submission.digest, self.agent]

    @contextmanager
    def agents(
        self, role: Role, conditions: Conditions, seed: int, used: dict[Role, Reading]
    ) -> Iterator[Sequence[Agent]]:
        """The agents, whose own random numbers have the `seed`. In the end, `used` has the time
        that they have used. Raises SubmissionError if the submission can't be loaded or built."""
        ghosts = len(conditions.layout.ghosts) if role is Role.GHOSTS else 0
        with open_worker(self.submission, conditions.limits, conditions.level) as client:
            try:
                load_submission(client, self.submission)
                client.build(self.agent, {}, ghosts=ghosts)
                player = RemoteGhosts if ghosts else RemotePlayer
                yield [player(client, seed)] * max(ghosts, 1)
            finally:
                used[role] = client.used


@dataclass(frozen=True)
class AnchorPlayer:
    """An agent or a team by its name, in the grader's own process."""

    spec: str

    @property
    def key(self) -> list[str]:
        """Raises OSError if a file is missing."""
        return ["anchor", with_digest(self.spec)]

    @contextmanager
    def agents(
        self,
        role: Role,
        conditions: Conditions,
        seed: int,  # noqa: ARG002
        used: dict[Role, Reading],  # noqa: ARG002
    ) -> Iterator[Sequence[Agent]]:
        if role is Role.PACMAN:
            yield [load_agent(self.spec)]
        else:
            layout = conditions.layout
            yield load_ghosts(ghost_names([self.spec], len(layout.ghosts), layout.name))


Player = SubmittedPlayer | AnchorPlayer


@dataclass(frozen=True)
class Entrant:
    """Who plays in a ladder: a submission, or an anchor."""

    name: str
    """The name is unique in the ladder."""
    players: Mapping[Role, Player]
    """The roles that it plays; empty if it can't play."""
    submission: Submission | None = None
    """An anchor has none."""
    problem: str = ""
    """Why it can't play, or not all that it seems to."""

    @property
    def is_anchor(self) -> bool:
        return self.submission is None

    def spec(self, role: Role) -> str:
        """The class or the name of what plays that role; "" if it doesn't."""
        match self.players.get(role):
            case SubmittedPlayer(agent=agent):
                return agent
            case AnchorPlayer(spec=spec):
                return spec
        return ""


# Submissions.


def entrant_of(submission: Submission, found: Loaded | Failure) -> Entrant:
    """The entrant that handed in `submission`, in which an inspection has `found` something.

    A `GhostTeam`, or a `ChanceAgent`, plays the ghosts, and the only other agent plays Pac-Man.
    """
    if isinstance(found, Failure):
        return Entrant(submission.name, {}, submission, found.message)
    players: dict[Role, Player] = {}
    problems: list[str] = []
    for role in Role:
        is_ghost = role is Role.GHOSTS
        names = [name for name, agent in found.agents.items() if agent.is_ghost == is_ghost]
        usable = [name for name in names if not found.agents[name].missing_methods]
        if len(usable) > 1:
            problems.append(f"has several agents for {role.label}, {', '.join(usable)}; keep one")
        elif names and (reason := _unfit((usable or names)[0], found)):
            problems.append(reason)
        elif usable:
            players[role] = SubmittedPlayer(submission, usable[0])
    if not players and not problems:
        problems.append(
            "has no agent; write a class that inherits from pacgrid.Agent or one that inherits from"
            " pacgrid.GhostTeam"
        )
    return Entrant(submission.name, players, submission, "; ".join(problems))


def _unfit(name: str, found: Loaded) -> str:
    """Why the class can't play; "" if it can."""
    agent = found.agents[name]
    if agent.missing_methods:
        return f"{name} lacks the method {' and '.join(agent.missing_methods)}"
    if agent.required:
        return f"{name} must work without arguments; it requires {' and '.join(agent.required)}"
    return ""


# Anchors.


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
    each_layout = list(layouts)
    for entrant in entrants:
        for role, player in entrant.players.items():
            for conditions in each_layout if isinstance(player, AnchorPlayer) else ():
                _check(entrant.name, player, role, conditions)


def _check(name: str, player: Player, role: Role, conditions: Conditions) -> None:
    layout = conditions.layout
    try:
        with player.agents(role, conditions, 0, {}) as agents:
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
