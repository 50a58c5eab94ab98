"""Results of games as tables and as JSON: of a series, and of agents in the same games."""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from re import sub
from typing import Any, Self

from rich.table import Table
from rich.text import Text

from pacgrid.analysis.game_analysis import GameAnalysis, Mark
from pacgrid.cli.matchup import Matchup
from pacgrid.common.intervals import Interval, mean_interval, proportion_interval
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.records.description import (
    display_name,
    forfeit_reason,
    pairing,
    players_words,
    result_line,
    verdict,
)
from pacgrid.records.record import Record


@dataclass(frozen=True)
class Result:
    """What a series keeps of a game."""

    seed: int
    verdict: str
    won: bool
    score: int
    rounds: int
    forfeit: int | None
    """The agent that forfeited the game, if one did."""
    reason: str
    """Why it was forfeited."""
    details: str
    """The failed agent's own lines, if it raised an exception."""
    pacman_seconds: float
    """The time Pac-Man, or who plays first in another game, took for his moves."""
    pacman_moves: int
    """The number of those moves: all of his, or those since he took over."""
    pacman_cpu_seconds: float = 0
    pacman_nodes: int | None = None
    """The states that he visited; None if his agent doesn't count them."""
    taken_over: int = 0
    """The ply at which somebody took over; 0 if nobody did."""
    regret: float | None = None
    """What those of Pac-Man's moves cost together; None if the game wasn't analysed."""
    blunders: int | None = None
    """How many of them are blunders."""
    drawn: bool = False
    plies: int = 0
    others_seconds: float = 0
    """The time that all other agents took for their moves."""
    others_moves: int = 0
    actions: list[str] = field(default_factory=list)
    """What was played, in a game without rounds."""

    @classmethod
    def of(cls, record: Record, analysis: GameAnalysis | None = None) -> Self:
        own = [m for m in analysis.of(0) if m.ply >= record.taken_over] if analysis else None
        first, *others = map(record.moves_of, range(len(record.agents)))
        return cls(
            seed=record.seed,
            verdict=verdict(record),
            won=record.won,
            score=record.score,
            rounds=record.rounds,
            forfeit=record.forfeit,
            reason=forfeit_reason(record),
            details=record.details,
            pacman_seconds=sum(move.seconds for move in first),
            pacman_moves=len(first),
            pacman_cpu_seconds=sum(move.cpu_seconds for move in first),
            pacman_nodes=_sum_of(move.nodes for move in first),
            taken_over=record.taken_over,
            regret=None if own is None else sum(move.regret for move in own),
            blunders=None if own is None else sum(move.mark is Mark.BLUNDER for move in own),
            drawn=record.ending is Ending.DRAWN,
            plies=len(record.moves),
            others_seconds=sum(move.seconds for moves in others for move in moves),
            others_moves=sum(map(len, others)),
            actions=[] if record.setup.has_rounds else _actions(record),
        )


@dataclass(frozen=True)
class Summary:
    """Statistics of a series of games. Intervals hold the true value with 95 % confidence."""

    games: int
    wins: int
    win_rate: float
    win_interval: Interval
    """Wilson's score interval."""
    mean_score: float
    score_interval: Interval | None
    """Student's t interval; None for a single game."""
    min_score: int
    median_score: float
    max_score: int
    mean_rounds: float
    mean_plies: float
    draws: int
    """Games that ended by the rules without a winner."""
    verdicts: dict[str, int]
    """How often each occurred."""
    seconds_per_move: float | None
    """Of Pac-Man; None if he never moved."""
    others_seconds_per_move: float | None
    """Of all other agents."""
    cpu_seconds_per_move: float | None
    nodes_per_move: float | None
    """None if his agent doesn't count them."""
    mean_regret: float | None
    """Of Pac-Man's moves; None if a game wasn't analysed."""
    blunders: int | None
    """In all games."""
    forfeits: dict[str, int]
    """How often each reason occurred."""

    @classmethod
    def of(cls, results: Sequence[Result]) -> Self:
        """The summary of at least one game."""
        scores = [result.score for result in results]
        moves = sum(result.pacman_moves for result in results)
        regrets = [result.regret for result in results if result.regret is not None]
        wins = sum(result.won for result in results)
        return cls(
            games=len(results),
            wins=wins,
            win_rate=wins / len(results),
            win_interval=proportion_interval(wins, len(results)),
            mean_score=statistics.fmean(scores),
            score_interval=mean_interval(scores),
            min_score=min(scores),
            median_score=statistics.median(scores),
            max_score=max(scores),
            mean_rounds=statistics.fmean(result.rounds for result in results),
            mean_plies=statistics.fmean(result.plies for result in results),
            draws=sum(result.drawn for result in results),
            verdicts=dict(Counter(result.verdict for result in results).most_common()),
            seconds_per_move=_ratio(sum(r.pacman_seconds for r in results), moves),
            others_seconds_per_move=_ratio(
                sum(r.others_seconds for r in results), sum(r.others_moves for r in results)
            ),
            cpu_seconds_per_move=_ratio(sum(r.pacman_cpu_seconds for r in results), moves),
            nodes_per_move=_ratio(_sum_of(r.pacman_nodes for r in results), moves),
            mean_regret=_ratio(sum(regrets), moves) if len(regrets) == len(results) else None,
            blunders=_sum_of(r.blunders for r in results),
            forfeits=dict(Counter(r.reason for r in results if r.forfeit is not None)),
        )


