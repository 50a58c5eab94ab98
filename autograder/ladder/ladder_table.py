"""The table of a ladder, which is what `ladder.json` says, and how a played ladder becomes one."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, pairwise
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pacgrid.analysis.results import Result, Summary
from pacgrid.common.intervals import Interval

from ..model.fault import engine_version
from .entrants import Entrant, Role
from .ladder import PlayedLadder
from .ladder_game import ForfeitKind, GameSeeds, Pairing, percent
from .rating import Ranking, favoured

_DIGITS = 3
"""Ratings have so many digits: more would differ from machine to machine."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Rank(_Part):
    """A place in a standing."""

    rank: int
    """The rank, from 1. Anchors have the one that they would have: they take none from entrants."""
    name: str
    is_anchor: bool = False
    rating: float
    low: float | None
    high: float | None
    """Ends of the 95 % interval; None if there are too few games."""
    above_next: float | None
    """The probability that it is stronger than the next entrant; None for the last one, for
    anchors, or if there are too few games."""
    games: int

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval of the rating."""
        return None if self.low is None or self.high is None else (self.low, self.high)


class Standings(_Part):
    """Three orders of merit, the strongest first."""

    overall: list[Rank] = []
    """The rows of those who play both roles; their rating is the sum of both."""
    pacman: list[Rank] = []
    ghosts: list[Rank] = []

    @property
    def by_name(self) -> dict[str, list[Rank]]:
        """Those that aren't empty, by `overall`, `pacman` or `ghosts`."""
        listed = {"overall": self.overall, "pacman": self.pacman, "ghosts": self.ghosts}
        return {name: ranks for name, ranks in listed.items() if ranks}


class RoleRecord(_Part):
    """What somebody achieved in one role."""

    agent: str
    """The class in the file, or the name of the anchor."""
    games: int
    wins: int
    """Games won by Pac-Man if it is Pac-Man; games that Pac-Man didn't win if it is the ghosts."""
    average: float | None
    """The mean score of Pac-Man in these games, of forfeits as the rules fix it."""
    forfeits: int


class EntrantRow(_Part):
    """An entrant or an anchor."""

    name: str
    """The name is unique."""
    is_anchor: bool = False
    roles: dict[Role, RoleRecord] = {}
    """Empty if it can't play."""
    problem: str = ""


class LayoutRow(_Part):
    """A layout."""

    name: str
    """The name as on the command line; unique."""
    title: str
    """Without folder and suffix."""
    rows: list[str]
    games: int
    average: float | None
    expected: float
    """The percentage that the mean anchors get against each other."""


class GameRow(_Part):
    """A game."""

    id: int
    """The number, from 1, in the order of the pairings."""
    pacman: str
    ghosts: str
    layout: str
    number: int
    score: int | None
    """None: it wasn't finished, or doesn't count."""
    percent: float | None
    won: bool
    ending: str
    """The ending, such as `won`, `caught`, `round limit`, `forfeit` or `not finished`."""
    rounds: int
    forfeit: Role | None = None
    kind: ForfeitKind | None = None
    reason: str = ""
    seed: int
    pacman_seed: int
    key: str
    """Under which the journal has the moves."""
    command: str
    """Shows the game again: the words of `pacgrid play`. "" if an entrant has no copy."""

    def player(self, role: Role) -> str:
        """The name of who has that role."""
        return self.pacman if role is Role.PACMAN else self.ghosts

    def result(self, role: Role) -> Result:
        """The result of this finished game for who has that role."""
        assert self.score is not None
        return Result(
            self.seed,
            self.ending,
            won=self.won == (role is Role.PACMAN),
            score=self.score,
            rounds=self.rounds,
            forfeit=list(Role).index(role) if self.forfeit is role else None,
            reason=self.reason,
        )


class ForfeitRow(_Part):
    """Why somebody forfeited games."""

    name: str
    role: Role
    kind: ForfeitKind
    reason: str
    games: int
    example: int
    """The id of the first of these games."""


