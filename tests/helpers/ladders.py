"""Small ladders, with workers or without, and made-up entrants."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from pacgrid.action import Action
from pacgrid.agent import Agent
from pacgrid.agent_loader import load_agent, load_module
from pacgrid.autograder.batch.grading_job import Inspection
from pacgrid.autograder.kinds.remote_players import WorkerPlayer
from pacgrid.autograder.ladder.entrants import Conditions, Role, SubmittedPlayer
from pacgrid.autograder.ladder.ladder import Ladder, LadderRules, PlayedLadder
from pacgrid.autograder.model.schema import SubmissionLimits
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.autograder.worker.service import module_contents
from pacgrid.autograder.worker_client.client import Reading, SubmissionError
from pacgrid.autograder.worker_client.replies import Loaded
from pacgrid.common.failure import Failure
from pacgrid.layout import Layout
from pacgrid.state import State

TINY = Layout.parse(
    """
    %%%%%%%
    %P..  %
    % %% 1%
    %%%%%%%
    """
)
"""A layout on which games are short."""

HEAD = "from pacgrid import Action, Agent, GhostTeam\n"
RANDOM = """
class Random(Agent):
    def act(self, state):
        return self.rng.choice(state.legal_actions())
"""
HUNGRY = """
class Hungry(Agent):
    def act(self, state):
        def steps(action):
            after = state.successor(action)
            return after.maze.nearest(after.pacman, state.food)
        return min(state.legal_actions(), key=steps)
"""
LOOSE = """
class Loose(GhostTeam):
    def act(self, state):
        return self.rng.choice(state.legal_actions())
"""
CHASE = """
class Chase(GhostTeam):
    def act(self, state):
        def steps(action):
            ghost = state.successor(action).ghosts[state.to_move - 1]
            return state.maze.distance(tuple(map(round, ghost.position)), state.pacman)
        return min(state.legal_actions(), key=steps)
"""


def entrant_file(text: str, name: str = "student") -> Submission:
    """What somebody called `name` handed in."""
    return Submission(name, (("agent.py", (HEAD + dedent(text)).encode()),), main="agent.py")


def small_rules(*layouts: Layout, **values: Any) -> LadderRules:
    """Rules with short games, two weak anchors for each role, and short limits."""
    budget = {"cpu_seconds": 0.5, "seconds": 5}
    limits = {"move": budget, "game": {"cpu_seconds": 3, "seconds": 30}}
    rules = LadderRules.model_validate(
        {
            "limits": SubmissionLimits.model_validate(limits).model_dump(),
            "anchors": ["random_agent", "reflex", "random_ghost", "directional_ghost"],
            "rounds": 30,
        }
    )
    return rules.changed(layouts=list(layouts) or [named(TINY)], **values)


def named(layout: Layout, name: str = "tiny") -> Layout:
    return Layout(layout.rows, name)


def played(
    submissions: Sequence[Submission], rules: LadderRules | None = None, **options: Any
) -> PlayedLadder:
    """A ladder of these, in this process."""
    defaults = {"level": Level.PROCESS, "jobs": 1}
    return Ladder(rules or small_rules(), **{**defaults, **options}).play(submissions)


class _LocalPlayer(WorkerPlayer):
    """Plays what one agent in this process chooses, whose errors are a submission's."""

    def __init__(self, agent: Agent, seed: int) -> None:
        self._agent = agent
        self._agent.rng = Random(seed)

    def act(self, state: State) -> Action:
        with self.noting_failure(state):
            try:
                return self._agent.act(state)
            except Exception as error:
                failure = Failure(f"{type(error).__name__}: {error}")
                raise SubmissionError(failure, gone=False) from None


def replace_ladder_workers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Plays in this process from now on, without workers or limits. Returns the list to which each
    game and inspection is added as it runs."""
    runs: list[str] = []

    def inspect(self: Inspection) -> Loaded | Failure:
        runs.append(self.submission.name)
        try:
            with self.submission.written() as main:
                contents = module_contents(load_module(main), self.agents, [])
        except Exception as error:
            return Failure(str(error))
        return Loaded.model_validate({"kind": "loaded", **contents})

    @contextmanager
    def agents(
        self: SubmittedPlayer,
        role: Role,
        conditions: Conditions,
        seed: int,
        used: dict[Role, Reading],
    ) -> Iterator[Sequence[Agent]]:
        runs.append(f"{self.submission.name} {role}")
        used[role] = Reading(1, 2)
        with self.submission.written() as main:
            places = 1 if role is Role.PACMAN else len(conditions.layout.ghosts)
            yield [_LocalPlayer(load_agent(f"{main}:{self.agent}"), seed)] * places

    monkeypatch.setattr(Inspection, "__call__", inspect)
    monkeypatch.setattr(SubmittedPlayer, "agents", agents)
    return runs
