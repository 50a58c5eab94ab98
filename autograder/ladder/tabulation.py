"""Makes the table of a played ladder."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from statistics import mean

from pacgrid.state import LOSS_POINTS

from ..model.engine_version import engine_version
from .board import percent, win_score
from .entrant import Entrant
from .game_result import GameResult
from .ladder import PlayedLadder
from .pairing import GameSeeds, Pairing, Role
from .ranking import Ranking
from .schedule import is_decided
from .table import (
    EntrantRow,
    ForfeitRow,
    GameRow,
    LadderTable,
    LayoutRow,
    MatchRow,
    MeetingRow,
    Rank,
    RoleRecord,
    Standings,
)

_DIGITS = 3
"""Of ratings: more would differ from machine to machine."""


class Tabulation:
    """The table of `ladder`.

    Args:
        paths: by the name of an entrant: where the copy of its main file is.
    """

    def __init__(self, ladder: PlayedLadder, paths: Mapping[str, Path]) -> None:
        self._ladder = ladder
        self._paths = paths
        self._layouts = {layout.name: layout for layout in ladder.rules.layouts}
        self._entrants = {entrant.name: entrant for entrant in ladder.entrants}
        self._finished = {
            pairing: result
            for pairing, result in ladder.results.items()
            if result.score is not None
        }

    def table(self, written: datetime) -> LadderTable:
        """The table."""
        ladder, rules = self._ladder, self._ladder.rules
        games = list(self._games())
        return LadderTable(
            title=rules.title,
            written=written,
            engine=engine_version(),
            sandbox=str(ladder.level),
            rounds=rules.rounds,
            until=rules.until,
            top=rules.top,
            is_decided=is_decided(rules.plan, ladder.rating),
            notes=list(self._notes()),
            layouts=list(self._layout_rows()),
            standings=self.standings,
            entrants=sorted(map(self._row, ladder.entrants), key=_place),
            matches=list(self.matches()),
            meetings=list(self._meetings()),
            forfeits=list(_forfeits(games)),
            games=games,
        )

    # Standings.

    @cached_property
    def standings(self) -> Standings:
        """Who is how strong."""
        rating = self._ladder.rating
        return Standings(
            overall=self._ranks(rating.overall, [*Role]),
            pacman=self._ranks(rating.pacmen, [Role.PACMAN]),
            ghosts=self._ranks(rating.ghosts, [Role.GHOSTS]),
        )

    def _ranks(self, ranking: Ranking, roles: Collection[Role]) -> list[Rank]:
        played = Counter(each.player(role) for each in self._finished for role in roles)
        in_each = [{each.player(role) for each in self._finished} for role in roles]
        anchors = self._ladder.field.anchors
        ranked = [name for name in ranking.ranked if all(name in players for players in in_each)]
        entrants = [name for name in ranked if name not in anchors]
        nexts = dict(pairwise(entrants))
        ranks, rank = [], 1
        for name in ranked:
            low, high = map(_rounded, ranking.interval(name) or (None, None))
            following = nexts.get(name)
            above = ranking.above(name, following) if following else None
            ranks.append(
                Rank(
                    rank=rank,
                    name=name,
                    is_anchor=name in anchors,
                    rating=round(ranking.value(name), _DIGITS) + 0.0,
                    low=low,
                    high=high,
                    above_next=_rounded(above),
                    games=played[name],
                )
            )
            rank += name not in anchors
        return ranks

    def _notes(self) -> Iterator[str]:
        ladder = self._ladder
        field = ladder.field
        if not ladder.results:
            yield "no games: there is nobody to play against"
        elif not ladder.rating.is_connected:
            yield (
                "the games don't connect everybody, so some ratings can't be compared; play more"
                " games, or add anchors"
            )
        if ladder.results and not field.anchors:
            yield "no anchors: 0 is the mean of these entrants, so other ladders don't compare"
        if ladder.results and ladder.rating.pacmen.samples is None:
            yield "too few games to say how sure the ratings are"
        idle = [
            entrant.name
            for entrant in ladder.entrants
            if entrant.players and not entrant.is_anchor
            if not any(entrant.name in (each.pacman, each.ghosts) for each in self._finished)
        ]
        if ladder.results and idle:
            yield f"no finished games, so their ratings mean nothing: {', '.join(idle)}"
        if unfinished := len(ladder.results) - len(self._finished):
            yield f"{unfinished} of {len(ladder.results)} games were not finished, and don't count"

    # Entrants and layouts.

    def _row(self, entrant: Entrant) -> EntrantRow:
        name = entrant.name
        submission = entrant.submission
        unfinished = sum(
            result.score is None and name in (pairing.pacman, pairing.ghosts)
            for pairing, result in self._ladder.results.items()
        )
        return EntrantRow(
            name=name,
            is_anchor=entrant.is_anchor,
            roles={role: self._record(entrant, role) for role in Role if role in entrant.players},
            problem=entrant.problem,
            digest=submission.digest if submission else "",
            path=str(self._paths.get(name, "")),
            unfinished=unfinished,
        )

    def _record(self, entrant: Entrant, role: Role) -> RoleRecord:
        results = [
            result
            for pairing, result in self._finished.items()
            if pairing.player(role) == entrant.name
        ]
        return RoleRecord(
            agent=entrant.spec(role),
            games=len(results),
            wins=sum(result.won == (role is Role.PACMAN) for result in results),
            average=_average(results),
            forfeits=sum(result.forfeit is role for result in results),
        )

    def _layout_rows(self) -> Iterator[LayoutRow]:
        expected = self._ladder.rating.layouts
        for name, layout in self._layouts.items():
            results = [r for pairing, r in self._finished.items() if pairing.layout == name]
            yield LayoutRow(
                name=name,
                title=layout.short_name,
                rows=list(layout.rows),
                win_score=win_score(layout),
                loss_score=LOSS_POINTS,
                games=len(results),
                average=_average(results),
                expected=round(expected[name], _DIGITS),
            )

    # Games.

    def _games(self) -> Iterator[GameRow]:
        seed = self._ladder.rules.seed
        for number, (pairing, result) in enumerate(self._ladder.results.items(), start=1):
            layout = self._layouts[pairing.layout]
            pacman_seed, ghost_seed = GameSeeds.of(seed, layout, pairing.number)
            score = result.score
            yield GameRow(
                id=number,
                pacman=pairing.pacman,
                ghosts=pairing.ghosts,
                layout=pairing.layout,
                number=pairing.number,
                score=score,
                percent=None if score is None else _rounded(percent(score, layout)),
                won=result.won,
                ending=_ending(result),
                rounds=result.rounds,
                forfeit=result.forfeit,
                kind=result.kind,
                reason=result.reason,
                seed=ghost_seed,
                pacman_seed=pacman_seed,
                key=self._ladder.games.game(pairing).key(),
                command=self._command(pairing, GameSeeds(pacman_seed, ghost_seed)),
            )

    def _command(self, pairing: Pairing, seeds: GameSeeds) -> str:
        """Plays the game again, as on a command line."""
        pacman, ghosts = (self._spec(self._entrants[pairing.player(role)], role) for role in Role)
        if not (pacman and ghosts):
            return ""
        words = ["pacgrid", "play", pacman, "--ghosts", ghosts, "--layout", pairing.layout]
        words += ["--seed", f"{seeds.ghosts},{seeds.pacman}"]
        return shlex.join([*words, "--rounds", str(self._ladder.rules.rounds)])

    def _spec(self, entrant: Entrant, role: Role) -> str:
        """What `pacgrid play` loads; "" if there is no file."""
        if entrant.is_anchor:
            return entrant.spec(role)
        path = self._paths.get(entrant.name)
        return f"{path}:{entrant.spec(role)}" if path else ""

    # Who against whom.

    def matches(self) -> Iterator[MatchRow]:
        """All matches of two who both play both roles."""
        differences: dict[tuple[str, str], list[int]] = defaultdict(list)
        for pairing, result in self._finished.items():
            back = self._finished.get(
                pairing._replace(pacman=pairing.ghosts, ghosts=pairing.pacman)
            )
            if back and pairing.pacman < pairing.ghosts:
                assert result.score is not None
                assert back.score is not None
                pair = (pairing.pacman, pairing.ghosts)
                differences[pair].append(result.score - back.score)
        for (first, second), values in sorted(differences.items()):
            yield MatchRow(
                first=first,
                second=second,
                matches=len(values),
                won=sum(value > 0 for value in values),
                drawn=sum(value == 0 for value in values),
                lost=sum(value < 0 for value in values),
                difference=round(mean(values), _DIGITS),
            )

    def _meetings(self) -> Iterator[MeetingRow]:
        met: dict[tuple[str, str], list[GameResult]] = defaultdict(list)
        for pairing, result in self._finished.items():
            met[pairing.pacman, pairing.ghosts].append(result)
        for (pacman, ghosts), results in sorted(met.items()):
            yield MeetingRow(
                pacman=pacman,
                ghosts=ghosts,
                games=len(results),
                wins=sum(result.won for result in results),
                average=_average(results) or 0,
            )


def _forfeits(games: Sequence[GameRow]) -> Iterator[ForfeitRow]:
    found: dict[tuple[str, Role, str, str], list[GameRow]] = defaultdict(list)
    for game in games:
        if game.forfeit and game.kind:
            name = game.pacman if game.forfeit is Role.PACMAN else game.ghosts
            found[name, game.forfeit, game.kind, _without_position(game.reason)].append(game)
    for (name, role, _, reason), listed in sorted(found.items()):
        kind = listed[0].kind
        assert kind
        yield ForfeitRow(
            name=name,
            role=role,
            kind=kind,
            reason=reason,
            games=len(listed),
            example=listed[0].id,
        )


def _without_position(reason: str) -> str:
    """`reason` without what is different in each position."""
    return reason.partition("; legal actions: ")[0]


def _ending(result: GameResult) -> str:
    if result.forfeit:
        return "forfeit"
    return str(result.ending) if result.ending else "not finished"


def _average(results: Sequence[GameResult]) -> float | None:
    scores = [result.score for result in results if result.score is not None]
    return round(mean(scores), _DIGITS) if scores else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS) + 0.0


def _place(row: EntrantRow) -> tuple[bool, str]:
    return row.is_anchor, row.name