class LadderTable(_Part):
    """A ladder that was played."""

    kind: Literal["pacgrid ladder"] = "pacgrid ladder"
    version: Literal[1, 2, 3, 4, 5] = 5
    """The version of the format. The keys that only earlier ones have are ignored."""
    title: str
    written: datetime
    """When a run first found this, in UTC."""
    engine: str
    sandbox: str
    rounds: int
    notes: list[str] = []
    """What readers must know: entrants that can't be compared, and the like."""
    layouts: list[LayoutRow]
    standings: Standings
    entrants: list[EntrantRow]
    """The entrants in the order of their names, the anchors last."""
    forfeits: list[ForfeitRow]
    games: list[GameRow]

    @property
    def main(self) -> list[str]:
        """Which standings decide: `overall`, or each role's."""
        entrants = [rank for rank in self.standings.overall if not rank.is_anchor]
        return ["overall"] if len(entrants) > 1 else ["pacman", "ghosts"]

    def game(self, number: int) -> GameRow:
        """The game with that id."""
        return self.games[number - 1]


def ladder_table(ladder: PlayedLadder, paths: Mapping[str, Path], written: datetime) -> LadderTable:
    """The table of `ladder`.

    Args:
        paths: by the name of an entrant: where the copy of its main file is.
        written: when a run first found this.
    """
    rules, rating = ladder.rules, ladder.rating
    games = list(_game_rows(ladder, paths))
    finished = [game for game in games if game.score is not None]
    entrants = [_entrant_row(each, finished) for each in ladder.entrants]
    layouts = []
    for layout in rules.layouts:
        own = [game for game in finished if game.layout == layout.name]
        layouts.append(
            LayoutRow(
                name=layout.name,
                title=layout.short_name,
                rows=list(layout.rows),
                games=len(own),
                average=_average(_summary(own, Role.PACMAN)),
                expected=round(rating.layouts[layout.name], _DIGITS),
            )
        )
    return LadderTable(
        title=rules.title,
        written=written,
        engine=engine_version(),
        sandbox=str(ladder.level),
        rounds=rules.rounds,
        notes=list(_notes(ladder, finished)),
        layouts=layouts,
        standings=Standings(
            overall=_ranks(ladder, rating.overall, finished, [*Role]),
            pacman=_ranks(ladder, rating.pacmen, finished, [Role.PACMAN]),
            ghosts=_ranks(ladder, rating.ghosts, finished, [Role.GHOSTS]),
        ),
        entrants=sorted(entrants, key=lambda row: (row.is_anchor, row.name)),
        forfeits=list(_forfeits(games)),
        games=games,
    )


def _game_rows(ladder: PlayedLadder, paths: Mapping[str, Path]) -> Iterator[GameRow]:
    rules = ladder.rules
    layouts = {layout.name: layout for layout in rules.layouts}
    for number, (pairing, result) in enumerate(ladder.results.items(), start=1):
        layout = layouts[pairing.layout]
        seeds = GameSeeds.of(rules.seed, layout, pairing.number)
        yield GameRow(
            id=number,
            **pairing._asdict(),
            score=result.score,
            percent=None if result.score is None else _rounded(percent(result.score, layout)),
            won=result.won,
            ending="forfeit" if result.forfeit else str(result.ending or "not finished"),
            rounds=result.rounds,
            forfeit=result.forfeit,
            kind=result.kind,
            reason=result.reason,
            seed=seeds.ghosts,
            pacman_seed=seeds.pacman,
            key=ladder.games.game(pairing).key(),
            command=_command(ladder, pairing, seeds, paths),
        )


def _command(
    ladder: PlayedLadder, pairing: Pairing, seeds: GameSeeds, paths: Mapping[str, Path]
) -> str:
    """Plays the game again, as on a command line; "" if a file has no copy."""
    players = []
    for role in Role:
        entrant = ladder.games.entrants[pairing.player(role)]
        spec = entrant.spec(role)
        if not entrant.is_anchor:
            spec = f"{paths[entrant.name]}:{spec}" if entrant.name in paths else ""
        players.append(spec)
    if not all(players):
        return ""
    pacman, ghosts = players
    words = ["pacgrid", "play", pacman, "--ghosts", ghosts, "--layout", pairing.layout]
    words += ["--seed", f"{seeds.ghosts},{seeds.pacman}", "--rounds", str(ladder.rules.rounds)]
    return shlex.join(words)


