"""The nodes that searches visit, for several values of an option."""

from collections.abc import Sequence
from dataclasses import dataclass
from inspect import signature
from math import sqrt
from time import process_time
from typing import Any, Self

from rich.table import Table
from rich.text import Text

from pacgrid.agent_loader import agent_class, load_agent
from pacgrid.agent_spec import AgentError, AgentSpec
from pacgrid.cli.search_choice import SearchChoice
from pacgrid.cli.searchable import check_searches
from pacgrid.cli.sweep import Sweep, with_option
from pacgrid.common.failure import Failure
from pacgrid.games.game_file import own_errors
from pacgrid.render.chart import Chart, Curve, CurvePanel
from pacgrid.search import Searcher
from pacgrid.session.suitable_agent import suitable_agent
from pacgrid.tree.node_counts import branching_factor, effective_branching_factor
from pacgrid.tree.trace import Trace


@dataclass(frozen=True)
class NodeCount:
    """What one search took."""

    nodes: int
    """The states that it visited below the root."""
    plies: int
    """How deep it looked."""
    cpu_seconds: float
    branching: float
    """The mean number of legal actions in the game."""

    @property
    def effective(self) -> float | None:
        """The effective branching factor; None if it looked nowhere."""
        return effective_branching_factor(self.nodes, self.plies) if self.plies else None


@dataclass(frozen=True)
class NodeTable:
    """By game and agent: the nodes for each value of an option."""

    sweep: Sweep
    counts: dict[tuple[str, str], Sequence[NodeCount]]

    @classmethod
    def of(cls, search: SearchChoice, sweep: Sweep) -> Self:
        """Search with each value. Raises OptionError, GameError, LayoutError or AgentError."""
        return cls(
            sweep,
            {
                (game or "", agent or ""): _counts(search, game, agent, sweep)
                for game in search.games or (None,)
                for agent in search.agents or (None,)
            },
        )

    @property
    def names(self) -> list[str]:
        """What the searches differ in: their agents, their games, or both."""
        games = len({game for game, _ in self.counts}) > 1
        agents = len({agent for _, agent in self.counts}) > 1
        if games and not agents:
            return [game for game, _ in self.counts]
        return [f"{a or 'default agent'}, {g}" if games else a or "nodes" for g, a in self.counts]

    @property
    def branching(self) -> float:
        """The branching factor of the deepest searches' games, on average."""
        last = [counts[-1].branching for counts in self.counts.values()]
        return sum(last) / len(last)

    @property
    def table(self) -> Table:
        b = self.branching
        table = Table(
            title="Nodes, and the effective branching factor b*",
            caption=f"nodes = b* + b*² + … for as many plies. b = {b:.3g} actions in a position on"
            f" average; √b = {sqrt(b):.3g}. The time is CPU time, of one decision.",
            show_lines=True,
        )
        table.add_column("", style="bold")
        for value in self.sweep.values:
            table.add_column(Text(f"{self.sweep.option} {value}"), justify="right")
        for name, counts in zip(self.names, self.counts.values(), strict=True):
            table.add_row(Text(name), *(Text(_cell(count)) for count in counts))
        return table

    @property
    def chart(self) -> Chart:
        """The nodes and the effective branching factors."""
        across, values, numbers = self.sweep.option, self.sweep.values, self.sweep.numbers
        series = [*zip(self.names, self.counts.values(), strict=True)]
        nodes = [Curve(name, [each.nodes or None for each in counts]) for name, counts in series]
        factors = [Curve(name, [each.effective for each in counts]) for name, counts in series]
        lines = [(f"b = {self.branching:.3g}", self.branching)]
        lines.append((f"√b = {sqrt(self.branching):.3g}", sqrt(self.branching)))
        games = {game for game, _ in self.counts}
        where = f" in {games.pop()}" if len(games) == 1 and all(games) else ""
        return Chart(
            f"How many nodes a search visits{where}",
            [
                CurvePanel("Nodes", across, values, numbers, nodes, is_logarithmic=True),
                CurvePanel(
                    "Effective branching factor", across, values, numbers, factors, lines=lines
                ),
            ],
        )


def _cell(count: NodeCount) -> str:
    factor = "" if count.effective is None else f"b* {count.effective:.2f}\n"
    milliseconds = count.cpu_seconds * 1000
    time = f"{milliseconds:,.0f}" if milliseconds >= 10 else f"{milliseconds:.2g}"
    return f"{count.nodes:,}\n{factor}{time} ms"


def _counts(
    search: SearchChoice, game: str | None, agent: str | None, sweep: Sweep
) -> Sequence[NodeCount]:
    """A search for each value; of the game's option if it has it, else of the agent's."""
    is_of_game = bool(game) and sweep.is_of_game(game or "")
    counts = []
    for value in sweep.values:
        state, title = search.start(sweep.named(game or "", value) if is_of_game else game)
        with own_errors(title):
            name = agent or suitable_agent(state)
            if is_of_game:
                name = _to_the_end(name, state, value)
            else:
                sweep.check_agent(name)
                name = sweep.named(name, value)
            counts.append(_count(name, state))
    return counts


def _to_the_end(name: str, state: Any, value: str) -> str:
    """The agent, with a depth to the end of the game if it has a depth but none is given."""
    spec = AgentSpec.parse(name)
    takes_depth = "depth" in signature(agent_class(spec)).parameters
    if "depth" in spec.options or not takes_depth:
        return name
    return with_option(name, "depth", getattr(state, "height", value))


def _count(name: str, state: Any) -> NodeCount:
    """One decision. Raises AgentError or OptionError."""
    agent = load_agent(name)
    check_searches(agent, state)
    is_compiled = isinstance(agent, Searcher) and bool(agent.compiled)
    trace = Trace(state, most_steps=0)
    start = process_time()
    try:
        agent.start(state)
        agent.act(state if is_compiled else trace.root)
    except Exception as error:
        failure = Failure.in_agent(error, agent)
        raise AgentError(f"{name}: {failure.message}", failure.frames) from None
    seconds = process_time() - start
    reported = getattr(getattr(agent, "report", None), "nodes", 0)
    plies = agent.plies(state) if is_compiled and isinstance(agent, Searcher) else len(trace.depths)
    nodes = reported or sum(trace.depths)
    return NodeCount(nodes, plies, seconds, branching_factor(state, plies))
