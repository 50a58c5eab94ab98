"""What the games of a benchmark show: intervals, leads, Markdown, CSV and JSON."""

import csv
from dataclasses import replace

import pytest

from pacgrid import Limits
from pacgrid.cli.benchmark import Benchmark, Contest
from pacgrid.cli.benchmark_report import BenchmarkReport
from pacgrid.cli.series_summary import Result

SCORES = {"first": [1, 2, 6, 7], "second": [3, 4, 7, 12], "same": [5] * 4, "a|b": [6, 7, 11, 12]}


def result(seed: int, score: int) -> Result:
    reason = "Pac-Man (second): slow" if score == 12 else ""
    return Result(
        seed=seed,
        verdict="",
        won=score > 5,
        score=score,
        rounds=9,
        forfeit=0 if reason else None,
        reason=reason,
        details="",
        pacman_seconds=1,
        pacman_moves=10,
        pacman_cpu_seconds=0.5,
        pacman_nodes=1234,
    )


@pytest.fixture
def report() -> BenchmarkReport:
    benchmark = Benchmark(tuple(SCORES), ("arcade",), ("lane",), 4, 7, Limits())
    played = {
        Contest("lane", "arcade", agent): [result(n, score) for n, score in enumerate(scores)]
        for agent, scores in SCORES.items()
    }
    return BenchmarkReport(benchmark, played)


def cell(report: BenchmarkReport, agent: str) -> list[str]:
    (text,) = report._cells("lane", agent)
    return text.splitlines()


def test_a_cell_has_wins_score_lead_cost_and_forfeits(report: BenchmarkReport) -> None:
    # R: prop.test(2, 4, correct = FALSE), t.test(c(1, 2, 6, 7))
    assert cell(report, "first") == [
        "won 50% (15% to 85%)",
        "score 4 (-1 to 9)",
        "123 nodes, 50 ms",
    ]
    # R: t.test(c(2, 2, 1, 5)), the differences of the same games
    assert cell(report, "second")[2:] == [
        "ahead +2 (-0 to +5)",
        "123 nodes, 50 ms",
        "1 forfeited: Pac-Man (second): slow",
    ]
    assert report.has_forfeits


def test_games_that_reach_a_goal_are_counted(report: BenchmarkReport) -> None:
    report.benchmark = replace(report.benchmark, goal=4)
    assert (
        cell(report, "second")[2] == "4 or more 75% (30% to 95%)"
    )  # R: prop.test(3, 4, correct = FALSE)
    assert report.benchmark.command.endswith("--goal 4")
    contests = report.json()["contests"]
    assert [contest["goal_rate"] for contest in contests] == [0.5, 0.75, 1, 1]


def test_games_that_are_all_alike_are_one_game(report: BenchmarkReport) -> None:
    assert cell(report, "same")[:2] == ["not won, score 5", "4 times the same game"]


def test_a_lead_that_is_always_the_same_has_no_interval(report: BenchmarkReport) -> None:
    assert cell(report, "a|b")[2] == "ahead +5"


def test_markdown_is_one_table_with_a_row_for_each_agent(report: BenchmarkReport) -> None:
    rows = [line for line in report.markdown().splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[0] for row in rows] == [
        "| Pac-Man",
        "| ---",
        "| first",
        "| second",
        "| same",
        r"| a\|b",
    ]
    assert {row.replace(r"\|", "").count("|") for row in rows} == {3}


def test_csv_and_json_have_the_same_numbers(report: BenchmarkReport) -> None:
    contests = report.json()["contests"]
    rows = list(csv.DictReader(report.csv().splitlines()))
    assert len(rows) == len(contests) == len(SCORES)
    for row, contest in zip(rows, contests, strict=True):
        numbers = contest | {"scores": " ".join(map(str, contest["scores"]))}
        assert row == {key: "" if value is None else str(value) for key, value in numbers.items()}
    assert [contest["one_game"] for contest in contests] == [False, False, True, False]