def _summary(games: Iterable[GameRow], role: Role) -> Summary | None:
    """What these finished games show of who has that role in them; None if there are none."""
    results = [game.result(role) for game in games]
    return Summary.of(results) if results else None


def _average(summary: Summary | None) -> float | None:
    return _rounded(summary.mean_score if summary else None)


def _entrant_row(entrant: Entrant, finished: Sequence[GameRow]) -> EntrantRow:
    roles = {}
    for role in entrant.players:
        own = [game for game in finished if game.player(role) == entrant.name]
        summary = _summary(own, role)
        roles[role] = RoleRecord(
            agent=entrant.spec(role),
            games=len(own),
            wins=summary.wins if summary else 0,
            average=_average(summary),
            forfeits=sum(summary.forfeits.values()) if summary else 0,
        )
    return EntrantRow(
        name=entrant.name, is_anchor=entrant.is_anchor, roles=roles, problem=entrant.problem
    )


def _ranks(
    ladder: PlayedLadder, ranking: Ranking, finished: Sequence[GameRow], roles: Sequence[Role]
) -> list[Rank]:
    """The standing of those who have finished games in each of the `roles`."""
    played = [Counter(game.player(role) for game in finished) for role in roles]
    anchors = ladder.field.anchors
    ranked = [name for name in ranking.ranked if all(count[name] for count in played)]
    nexts = dict(pairwise(name for name in ranked if name not in anchors))
    ranks, rank = [], 1
    for name in ranked:
        low, high = ranking.interval(name) or (None, None)
        ranks.append(
            Rank(
                rank=rank,
                name=name,
                is_anchor=name in anchors,
                rating=round(ranking.value(name), _DIGITS) + 0.0,
                low=_rounded(low),
                high=_rounded(high),
                above_next=_rounded(ranking.above(name, nexts[name]) if name in nexts else None),
                games=sum(count[name] for count in played),
            )
        )
        rank += name not in anchors
    return ranks


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS) + 0.0


def _notes(ladder: PlayedLadder, finished: Sequence[GameRow]) -> Iterator[str]:
    if not ladder.results:
        yield "no games: there is nobody to play against"
        return
    if not ladder.rating.is_connected:
        yield (
            "the games don't connect everybody, so some ratings can't be compared; play more"
            " games, or add anchors"
        )
    if not ladder.field.anchors:
        yield "no anchors: 0 is the mean of these entrants, so other ladders don't compare"
    if ladder.rating.pacmen.covariance is None:
        yield "too few games to say how sure the ratings are"
    seen = {game.player(role) for game in finished for role in Role}
    idle = [e.name for e in ladder.entrants if e.players and not e.is_anchor if e.name not in seen]
    if idle:
        yield f"no finished games, so their ratings mean nothing: {', '.join(idle)}"
    for name, (opponent, games) in favoured(ladder.results).items():
        yield (
            f"{name} has forfeited games to {opponent} and to nobody else; these {games} games"
            " don't count"
        )
    if unfinished := sum(r.score is None and not r.forfeit for r in ladder.results.values()):
        yield f"{unfinished} of {len(ladder.results)} games were not finished, and don't count"


def _forfeits(games: Sequence[GameRow]) -> Iterator[ForfeitRow]:
    def why(game: GameRow) -> tuple[str, Role, ForfeitKind, str]:
        assert game.forfeit
        assert game.kind
        # Without what is different in each position.
        reason = game.reason.partition("; legal actions: ")[0]
        return game.player(game.forfeit), game.forfeit, game.kind, reason

    forfeited = sorted((game for game in games if game.forfeit), key=why)
    for (name, role, kind, reason), group in groupby(forfeited, why):
        first, *others = group
        yield ForfeitRow(
            name=name, role=role, kind=kind, reason=reason, games=1 + len(others), example=first.id
        )
