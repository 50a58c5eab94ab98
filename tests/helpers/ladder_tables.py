"""Made-up tables of ladders, without a game that was played."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random
from shlex import quote
from typing import Any

from pacgrid.autograder.ladder.game_result import ForfeitKind
from pacgrid.autograder.ladder.pairing import Role
from pacgrid.autograder.ladder.table import (
    EntrantRow,
    ForfeitRow,
    GameRow,
    LadderTable,
    LayoutRow,
    Rank,
    RoleRecord,
    Standings,
)

WRITTEN = datetime(2026, 11, 27, 12, tzinfo=UTC)
ROWS = ["%%%%%%%", "%P..  %", "% %% 1%", "%%%%%%%"]
ANCHORS = ("random_agent", "random_ghost")


def made_table(
    names: Sequence[str] = ("ada", "bob", "chen"), *, layouts: int = 2, **values: Any
) -> LadderTable:
    """A ladder of entrants that play both roles, and two anchors. Who comes first is stronger; the
    last one but one forfeits its games as Pac-Man, and the last one can't play if there are more
    than three."""
    rng = Random(1)
    playing = [*names[:-1]] if len(names) > 3 else [*names]
    skill = {name: 40.0 - 80 * index / max(1, len(names)) for index, name in enumerate(playing)}
    skill |= dict.fromkeys(ANCHORS, 0.0)
    boards = [f"board{number}" for number in range(layouts)]
    forfeiter = playing[-1] if len(names) > 3 else None
    games = list(_games(skill, playing, boards, forfeiter, rng)) if playing else []
    standings = _standings(skill, playing)
    rows = [_entrant(name, name in playing, games) for name in sorted(names)]
    table = LadderTable(
        title="A contest",
        written=WRITTEN,
        engine="pacgrid 0.1.0",
        sandbox="process",
        rounds=300,
        until=None,
        top=None,
        is_decided=False,
        layouts=[_layout(name, games) for name in boards],
        standings=standings,
        entrants=[*rows, *(_anchor(name, games) for name in ANCHORS if playing)],
        matches=[],
        meetings=[],
        forfeits=[_forfeit(forfeiter, games)] if forfeiter else [],
        games=games,
    )
    return table.model_copy(update=values)


def _games(
    skill: dict[str, float],
    playing: Sequence[str],
    boards: Sequence[str],
    forfeiter: str | None,
    rng: Random,
) -> Iterator[GameRow]:
    number = 0
    for pacman in [*playing, "random_agent"]:
        for ghosts in [*playing, "random_ghost"]:
            for board in boards if pacman != ghosts else ():
                number += 1
                percent = round(50 + skill[pacman] - skill[ghosts] + rng.gauss(0, 25), 3)
                forfeits = pacman == forfeiter
                won = percent > 60 and not forfeits
                caught = "won" if won else "caught"
                yield GameRow(
                    id=number,
                    pacman=pacman,
                    ghosts=ghosts,
                    layout=board,
                    number=0,
                    score=round(percent * 10),
                    percent=0.0 if forfeits else percent,
                    won=won,
                    ending="forfeit" if forfeits else caught,
                    rounds=rng.randrange(5, 300),
                    forfeit=Role.PACMAN if forfeits else None,
                    kind=ForfeitKind.EXCEPTION if forfeits else None,
                    reason=f"ZeroDivisionError ({pacman}.py, line 3)" if forfeits else "",
                    seed=7,
                    pacman_seed=8,
                    key=f"{number:064x}",
                    command=f"pacgrid play {_spec(pacman)} --ghosts {_spec(ghosts)}"
                    f" --layout {board} --seed 7,8 --rounds 300",
                )


def _spec(name: str) -> str:
    return name if name in ANCHORS else quote(f"/home/staff/out/copies/{name}/{name}.py:Agent")


def _standings(skill: dict[str, float], playing: Sequence[str]) -> Standings:
    def ranks(anchor: str, factor: float) -> list[Rank]:
        names = sorted([*playing, *([anchor] if anchor and playing else [])], key=_by(skill))
        found, rank = [], 1
        for name in names:
            rating, is_anchor = factor * skill[name], name == anchor
            known = {"low": rating - 12, "high": rating + 12}
            last = name == names[-1]
            above = None if is_anchor or last else 0.9
            each = {"rank": rank, "name": name, "is_anchor": is_anchor, "games": 10}
            found.append(Rank(**each, **known, rating=rating, above_next=above))
            rank += not is_anchor
        return found

    return Standings(
        overall=ranks("", 2), pacman=ranks("random_agent", 1), ghosts=ranks("random_ghost", 1)
    )


def _by(skill: dict[str, float]) -> Any:
    return lambda name: (-skill[name], name)


def _entrant(name: str, plays: bool, games: Sequence[GameRow]) -> EntrantRow:
    roles = {role: _record(name, role, games) for role in Role} if plays else {}
    return EntrantRow(
        name=name,
        roles=roles,
        problem="" if plays else f"can't be imported: SyntaxError (/home/staff/in/{name}.py)",
        digest="0" * 64,
        path=f"/home/staff/out/copies/{name}/{name}.py" if plays else "",
    )


def _anchor(name: str, games: Sequence[GameRow]) -> EntrantRow:
    role = Role.PACMAN if name == ANCHORS[0] else Role.GHOSTS
    return EntrantRow(name=name, is_anchor=True, roles={role: _record(name, role, games)})


def _record(name: str, role: Role, games: Sequence[GameRow]) -> RoleRecord:
    own = [g for g in games if (g.pacman if role is Role.PACMAN else g.ghosts) == name]
    wins = sum(game.won == (role is Role.PACMAN) for game in own)
    forfeits = sum(game.forfeit is role for game in own)
    return RoleRecord(agent="Agent", games=len(own), wins=wins, average=100.0, forfeits=forfeits)


def _layout(name: str, games: Sequence[GameRow]) -> LayoutRow:
    return LayoutRow(
        name=name,
        title=name,
        rows=ROWS,
        win_score=520,
        loss_score=-500,
        games=sum(game.layout == name for game in games),
        average=100.0,
        expected=50.0,
    )


def _forfeit(name: str, games: Sequence[GameRow]) -> ForfeitRow:
    own = [game for game in games if game.forfeit]
    return ForfeitRow(
        name=name,
        role=Role.PACMAN,
        kind=ForfeitKind.EXCEPTION,
        reason=own[0].reason,
        games=len(own),
        example=own[0].id,
    )
