"""The results of a benchmark: tables for people, Markdown, CSV and JSON."""

import csv
import io
import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from pacgrid.autograder.model.engine_version import engine_version
from pacgrid.cli.benchmark import Benchmark, Contest, Results
from pacgrid.cli.series_summary import Summary
from pacgrid.common.intervals import Interval, mean_interval, proportion_interval

LEGEND = (
    "In brackets: 95 % intervals. Ahead: score minus the first agent's, in the same games. "
    "Nodes, CPU time and regret: per move of "
)


@dataclass(frozen=True)
class Lead:
    """How far an agent is ahead of the first one in the same games."""

    mean: float
    interval: Interval | None
    """Student's t interval of the differences, seed by seed; None if they are all the same."""


class BenchmarkReport:
    """What the games of a benchmark have shown."""

    def __init__(self, benchmark: Benchmark, results: Results) -> None:
        self.benchmark = benchmark
        self.results = results
        self.version = engine_version()

    @cached_property
    def summaries(self) -> Mapping[Contest, Summary]:
        return {contest: Summary.of(played) for contest, played in self.results.items()}

    @cached_property
    def leads(self) -> Mapping[Contest, Lead]:
        """By contest, for every agent but the first."""
        leads = {}
        for contest, played in self.results.items():
            base = self.results[Contest(contest.layout, contest.ghosts, self.benchmark.agents[0])]
            ahead = [one.score - other.score for one, other in zip(played, base, strict=True)]
            if contest.agent != self.benchmark.agents[0]:
                interval = mean_interval(ahead) if len(set(ahead)) > 1 else None
                leads[contest] = Lead(statistics.fmean(ahead), interval)
        return leads

    @property
    def has_forfeits(self) -> bool:
        return any(summary.forfeits for summary in self.summaries.values())

    @property
    def title(self) -> str:
        """How many games were played, and with which seeds."""
        b = self.benchmark
        if b.games == 1:
            return f"one game each, seed {b.seed}"
        return f"{b.games} games each, seeds {b.seed} to {b.seed + b.games - 1}"

    @property
    def seat(self) -> str:
        """Whom the agents play."""
        return "plays first" if self.benchmark.other_games else "Pac-Man"

    @property
    def legend(self) -> str:
        return f"{LEGEND}{'the agent' if self.benchmark.other_games else 'Pac-Man'}."

    def reached(self, contest: Contest) -> tuple[float, Interval]:
        """The share of the games that reached the goal, with Wilson's interval."""
        played, goal = self.results[contest], self.benchmark.goal or 0
        count = sum(result.score >= goal for result in played)
        return count / len(played), proportion_interval(count, len(played))

    def table(self, layout: str) -> Table:
        """The results on one layout: a row for each agent, a column for each of the ghosts."""
        table = Table(title=f"{layout}: {self.title}", caption=self.legend, show_lines=True)
        table.add_column(self.seat, style="bold")
        for ghosts in self.benchmark.ghosts:
            table.add_column(Text(f"against {ghosts}"))
        for agent in self.benchmark.agents:
            table.add_row(Text(agent), *map(Text, self._cells(layout, agent)))
        return table

    def tables(self) -> Group:
        """The results on all layouts."""
        return Group(*map(self.table, self.benchmark.layouts))

    def markdown(self) -> str:
        """All tables, with the command and the version."""
        head = [self.seat, *(f"against {ghosts}" for ghosts in self.benchmark.ghosts)]
        lines = [
            "# Benchmark",
            "",
            f"`{self.benchmark.command}`",
            "",
            f"{self.version}; {self.title}.",
            "",
            self.legend,
        ]
        for layout in self.benchmark.layouts:
            lines += ["", f"## {layout}", "", _row(head), _row(["---"] * len(head))]
            for agent in self.benchmark.agents:
                cells = self._cells(layout, agent)
                lines.append(_row([agent, *(cell.replace("\n", "<br>") for cell in cells)]))
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """A row for each contest."""
        rows = self._contests()
        text = io.StringIO()
        writer = csv.DictWriter(text, rows[0], lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow(row | {"scores": " ".join(map(str, row["scores"]))})
        return text.getvalue()

    def json(self) -> dict[str, Any]:
        """Everything: for each contest its numbers, and the score of each game."""
        b = self.benchmark
        return {
            "command": b.command,
            "version": self.version,
            "games": b.games,
            "seed": b.seed,
            "contests": self._contests(),
        }

    def json_text(self) -> str:
        """The same as text."""
        return json.dumps(self.json(), indent=2) + "\n"

    def _cells(self, layout: str, agent: str) -> Iterator[str]:
        """The agent's results against each of the ghosts."""
        for ghosts in self.benchmark.ghosts:
            yield "\n".join(self._lines(Contest(layout, ghosts, agent)))

    def _lines(self, contest: Contest) -> Iterator[str]:
        s, form = self.summaries[contest], ".2f" if self.benchmark.other_games else ".0f"
        if self._is_one_game(contest):
            yield f"{'won' if s.wins else 'not won'}, score {s.mean_score:{form}}"
            yield f"{s.games} times the same game"
        else:
            low, high = s.win_interval
            yield f"won {s.win_rate:.0%} ({low:.0%} to {high:.0%})"
            if self.benchmark.other_games and s.draws:
                yield f"drawn {s.draws / s.games:.0%}"
            yield f"score {s.mean_score:{form}}{_range(s.score_interval, f'{{:{form}}}')}"
            if self.benchmark.goal is not None:
                share, (low, high) = self.reached(contest)
                yield f"{self.benchmark.goal:g} or more {share:.0%} ({low:.0%} to {high:.0%})"
        if lead := self.leads.get(contest):
            yield f"ahead {lead.mean:+{form}}{_range(lead.interval, f'{{:+{form}}}')}"
        if s.mean_regret is not None:
            yield f"regret {s.mean_regret:,.3g}, blunders {s.blunders}"
        costs = []
        if s.nodes_per_move is not None:
            costs.append(f"{s.nodes_per_move:,.0f} nodes")
        if s.cpu_seconds_per_move is not None:
            costs.append(f"{s.cpu_seconds_per_move * 1000:.2g} ms")
        if costs:
            yield ", ".join(costs)
        yield from (f"{count} forfeited: {reason}" for reason, count in s.forfeits.items())

    def _is_one_game(self, contest: Contest) -> bool:
        """Whether several games are all alike, so that they say no more than one of them."""
        played = self.results[contest]
        alike = {(game.score, game.rounds, game.pacman_nodes) for game in played}
        return len(played) > 1 and len(alike) == 1

    def _contests(self) -> list[dict[str, Any]]:
        return [
            {
                **asdict(contest),
                "won": s.wins,
                "drawn": s.draws,
                "win_rate": s.win_rate,
                **_bounds("win_rate", s.win_interval),
                "mean_score": s.mean_score,
                **_bounds("mean_score", s.score_interval),
                **self._goal(contest),
                "ahead": self.leads[contest].mean if contest in self.leads else None,
                **_bounds("ahead", self.leads[contest].interval if contest in self.leads else None),
                "mean_regret": s.mean_regret,
                "blunders": s.blunders,
                "nodes_per_move": s.nodes_per_move,
                "cpu_seconds_per_move": s.cpu_seconds_per_move,
                "one_game": self._is_one_game(contest),
                "forfeits": sum(s.forfeits.values()),
                "scores": [result.score for result in self.results[contest]],
            }
            for contest, s in self.summaries.items()
        ]

    def _goal(self, contest: Contest) -> dict[str, float | None]:
        """How many games reached the goal, if there is one."""
        if self.benchmark.goal is None:
            return {}
        share, interval = self.reached(contest)
        return {"goal_rate": share, **_bounds("goal_rate", interval)}


def _range(interval: Interval | None, form: str) -> str:
    return f" ({form} to {form})".format(*interval) if interval else ""


def _bounds(name: str, interval: Interval | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {f"{name}_low": low, f"{name}_high": high}


def _row(cells: Sequence[str]) -> str:
    """A row of a Markdown table."""
    safe = (cell.replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(safe)} |"
