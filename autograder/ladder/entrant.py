"""An entrant of a ladder, the roles that it plays, and how these are found in its file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pacgrid.common.failure import Failure

from ..batch.grading_job import Inspection
from ..batch.job import OnGames, job_key
from ..batch.trial import load_submission, open_worker
from ..model.limits import SubmissionLimits
from ..sandbox.level import Level
from ..submissions.members import caseless
from ..submissions.submission import Submission
from ..worker_client.connection import SubmissionError
from ..worker_client.replies import AgentSummary, Loaded
from .pairing import Role
from .player import AnchorPlayer, Player, SubmittedPlayer

_SUGGESTIONS = {
    Role.PACMAN: "a class that inherits from pacgrid.Agent",
    Role.GHOSTS: "one that inherits from pacgrid.GhostTeam",
}


@dataclass(frozen=True)
class Entrant:
    """Who plays in a ladder: a submission, or an anchor."""

    name: str
    """Unique in the ladder."""
    players: Mapping[Role, Player]
    """By the roles that it plays; none if it can't play."""
    submission: Submission | None = None
    """None for an anchor."""
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


@dataclass(frozen=True)
class EntrantInspection:
    """Loads a submission in a worker."""

    submission: Submission
    names: Sequence[str]
    """The classes that are asked for."""
    limits: SubmissionLimits
    level: Level
    size = 1

    def __call__(self, on_games: OnGames) -> Loaded | Failure:  # noqa: ARG002
        """What the submission has, or why it can't be loaded."""
        with open_worker(self.submission, self.limits, self.level) as client:
            try:
                return load_submission(client, self.submission, list(self.names))
            except SubmissionError as error:
                return error.failure

    def failed(self, failure: Failure) -> Failure:
        """The result if the job can't be finished."""
        return failure

    def key(self) -> str:
        """A hash of all that the result depends on."""
        limits = self.limits.model_dump_json()
        return job_key("entrant", self.level, self.submission.digest, list(self.names), limits)

    dump = staticmethod(Inspection.dump)
    read = staticmethod(Inspection.read)

    def __str__(self) -> str:
        return self.submission.name


def entrant_of(
    submission: Submission, found: Loaded | Failure, classes: Mapping[Role, str]
) -> Entrant:
    """The entrant that handed in `submission`, in which an inspection has `found` something.

    A class of the name that `classes` has for a role plays this role. Else a `GhostTeam`, or a
    `ChanceAgent`, plays the ghosts, and the only other agent plays Pac-Man.
    """
    if isinstance(found, Failure):
        return Entrant(submission.name, {}, submission, found.message)
    players: dict[Role, Player] = {}
    problems: list[str] = []
    for role in Role:
        names = _candidates(found, role, classes)
        usable = [name for name in names if not found.agents[name].missing_methods]
        if len(usable) > 1:
            problems.append(
                f"has several agents for {role.label}, {', '.join(usable)}; keep one, or name it in"
                " the ladder's rules"
            )
        elif names and (reason := _unfit(usable or names, found.agents)):
            problems.append(reason)
        elif usable:
            players[role] = SubmittedPlayer(submission, usable[0])
    if not players and not problems:
        problems.append(f"has no agent; write {' or '.join(_SUGGESTIONS.values())}")
    return Entrant(submission.name, players, submission, "; ".join(problems))


def _candidates(found: Loaded, role: Role, classes: Mapping[Role, str]) -> list[str]:
    """The classes that could play `role`."""
    if (name := classes.get(role)) in found.agents:
        return [name]
    named = set(classes.values())
    return [
        name
        for name, agent in found.agents.items()
        if name not in named and agent.is_ghost == (role is Role.GHOSTS)
    ]


def _unfit(names: list[str], agents: Mapping[str, AgentSummary]) -> str:
    """Why the first of `names` can't play; "" if it can."""
    name = names[0]
    agent = agents[name]
    if agent.missing_methods:
        return f"{name} lacks the method {' and '.join(agent.missing_methods)}"
    if agent.required:
        return f"{name} must work without arguments; it requires {' and '.join(agent.required)}"
    return ""


def namesakes(names: Iterable[str]) -> list[str]:
    """A line for each name of several entrants, which got numbers after it."""
    listed = list(names)
    plain = {caseless(name): name for name in listed}
    groups: dict[str, list[str]] = {}
    for name in listed:
        stem, _, number = name.rpartition(" (")
        if number.removesuffix(")").isdecimal() and caseless(stem) in plain:
            groups.setdefault(plain[caseless(stem)], []).append(name)
    return [
        f"{1 + len(others)} entrants are called {name}; the others are shown as {', '.join(others)}"
        for name, others in groups.items()
    ]
