"""The part of the service that plays whole games, ghosts included, on one stream of random numbers,
as that project's own grader does. A submission could spoil them, so only trusted ones are asked."""

import random
from collections.abc import Mapping
from typing import Any

from pacgrid.agent_loader import load_module
from pacgrid.common.failure import Failure
from pacgrid.layout import Layout

from .evaluation_service import LoadedFile
from .failed_reply import Reply, reply_of

_SEED = 0
"""What that project's grader seeds the generator with before it loads a file."""


class SameRandomService:
    """Each request is a method."""

    def __init__(self, worker: LoadedFile) -> None:
        self._worker = worker

    def same_random_build(
        self,
        agent: str,
        options: Mapping[str, Any],
        ghosts: str,
        layout: str,
        seed: int,
        game_seconds: float,
    ) -> Reply:
        """Loads the file anew, and builds its class `agent` and the `ghosts` of a test case for
        games on the drawn `layout`."""
        from pacgrid.cs188 import MOST_ROUNDS
        from pacgrid.cs188.ghosts import ghosts_of
        from pacgrid.cs188.same_random import same_random_agents
        from pacgrid.game import Limits

        random.seed(_SEED)
        kind = getattr(load_module(self._worker.file), agent)
        self._layout = Layout.parse(layout)
        rivals = ghosts_of(ghosts)[: len(self._layout.ghosts)]
        self._agents = same_random_agents([kind(**options), *rivals])
        self._limits = Limits(rounds=MOST_ROUNDS, game_seconds=game_seconds)
        random.seed(seed)
        return {"kind": "done"}

    def same_random_game(self) -> Reply:
        """Plays the next game."""
        from pacgrid.action import letter_of
        from pacgrid.game import Game
        from pacgrid.games.ending import Ending

        game = Game(self._layout, self._agents, limits=self._limits)
        while game.step():
            pass
        record = game.record
        reply: Reply = {
            "kind": "whole_game",
            "moves": "".join(letter_of(move.action) for move in record.moves),
            "timed_out": record.ending in (Ending.OVERRAN, Ending.ROUND_LIMIT),
        }
        if record.ending in (Ending.RAISED, Ending.ILLEGAL):
            failure = Failure(record.message, record.details)
            reply["failed"] = reply_of(failure, exits=any(agent.exits for agent in self._agents))
        return reply
