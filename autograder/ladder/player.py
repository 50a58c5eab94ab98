"""Who plays in a game: a submission in a worker, or an agent of ours."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

from pacgrid.agent import Agent
from pacgrid.agent_loader import load_agent, load_ghosts
from pacgrid.layout import Layout
from pacgrid.teams import ghost_names

from ..batch.trial import load_submission, open_worker
from ..kinds.fields import with_digest
from ..kinds.games.remote_ghosts import RemoteGhosts
from ..kinds.games.remote_pacman import RemotePacman
from ..model.limits import SubmissionLimits
from ..sandbox.level import Level
from ..submissions.submission import Submission
from .pairing import Role


@dataclass(frozen=True)
class Conditions:
    """Under which a game is played."""

    layout: Layout
    rounds: int
    """Pac-Man's moves after which a game is cut off."""
    limits: SubmissionLimits
    level: Level

    @property
    def key(self) -> list[object]:
        """What results depend on."""
        return [str(self.layout), self.rounds, self.limits.model_dump_json(), self.level]


class Player(ABC):
    """Plays Pac-Man, or all ghosts. Can be sent to another machine."""

    @property
    @abstractmethod
    def key(self) -> list[str]:
        """What its games depend on. Raises OSError if a file is missing."""

    @abstractmethod
    def agents(
        self, role: Role, conditions: Conditions, seed: int
    ) -> AbstractContextManager[Sequence[Agent]]:
        """New agents for a game: Pac-Man, or one for each ghost. `seed` is that of a submission's
        own random numbers.

        Raises SubmissionError if a submission can't be loaded or built.
        """


@dataclass(frozen=True)
class SubmittedPlayer(Player):
    """The class `agent` of a submission, in a worker of its own for each game."""

    submission: Submission
    agent: str

    @property
    def key(self) -> list[str]:
        return ["submission", self.submission.digest, self.agent]

    @contextmanager
    def agents(self, role: Role, conditions: Conditions, seed: int) -> Iterator[Sequence[Agent]]:
        ghosts = len(conditions.layout.ghosts) if role is Role.GHOSTS else 0
        with open_worker(self.submission, conditions.limits, conditions.level) as client:
            load_submission(client, self.submission)
            client.build(self.agent, {}, ghosts=ghosts)
            yield [RemoteGhosts(client, seed)] * ghosts if ghosts else [RemotePacman(client, seed)]


@dataclass(frozen=True)
class AnchorPlayer(Player):
    """An agent or a team by its name, in the grader's own process."""

    spec: str

    @property
    def key(self) -> list[str]:
        return ["anchor", with_digest(self.spec)]

    def agents(
        self,
        role: Role,
        conditions: Conditions,
        seed: int,  # noqa: ARG002
    ) -> AbstractContextManager[Sequence[Agent]]:
        if role is Role.PACMAN:
            return nullcontext([load_agent(self.spec)])
        layout = conditions.layout
        return nullcontext(load_ghosts(ghost_names([self.spec], len(layout.ghosts), layout.name)))
