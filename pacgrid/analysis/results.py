"""Results of games: games in, rows with 95 % intervals out, for all tables."""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from re import sub
from typing import Any, Self

from pacgrid.analysis.game_analysis import GameAnalysis, Mark
from pacgrid.common.intervals import Interval, mean_interval, proportion_interval
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.records.record import Record, display_name, forfeit_reason, verdict

Results = Sequence[Sequence["Result"]]
"""`results[agent][game]`."""
MOST_COLUMNS = 4
"""The agents that fit side by side; more of them have a row each."""
MOST_VERDICTS = 8
"""More ways to end are not counted one by one: what a single player gets, for example."""
LONGEST_LINE = 24


def results_grid(
    agents: Sequence[str], results: Results, setup: GameSetup, goal: float | None = None
) -> list[tuple[str, ...]]:
    """The cells of the table: a column for each agent, or a row each if they are many."""
    grid = [("", *(_in_lines(display_name(agent)) for agent in agents))]
    for name, *cells in _measures(results, setup, goal):
        has_intervals = any("\n" in cell for cell in cells) and name != "forfeits"
        grid.append((f"{name}\n  95 % interval" if has_intervals else name, *cells))
    return list(zip(*grid, strict=True)) if len(agents) > MOST_COLUMNS else grid


def _measures(results: Results, setup: GameSetup, goal: float | None) -> Iterator[tuple[str, ...]]:
    """What is measured, with a cell for each agent; its second line has the 95 % interval."""
    summaries = [Summary.of(played) for played in results]
    games = [result for played in results for result in played]
    is_single, is_brief = len(games) == len(results), len(results) > MOST_COLUMNS
    form, unit = (".1f", "rounds") if setup.has_rounds else (".2f", "plies")

    def counted(name: str, counts: Iterable[int]) -> tuple[str, ...]:
        return name, *map(_proportion, counts, results)

    def mean(value: float, interval: Interval | None, sign: str = "") -> str:
        lines = (f"{value:{sign}{form}}", interval_text(interval, sign + form))
        return "\n".join(filter(None, lines))

    if is_single:
        yield "ending", *(game.verdict for game in games)
        yield "score", *(str(game.score) for game in games)
        yield unit, *(str(getattr(game, unit)) for game in games)
    else:
        alike = [are_alike(played) for played in results]
        if any(alike) or not is_brief:
            same = zip(results, alike, strict=True)
            yield (
                "games",
                *(f"{len(p)}{' times the same' if is_same else ''}" for p, is_same in same),
            )
        if setup.has_rounds:
            yield counted("won", (summary.wins for summary in summaries))
        else:
            verdicts = dict.fromkeys(game.verdict for game in games)
            for each in verdicts if len(verdicts) <= MOST_VERDICTS else ():
                yield counted(each, (summary.verdicts.get(each, 0) for summary in summaries))
        scores = [(s.mean_score, s.score_interval) for s in summaries]
        cells = (mean(m, None if same else i) for (m, i), same in zip(scores, alike, strict=True))
        yield "mean score", *cells
        if not is_brief:
            extremes = ((s.min_score, s.median_score, s.max_score) for s in summaries)
            yield (
                "lowest, median, highest",
                *("{:g}, {:g}, {:g}".format(*each) for each in extremes),
            )
        yield f"mean {unit}", *(f"{getattr(s, f'mean_{unit}'):.1f}" for s in summaries)
    if goal is not None:
        reached = (sum(game.score >= goal for game in played) for played in results)
        yield counted(f"{goal:g} or more", reached)
    first, *others = results
    if others:
        yield "ahead of the first", "", *(mean(*lead(played, first), sign="+") for played in others)
    for name, measure, number_form in (
        ("mean regret per move", "mean_regret", ",.3g"),
        ("blunders", "blunders", "d"),
        ("nodes per move", "nodes_per_move", ",.0f"),
        ("seconds per move", "seconds_per_move", ".2g"),
        ("CPU seconds per move", "cpu_seconds_per_move", ".2g"),
    ):
        values = [getattr(summary, measure) for summary in summaries]
        if any(value is not None for value in values):
            yield name, *("" if value is None else f"{value:{number_form}}" for value in values)
    taken_over = [sum(bool(game.taken_over) for game in played) for played in results]
    if any(taken_over):
        yield "taken over by others", *map(str, taken_over)
    if any(summary.forfeits for summary in summaries):
        reasons = [[f"{n} x {reason}" for reason, n in s.forfeits.items()] for s in summaries]
        yield "forfeits", *map("\n".join, reasons)