def _sum_of(numbers: Iterable[int | None]) -> int | None:
    """Their sum; None if one is missing."""
    total = 0
    for number in numbers:
        if number is None:
            return None
        total += number
    return total


def _ratio(total: float | None, count: int) -> float | None:
    return total / count if count and total is not None else None


def summary_table(summary: Summary, setup: GameSetup, agents: Sequence[str]) -> Table:
    """The summary for people."""
    s, has_rounds = summary, setup.has_rounds
    title = f"{pairing(agents)} on {setup.title}"
    if not has_rounds:
        title = f"{players_words(setup, agents)} ({setup.title})"
    table = Table(title=title, show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column(style="dim")
    table.add_row("games", str(s.games), "")
    for words, count in ({"won": s.wins} if has_rounds else s.verdicts).items():
        low, high = proportion_interval(count, s.games)
        share = f"{count} ({count / s.games:.1%})"
        table.add_row(words, share, f"95 % interval {low:.1%} to {high:.1%}")
    scores = "95 % interval {:.1f} to {:.1f}".format(*s.score_interval) if s.score_interval else ""
    table.add_row("mean score", f"{s.mean_score:.1f}", scores)
    spread = f"{s.min_score:g}, {s.median_score:g}, {s.max_score:g}"
    table.add_row("lowest, median, highest", spread)
    mean, unit = (s.mean_rounds, "rounds") if has_rounds else (s.mean_plies, "plies")
    table.add_row(f"mean {unit}", f"{mean:.1f}")
    first, *others = setup.players
    if s.seconds_per_move is not None:
        table.add_row(f"{first}'s seconds per move", f"{s.seconds_per_move:.2g}")
    if s.others_seconds_per_move is not None and not has_rounds:
        rest = f"{others[0]}'s" if len(others) == 1 else "the others'"
        table.add_row(f"{rest} seconds per move", f"{s.others_seconds_per_move:.2g}")
    if s.mean_regret is not None:
        table.add_row("mean regret per move", f"{s.mean_regret:,.3g}")
    if s.blunders is not None:
        table.add_row("blunders", str(s.blunders))
    for reason, count in s.forfeits.items():
        table.add_row("forfeits", str(count), Text(reason), style="red")
    return table


def result_text(record: Record, pacman: str = "") -> Text:
    """How a game ended: a line, and the reason and traceback of a forfeit.

    The line starts with the name of Pac-Man's agent if it is given.
    """
    text = Text(f"{pacman}  {result_line(record)}".strip(), "bold green" if record.won else "bold")
    for detail, style in (
        (forfeit_reason(record), "not bold red"),
        (record.details, "not bold dim"),
    ):
        if detail:
            text.append(f"\n{detail}", style)
    return text


def as_json(
    results: Sequence[Result], summary: Summary, setup: GameSetup, agents: Sequence[str]
) -> dict[str, Any]:
    """The results for other programs."""
    return {
        "layout" if setup.has_rounds else "game": setup.title,
        "agents": list(agents),
        "games": [_game_json(result, setup) for result in results],
        "summary": asdict(summary),
    }


def _game_json(result: Result, setup: GameSetup) -> dict[str, Any]:
    data = asdict(result)
    actions = data.pop("actions")
    return data if setup.has_rounds else data | {"result": result.verdict, "moves": actions}


def _actions(record: Record) -> list[str]:
    return [
        record.setup.action_name(state, move.action)
        for state, move in zip(record.states(), record.moves, strict=False)
    ]


Results = Sequence[Sequence[Result]]
"""`results[agent][game]`."""
Rows = Iterator[tuple[str, ...]]
INTERVAL = "  95 % interval"
LONGEST_LINE = 24
"""Letters of an agent's name."""


def comparison_table(agents: Sequence[str], results: Results, matchup: Matchup) -> Table:
    """A column for each agent, with how far it is ahead of the first in the same games."""
    games = len(results[0])
    ghosts = pairing(["", *matchup.agents[1:]]).strip()
    count = "one game" if games == 1 else f"the same {games} games"
    table = Table(title=f"{count} on {matchup.setup.title}, {ghosts}")
    table.add_column("", style="bold")
    for agent in agents:
        table.add_column(Text(_in_lines(display_name(agent))), justify="right", overflow="fold")
    unit = "rounds" if matchup.setup.has_rounds else "plies"
    for row in _one_game(results, unit) if games == 1 else _many_games(results, unit):
        table.add_row(*row)
    moves = [sum(game.pacman_moves for game in played) for played in results]
    seconds = [sum(game.pacman_seconds for game in played) for played in results]
    averages = (f"{s / m:.2g}" if m else "" for s, m in zip(seconds, moves, strict=True))
    table.add_row("seconds per move", *averages)
    taken_over = [sum(bool(game.taken_over) for game in played) for played in results]
    if any(taken_over):
        table.add_row("taken over by others", *map(str, taken_over))
    reasons = [Counter(g.reason for g in played if g.forfeit is not None) for played in results]
    if any(reasons):
        cells = ("\n".join(f"{n} x {reason}" for reason, n in c.items()) for c in reasons)
        table.add_row("forfeits", *map(Text, cells), style="red")
    return table


def _in_lines(name: str) -> str:
    """A long name with a line for each of its options."""
    return name if len(name) <= LONGEST_LINE else sub(r"(?<=[:,;])(?=\w+=)", "\n", name)


def _one_game(results: Results, unit: str) -> Rows:
    games = [played[0] for played in results]
    yield "ending", *(game.verdict for game in games)
    yield "score", *(str(game.score) for game in games)
    yield unit, *(str(getattr(game, unit)) for game in games)


def _many_games(results: Results, unit: str) -> Rows:
    summaries = [Summary.of(played) for played in results]
    yield "won", *(f"{s.wins} ({s.win_rate:.1%})" for s in summaries)
    yield INTERVAL, *("{:.1%} to {:.1%}".format(*s.win_interval) for s in summaries)
    yield "mean score", *(f"{s.mean_score:.1f}" for s in summaries)
    yield INTERVAL, *(_points(s.score_interval) for s in summaries)
    yield from differences(results)
    yield f"mean {unit}", *(f"{getattr(s, f'mean_{unit}'):.1f}" for s in summaries)


def differences(results: Results) -> Rows:
    """How far each other agent is ahead of the first, game by game."""
    first, *others = results
    leads = [
        [one.score - base.score for one, base in zip(other, first, strict=True)] for other in others
    ]
    yield "ahead of the first", "", *(f"{statistics.fmean(lead):+.1f}" for lead in leads)
    yield INTERVAL, "", *(_points(mean_interval(lead)) for lead in leads)


def comparison_json(agents: Sequence[str], results: Results, matchup: Matchup) -> dict[str, Any]:
    """For other programs: for each agent what `pacgrid play --json` writes."""
    layout, ghosts = matchup.setup.title, matchup.agents[1:]
    return {
        "layout" if matchup.setup.has_rounds else "game": layout,
        "contestants": [
            as_json(played, Summary.of(played), matchup.setup, (agent, *ghosts))
            for agent, played in zip(agents, results, strict=True)
        ],
    }


def _points(interval: Interval | None) -> str:
    return "{:.1f} to {:.1f}".format(*interval) if interval else ""
