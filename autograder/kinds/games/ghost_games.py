"""A test of whole games in which the submission plays the ghosts."""

import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from pacgrid.agent import Agent
from pacgrid.agent_loader import load_agent
from pacgrid.games.game_setup import Ending
from pacgrid.records.record import Record
from pacgrid.state import FOOD_POINTS, GHOST_POINTS, WIN_POINTS, State

from ...model.aim import counted
from ...model.amount import worth
from ...model.markdown import escaped
from ...model.outcome import Outcome
from ...model.placed_failure import placed_failures
from ...model.played_game import PlayedGame
from ...model.strict_model import invalid
from ..fields import Pacman
from ..game_record import game_record
from ..illustration import Illustration
from ..kind import Part
from .catch_threshold import CatchThreshold
from .game_series import GameSeries, PlayedSeries, opponent_spec, relocated_spec
from .remote_ghosts import RemoteGhosts
from .remote_player import WorkerPlayer


class GhostGames(GameSeries):
    """Whole games as all ghosts, against a given Pac-Man; each threshold that they reach earns its
    points."""

    tests_ghosts: ClassVar[bool] = True

    kind: Literal["ghosts"]
    pacman: Pacman
    """The Pac-Man."""
    thresholds: Annotated[list[CatchThreshold], Field(min_length=1)]

    @property
    def summary(self) -> str:
        ghosts = counted(len(self.layout.ghosts), "ghost")
        pacman = self.pacman.rpartition("/")[2]
        return f"{counted(self.games, 'game')} as {ghosts} on {self.board} against {pacman}"

    @property
    def opponents(self) -> list[str]:
        return [self.pacman]

    @property
    def start(self) -> State:
        """The first position of each game."""
        return State.initial(self.layout)

    def agents(self, player: WorkerPlayer) -> list[Agent]:
        return [load_agent(self.pacman), *[player] * len(self.layout.ghosts)]

    def is_won(self, record: Record) -> bool:
        return record.ending is Ending.CAUGHT

    def ghosts(self, part: Part, number: int) -> WorkerPlayer:
        """The ghosts for game `number`. Raises SubmissionError if they can't be built."""
        part.client.build(part.answer, self.options, ghosts=len(self.layout.ghosts))
        return RemoteGhosts(part.client, number)

    @property
    def possible(self) -> float:
        return sum(threshold.points for threshold in self.thresholds)

    def only(self, number: int) -> Self:
        thresholds = [
            each.model_copy(update={"caught": 1}) if each.caught else each
            for each in self.thresholds
        ]
        narrowed = self.model_copy(update={"thresholds": thresholds})
        return super(GhostGames, narrowed).only(number)

    def shortened(self, most: int, /) -> Self:
        games = min(self.games, most)
        thresholds = [threshold.scaled(games / self.games) for threshold in self.thresholds]
        return self.model_copy(update={"games": games, "thresholds": thresholds})

    @property
    def goals(self) -> str:
        return "; ".join(f"{part.goal}: {worth(part.points)}" for part in self.thresholds)

    @property
    def notes(self) -> tuple[str, ...]:
        return (
            "A game that your ghosts forfeit, or don't play, counts as if Pac-Man had the highest "
            "score that there can be.",
        )

    def illustration(self, _answer: str, _module: str, /) -> Illustration:
        """The start of a game."""
        return Illustration(self.start, f"The start of a game on {escaped(self.board)}.")

    def relocated(self, paths: Mapping[str, str], /) -> dict[str, object]:
        return {
            "layout": paths.get(self.layout.name, self.layout.name),
            "pacman": relocated_spec(self.pacman, paths),
        }

    def run(self, part: Part, /) -> Outcome:
        """Plays the games. Ghosts that fail lose the game. If their process has ended, they lose
        the remaining games too."""
        series = self.play_all(part, lambda number: self.ghosts(part, number))
        outcome = self._outcome(series)
        lost = [game for game in series.games if not (game.won or game.failure)]
        if outcome.points < self.possible and lost:
            command = shlex.join(self.watch_command(part, lost[0].seed))
            outcome = replace(outcome, advice=f"watch a lost game: {command}")
        return outcome

    def _outcome(self, series: PlayedSeries) -> Outcome:
        """What the games earn; in those that weren't played, or were forfeited, Pac-Man has the
        highest score."""
        records = [record for record in series.records if record.forfeit is None]
        catches = [record.rounds for record in records if self.is_won(record)]
        missing = self.size - len(records)
        scores = [*(record.score for record in records), *[highest_score(self.start)] * missing]
        average = sum(scores) / self.size
        aims = tuple(threshold.aim(catches, average) for threshold in self.thresholds)
        failed = placed_failures("game", series.failures, self.unplayed(series))
        return Outcome(
            test=self.description,
            result=f"caught Pac-Man in {len(catches)} of {self.size}, his average {average:.0f}",
            points=sum(aim.points for aim in aims if aim.reached),
            possible=self.possible,
            aims=aims,
            failure=failed[0].failure if failed else None,
            place=failed[0].place if failed and series.games else "",
            other_failures=failed[1:],
            games=tuple(series.games),
        )

    def record_of(self, game: PlayedGame, answer: str, /) -> Record:
        players = (self.pacman, *[answer] * len(self.layout.ghosts))
        mover = len(game.actions) % len(players) or 1  # or at the start, before Pac-Man's move
        return game_record(game, self.layout, players, forfeit=mover if game.failure else None)

    def watch_command(self, part: Part, seed: int) -> list[str]:
        """The words of the command that shows the game with that seed."""
        command = ["pacgrid", "play", opponent_spec(self.pacman, part)]
        command += ["--ghosts", self.spec(part), "--layout", self.board_file(part)]
        return [*command, *self.seed_options(seed, seed)]

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        if not self.layout.ghosts:
            raise invalid(f"layout: {self.board} has no ghosts")
        for number, threshold in enumerate(self.thresholds):
            if (threshold.caught or 0) > self.games:
                raise invalid(
                    f"thresholds.{number} asks for {threshold.caught} of {self.games} games; "
                    "ask for fewer or play more games"
                )
        return self


def highest_score(start: State) -> int:
    """No game from `start` ends with more points: all food, and all ghosts for each capsule."""
    ghosts = len(start.capsules) * len(start.ghosts)
    return start.score + FOOD_POINTS * len(start.food) + GHOST_POINTS * ghosts + WIN_POINTS