def _proportion(count: int, played: Sequence["Result"]) -> str:
    is_known = len(played) > 1 and not are_alike(played)
    interval = proportion_interval(count, len(played)) if is_known else None
    rate = f"{count} ({count / len(played):.1%})"
    return "\n".join(filter(None, (rate, interval_text(interval, ".1%"))))


def interval_text(interval: Interval | None, form: str) -> str:
    """`+3.1 to +9.0`, in this format of numbers; "" for None."""
    return " to ".join(f"{end:{form}}" for end in interval) if interval else ""


def _in_lines(name: str) -> str:
    """A long name with a line for each of its options."""
    return name if len(name) <= LONGEST_LINE else sub(r"(?<=[:,;])(?=\w+=)", "\n", name)


@dataclass(frozen=True)
class Result:
    seed: int
    verdict: str
    won: bool
    score: int | float
    rounds: int
    forfeit: int | None = None
    reason: str = ""
    details: str = ""
    """The failed agent's own lines, if it raised an exception."""
    pacman_seconds: float = 0
    """The time Pac-Man, or who plays first in another game, took for his moves."""
    pacman_moves: int = 0
    """The number of those moves: all of his, or those since he took over."""
    pacman_cpu_seconds: float = 0
    pacman_nodes: int | None = None
    """The states that he visited; None if his agent doesn't count them."""
    taken_over: int = 0
    """The ply at which somebody took over; 0 if nobody did."""
    regret: float | None = None
    """What those of Pac-Man's moves cost together; None if the game wasn't analysed."""
    blunders: int | None = None
    drawn: bool = False
    plies: int = 0
    actions: list[str] = field(default_factory=list)
    """What was played, in a game without rounds."""

    @classmethod
    def of(cls, record: Record, analysis: GameAnalysis | None = None) -> Self:
        own = [m for m in analysis.of(0) if m.ply >= record.taken_over] if analysis else None
        first = record.moves_of(0)
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
    min_score: int | float
    median_score: float
    max_score: int | float
    mean_rounds: float
    mean_plies: float
    draws: int
    """Games that ended by the rules without a winner."""
    verdicts: dict[str, int]
    seconds_per_move: float | None
    """The time for a move of Pac-Man; None if he never moved."""
    cpu_seconds_per_move: float | None
    nodes_per_move: float | None
    """None if his agent doesn't count them."""
    mean_regret: float | None
    """The mean regret of Pac-Man's moves; None if a game wasn't analysed."""
    blunders: int | None
    forfeits: dict[str, int]

    @classmethod
    def of(cls, results: Sequence[Result]) -> Self:
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
            cpu_seconds_per_move=_ratio(sum(r.pacman_cpu_seconds for r in results), moves),
            nodes_per_move=_ratio(_sum_of(r.pacman_nodes for r in results), moves),
            mean_regret=_ratio(sum(regrets), moves) if len(regrets) == len(results) else None,
            blunders=_sum_of(r.blunders for r in results),
            forfeits=dict(Counter(r.reason for r in results if r.forfeit is not None)),
        )


def lead(played: Sequence[Result], base: Sequence[Result]) -> tuple[float, Interval | None]:
    """How far an agent is ahead of the one that played the games of `base`, in the same games: the
    mean, and Student's t interval of the differences unless they are all the same."""
    ahead = [one.score - other.score for one, other in zip(played, base, strict=True)]
    return statistics.fmean(ahead), mean_interval(ahead) if len(set(ahead)) > 1 else None


def are_alike(played: Sequence[Result]) -> bool:
    """Whether several games are all alike, so that they say no more than one of them."""
    return len(played) > 1 and len({(g.score, g.rounds, g.pacman_nodes) for g in played}) == 1


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


def results_json(
    results: Sequence[Result], setup: GameSetup, agents: Sequence[str]
) -> dict[str, Any]:
    return {
        "layout" if setup.has_rounds else "game": setup.title,
        "agents": list(agents),
        "games": [_game_json(result, setup) for result in results],
        "summary": asdict(Summary.of(results)),
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
