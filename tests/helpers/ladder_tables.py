"""Made-up tables of ladders, without a game that was played."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from pacgrid.autograder.ladder.entrants import Entrant, Role, SubmittedPlayer, anchors
from pacgrid.autograder.ladder.ladder import LadderRules, PlayedLadder
from pacgrid.autograder.ladder.ladder_game import ForfeitKind, GameResult, Pairing
from pacgrid.autograder.ladder.ladder_table import LadderTable, ladder_table
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.games.game_setup import Ending
from pacgrid.layout import Layout

WRITTEN = datetime(2026, 11, 27, 12, tzinfo=UTC)
ROWS = ("%%%%%%%", "%P..  %", "% %% 1%", "%%%%%%%")
ANCHORS = ("random_agent", "random_ghost")


def made_table(
    names: Sequence[str] = ("ada", "bob", "chen"), *, layouts: int = 2, **values: Any
) -> LadderTable:
    """A ladder of entrants that play both roles, and two anchors. Who comes first is stronger; the
    last one but one forfeits its games as Pac-Man, and the last one can't play if there are more
    than three."""
    playing = names[:-1] if len(names) > 3 else names
    boards = [Layout(ROWS, f"board{number}") for number in range(layouts)]
    rules = LadderRules().model_copy(update={"title": "A contest", "layouts": boards})
    forfeiter = playing[-1] if len(names) > 3 else None
    entrants = [_entrant(name, name in playing) for name in names]
    entrants += anchors(ANCHORS) if playing else []
    results = dict(_results(playing, boards, forfeiter)) if playing else {}
    ladder = PlayedLadder(rules, Level.PROCESS, tuple(entrants), dict(sorted(results.items())))
    paths = {name: Path(f"/home/staff/out/copies/{name}/{name}.py") for name in playing}
    return ladder_table(ladder, paths, WRITTEN).model_copy(update=values)


def _entrant(name: str, plays: bool) -> Entrant:
    submission = Submission(name, (("agent.py", name.encode("utf-8", "replace")),), main="agent.py")
    players = {role: SubmittedPlayer(submission, "Agent") for role in Role} if plays else {}
    problem = "" if plays else f"can't be imported: SyntaxError (/home/staff/in/{name}.py)"
    return Entrant(name, players, submission, problem)


def _results(
    playing: Sequence[str], boards: Sequence[Layout], forfeiter: str | None
) -> Iterator[tuple[Pairing, GameResult]]:
    rng = Random(1)
    skill = {name: 400 - 800 * index / len(playing) for index, name in enumerate(playing)}
    skill |= dict.fromkeys(ANCHORS, 0.0)
    for pacman in (*playing, ANCHORS[0]):
        for ghosts in (*playing, ANCHORS[1]):
            for board in boards if pacman != ghosts else ():
                score = round(500 + skill[pacman] - skill[ghosts] + rng.gauss(0, 50))
                ending = Ending.WON if score > 100 else Ending.CAUGHT
                result = GameResult(score, ending, rounds=rng.randrange(5, 300))
                if pacman == forfeiter:
                    reason = f"ZeroDivisionError ({pacman}.py, line 3)"
                    forfeit = (Role.PACMAN, ForfeitKind.EXCEPTION, reason)
                    result = GameResult(-800, Ending.RAISED, 3, *forfeit)
                yield Pairing(pacman, ghosts, board.name, 0), result
