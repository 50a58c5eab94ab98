"""The results of a suite: tables for people, Markdown, CSV and JSON."""

import csv
import io
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import fsum, sqrt

from rich.console import Group
from rich.table import Table
from rich.text import Text

from pacgrid.autograder.ladder.board import forfeit_score, percent
from pacgrid.autograder.ladder.role import Role
from pacgrid.cli.benchmark_report import markdown_row
from pacgrid.layout import Layout
from pacgrid.suites.results import ContestResults, SuiteResults
from pacgrid.suites.suite import Suite

Z = 1.959964
"""Of a normal distribution, 95 % lie within so many standard deviations."""
LEGEND = (
    "Points: 0 % is to be caught at once, 100 % to win at once; a forfeit counts as the worst"
    " result. ±: 95 % intervals over other seeds on these boards. Regret: what a game fell short of"
    " the optimum, without luck, in points of the score. Nodes: per move of Pac-Man."
)
NOT_REPEATABLE = (
    "* can't be repeated: it has a time budget, or draws random numbers elsewhere than from its rng"
)


@dataclass(frozen=True)
class Share:
    """What an agent achieved in some contests, which count alike."""

    points: float
    """The mean, in percent of what the boards are worth."""
    reach: float | None
    """Half the width of its interval; None if a contest has a single game."""
    won: float
    """The share of games won."""

    @property
    def lines(self) -> tuple[str, str]:
        reach = "" if self.reach is None else f" ±{self.reach:.1f}"
        return f"{self.points:.1f}{reach}", f"won {self.won:.0%}"


@dataclass(frozen=True)
class Shortfall:
    """How far an agent fell short of the optimum, on solved boards."""

    per_game: float
    per_move: float


