"""What is drawn of a benchmark: curves over the values of a swept option, or a heat map."""

from collections.abc import Callable, Iterator, Sequence

from pacgrid.cli.benchmark import Benchmark
from pacgrid.cli.benchmark_report import BenchmarkReport
from pacgrid.cli.contest import Contest
from pacgrid.cli.series_summary import Summary
from pacgrid.cli.sweep import Sweep
from pacgrid.render.chart import Chart, Curve, CurvePanel, HeatMap


def sweep_chart(report: BenchmarkReport, agents: Sequence[str], sweep: Sweep) -> Chart:
    """Wins, scores and CPU time over the values of the option; a curve for each agent against each
    of the ghosts on each layout."""
    benchmark = report.benchmark
    series = [
        (
            _name(benchmark, layout, ghosts, agent),
            [Contest(layout, ghosts, sweep.named(agent, value)) for value in sweep.values],
        )
        for layout in benchmark.layouts
        for ghosts in benchmark.ghosts
        for agent in agents
    ]

    def panel(
        title: str,
        value: Callable[[Contest, Summary], float | None],
        interval: Callable[[Contest, Summary], tuple[float, float] | None] = lambda *_: None,
        *,
        is_logarithmic: bool = False,
    ) -> CurvePanel:
        curves = []
        for name, contests in series:
            known = [(each, report.summaries[each]) for each in contests]
            values = [value(*each) for each in known]
            curves.append(Curve(name, values, [interval(*each) for each in known]))
        return CurvePanel(
            title,
            sweep.option,
            sweep.values,
            sweep.numbers,
            curves,
            is_logarithmic=is_logarithmic,
        )

    panels = [
        panel(
            "Games won, in %", lambda _, s: 100 * s.win_rate, lambda _, s: _percent(s.win_interval)
        )
    ]
    if benchmark.goal is not None:
        panels.append(
            panel(
                f"Games with {benchmark.goal:g} points or more, in %",
                lambda contest, _: 100 * report.reached(contest)[0],
                lambda contest, _: _percent(report.reached(contest)[1]),
            )
        )
    panels.append(panel("Mean score", lambda _, s: s.mean_score, lambda _, s: s.score_interval))
    panels.append(
        panel("CPU time of a move, in ms", lambda _, s: _milliseconds(s), is_logarithmic=True)
    )
    return Chart(f"{_common(benchmark)}{report.title}; bars: 95 % intervals", panels)


def mismatch_chart(report: BenchmarkReport) -> Chart:
    """A heat map for each layout: the mean score of each agent against each of the ghosts."""
    benchmark = report.benchmark

    def square(layout: str, ghosts: str, agent: str) -> tuple[float, str]:
        summary = report.summaries[Contest(layout, ghosts, agent)]
        lines = [_score_text(summary.mean_score, benchmark)]
        if summary.score_interval and len(set(summary.score_interval)) > 1:
            low, high = (_score_text(bound, benchmark) for bound in summary.score_interval)
            lines.append(f"({low} to {high})")
        return summary.mean_score, "\n".join([*lines, f"won {summary.win_rate:.0%}"])

    maps = []
    for layout in benchmark.layouts:
        rows = [
            [square(layout, ghosts, agent) for ghosts in benchmark.ghosts]
            for agent in benchmark.agents
        ]
        maps.append(
            HeatMap(
                layout,
                benchmark.agents,
                [f"against {ghosts}" for ghosts in benchmark.ghosts],
                [[value for value, _ in row] for row in rows],
                [[text for _, text in row] for row in rows],
            )
        )
    return Chart(f"Mean score: {report.title}; in brackets: 95 % intervals", maps)


def _score_text(score: float, benchmark: Benchmark) -> str:
    """A score, without a minus before 0."""
    digits = 2 if benchmark.other_games else 0
    return f"{round(score, digits) + 0.0:.{digits}f}"


def _name(benchmark: Benchmark, layout: str, ghosts: str, agent: str) -> str:
    """What tells a curve apart: the agent, and the ghosts and the layout if there are several."""
    return ", ".join(_parts(benchmark, layout, ghosts, agent))


def _parts(benchmark: Benchmark, layout: str, ghosts: str, agent: str) -> Iterator[str]:
    yield agent
    if len(benchmark.ghosts) > 1:
        yield f"against {ghosts}"
    if len(benchmark.layouts) > 1:
        yield f"on {layout}"


def _common(benchmark: Benchmark) -> str:
    """What all curves share: the layout and the ghosts, if there is one of them."""
    layout = f"on {benchmark.layouts[0]}" if len(benchmark.layouts) == 1 else ""
    ghosts = f"against {benchmark.ghosts[0]}" if len(benchmark.ghosts) == 1 else ""
    words = " ".join(filter(None, (ghosts, layout)))
    return f"{words[0].upper()}{words[1:]}: " if words else ""


def _percent(interval: tuple[float, float]) -> tuple[float, float]:
    low, high = interval
    return 100 * low, 100 * high


def _milliseconds(summary: Summary) -> float | None:
    seconds = summary.cpu_seconds_per_move
    return None if seconds is None else 1000 * seconds
