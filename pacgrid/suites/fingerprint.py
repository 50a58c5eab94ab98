"""The fingerprint of a suite: equal ones have equal boards, seeds, rules and ghosts.

It is taken from what happens, not from the source: a comment changes nothing, and a ghost that
turns the other way does.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

from pacgrid.agent_loader import load_agents
from pacgrid.game import Limits, play
from pacgrid.layout import Layout
from pacgrid.solutions.solution import rules_fingerprint
from pacgrid.state import State
from pacgrid.suites.suite import OPTIMAL_GHOST, LevelGroup, Suite
from pacgrid.teams import ghost_names

FORMAT = 1
"""Raise it when results mean something else."""
DIGITS = 12
"""Of the fingerprint, in base 16."""
PLIES = 500
"""Random plies on each board, which follow the rules."""
ROUNDS = 60
"""Of a game that shows how ghosts play."""


def fingerprint(suite: Suite) -> str:
    """The fingerprint, such as `3f2a9c01d2e4`; the same on every machine.

    It depends on all that `suite` says but its title and purposes, on the text of the boards, on
    how positions follow one another on them, and on how the ghosts play.
    """
    hashed = sha256()
    for part in _parts(suite):
        hashed.update(json.dumps(part, sort_keys=True).encode() + b"\n")
    return hashed.hexdigest()[:DIGITS]


def _parts(suite: Suite) -> Iterator[Any]:
    yield FORMAT, rules_fingerprint()
    for group in suite.groups:
        yield group.model_dump(mode="json", exclude={"purpose"})
        yield from (_random_play(layout, group.seed) for layout in group.layouts)
        yield from (_moves(group, ghosts) for ghosts in group.ghosts if ghosts != OPTIMAL_GHOST)


def _random_play(layout: Layout, seed: int) -> list[Any]:
    """What positions look like while everybody moves at random, in games one after another."""
    rng, seen = Random(seed), []
    start = state = State.initial(layout)
    for _ in range(PLIES):
        if state.is_terminal:
            state = start
        actions = state.legal_actions()
        state = state.successor(actions[int(rng.random() * len(actions))])
        ghosts = [(*ghost.position, ghost.scared) for ghost in state.ghosts]
        seen.append((state.score, *state.pacman, ghosts, len(actions)))
    return seen


def _moves(group: LevelGroup, ghosts: str) -> str:
    """How the ghosts play on the group's first board, against an agent that plays at random."""
    layout = group.layouts[0]
    names = ghost_names([ghosts], len(layout.ghosts), layout.name)
    agents = load_agents(["random_agent", *names])
    record = play(layout, agents, seed=group.seed, limits=Limits(rounds=ROUNDS))
    return "".join(move.action.name[0] for move in record.moves)