class SuiteReport:
    """What the results of a suite show."""

    def __init__(self, suite: Suite, results: SuiteResults) -> None:
        self.suite = suite
        self.results = results
        self.contests = results.contests

    @cached_property
    def ghosts(self) -> tuple[str, ...]:
        """Columns: the suite's, and the others."""
        others = (each.ghosts for each in self.contests if each.optimum is None)
        return tuple(dict.fromkeys([*self.suite.ghosts, *others]))

    @property
    def title(self) -> str:
        return f"{self.suite.title} (hash {self.results.hash})"

    @property
    def legend(self) -> str:
        marked = not all(agent.repeatable for agent in self.results.agents)
        return f"{LEGEND} {NOT_REPEATABLE}." if marked else LEGEND

    @property
    def has_forfeits(self) -> bool:
        return any(each.pacman_failed or each.ghosts_failed for each in self.contests)

    def share(
        self, agent: str, *, group: str | None = None, ghosts: str | None = None
    ) -> Share | None:
        """What `agent` achieved on a group's boards against the suite's ghosts, or against some
        ghosts on all boards that aren't solved; None if it didn't play there."""
        wanted = self.suite.ghosts if ghosts is None else (ghosts,)
        contests = [
            each
            for each in self.contests
            if each.agent == agent
            and each.optimum is None
            and each.ghosts in wanted
            and group in (None, each.group)
        ]
        if not contests:
            return None
        points = [self._points(each) for each in contests]
        reach = None
        if all(len(games) > 1 for games in points):
            errors = (statistics.variance(games) / len(games) for games in points)
            reach = Z * sqrt(fsum(errors)) / len(points)
        mean = statistics.fmean(map(statistics.fmean, points))
        won = statistics.fmean(statistics.fmean(each.won) for each in contests)
        return Share(mean, reach, won)

    def shortfall(self, agent: str) -> Shortfall | None:
        """How far `agent` fell short of the optimum; None if it played on no solved board."""
        contests = [each for each in self.contests if each.agent == agent and each.regrets]
        regrets = [regret for each in contests for regret in each.regrets or ()]
        if not regrets:
            return None
        moves = sum(move for each in contests for move in each.moves)
        total = fsum(regrets)
        return Shortfall(total / len(regrets), total / max(moves, 1))

    def nodes(self, agent: str) -> float | None:
        """The states that a search of `agent` visits for a move, on boards that aren't solved."""
        contests = [each for each in self.contests if each.agent == agent and not each.regrets]
        if not contests or any(each.nodes is None for each in contests):
            return None
        nodes = sum(sum(each.nodes or ()) for each in contests)
        return nodes / max(sum(sum(each.moves) for each in contests), 1)

    def tables(self) -> Group:
        """For a terminal: by group of boards, and by ghosts."""
        by_group = Table(title=Text(self.title), show_lines=True)
        by_ghosts = Table(title="On all boards that aren't solved, against", show_lines=True)
        for table, rows in ((by_group, self._by_group()), (by_ghosts, self._by_ghosts())):
            head, *body = rows
            for column in head:
                table.add_column(Text(column.replace("_", " ")), overflow="fold")
            table.columns[0].style = "bold"
            for label, *cells in body:
                table.add_row(*map(Text, (label.replace(":", ":\n", 1), *cells)))
        return Group(by_group, by_ghosts, Text(self.legend))

    def markdown(self) -> str:
        """All tables, with the commands and the hash."""
        results = self.results
        lines = [f"# {self.title}", "", f"`{results.command}` (pacgrid {results.version})"]
        lines += ["", self.legend]
        for title, rows in (
            ("By group of boards", self._by_group()),
            ("Against each of the ghosts, on all boards that aren't solved", self._by_ghosts()),
            ("Mean scores on solved boards", self._solved()),
        ):
            head, *body = rows
            lines += ["", f"## {title}", "", markdown_row(head), markdown_row(["---"] * len(head))]
            lines += [markdown_row([cell.replace("\n", "<br>") for cell in row]) for row in body]
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """A row for each contest."""
        text = io.StringIO()
        rows = [
            {
                "suite": self.results.suite,
                "hash": self.results.hash,
                "group": each.group,
                "layout": each.layout,
                "ghosts": each.ghosts,
                "agent": each.agent,
                "games": len(each.scores),
                "won": sum(each.won),
                "mean_score": f"{statistics.fmean(each.scores):.3f}",
                "points": f"{statistics.fmean(self._points(each)):.3f}",
                "optimum": "" if each.optimum is None else f"{each.optimum:.3f}",
                "regret": f"{statistics.fmean(each.regrets):.3f}" if each.regrets else "",
                "forfeits": len(each.pacman_failed) + len(each.ghosts_failed),
                "scores": " ".join(map(str, each.scores)),
            }
            for each in self.contests
        ]
        writer = csv.DictWriter(text, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def json_text(self) -> str:
        """The results themselves."""
        return self.results.text()

    def _by_group(self) -> Iterator[list[str]]:
        names = [group.name for group in self.suite.groups if not group.solved]
        has_solved = len(names) < len(self.suite.groups)
        yield ["Pac-Man", *names, *["regret"] * has_solved, "nodes"]
        for label, agent in self._labels:
            row = [label, *(_cell(self.share(agent, group=name)) for name in names)]
            if has_solved:
                short = self.shortfall(agent)
                row.append(
                    f"{short.per_game:.1f} a game\n{short.per_move:.3g} a move" if short else "–"
                )
            nodes = self.nodes(agent)
            yield [*row, "–" if nodes is None else f"{nodes:,.0f}"]

    def _by_ghosts(self) -> Iterator[list[str]]:
        yield ["Pac-Man", *self.ghosts]
        for label, agent in self._labels:
            yield [label, *(_cell(self.share(agent, ghosts=ghosts)) for ghosts in self.ghosts)]

    def _solved(self) -> Iterator[list[str]]:
        yield ["board", "ghosts", "optimum", *(label for label, _ in self._labels)]
        solved = {(c.layout, c.ghosts, c.agent): c for c in self.contests if c.regrets}
        for layout, ghosts in dict.fromkeys((layout, ghosts) for layout, ghosts, _ in solved):
            cells, optimum = [], 0.0
            for _, agent in self._labels:
                contest = solved.get((layout, ghosts, agent))
                if not contest or contest.optimum is None:
                    cells.append("–")
                    continue
                optimum = contest.optimum
                score = statistics.fmean(contest.scores)
                regret = statistics.fmean(contest.regrets or [0])
                cells.append(f"{score:.1f}\nregret {regret:.2f}")
            yield [layout, ghosts, f"{optimum:.2f}", *cells]

    @property
    def _labels(self) -> Iterator[tuple[str, str]]:
        """By agent: what its row is called, and its name."""
        for agent in self.results.agents:
            yield agent.name + "*" * (not agent.repeatable), agent.name

    @cached_property
    def _boards(self) -> dict[str, tuple[Layout, int]]:
        """By name: the layouts, and the limits on rounds."""
        groups = self.suite.groups
        return {lay.name: (lay, group.rounds) for group in groups for lay in group.layouts}

    def _points(self, contest: ContestResults) -> list[float]:
        """What each game gave Pac-Man, in percent of what the board is worth."""
        layout, rounds = self._boards[contest.layout]
        scores = list(contest.scores)
        for loser, failed in (
            (Role.PACMAN, contest.pacman_failed),
            (Role.GHOSTS, contest.ghosts_failed),
        ):
            for game in failed:
                scores[game] = forfeit_score(layout, loser, rounds)
        return [percent(score, layout) for score in scores]


def _cell(share: Share | None) -> str:
    return "\n".join(share.lines) if share else "–"
