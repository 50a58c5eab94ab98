"""`pacgrid bench --suite`."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from pacgrid.cli import app
from pacgrid.cli.suite_run import has_time_budget

MINE = """
title = "Mine"
[[groups]]
name = "open"
layouts = ["lane.lay"]
ghosts = ["random_ghost", "arcade"]
games = 2
rounds = 6
opening = 1
[[groups]]
name = "solved"
layouts = ["pocket"]
ghosts = ["random_ghost", "optimal_ghost"]
games = 2
rounds = 20
solved = true
"""
LANE = "%%%%%%%%\n%P . 1 %\n%.%%%% %\n%      %\n%%%%%%%%\n"
LOST = "from pacgrid import Agent\nclass Lost(Agent):\n    def act(self, state): return None\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lane.lay").write_text(LANE)
    Path("mine.toml").write_text(MINE)


def bench(*words: str, jobs: int = 1) -> Result:
    words = ("bench", *words, "--suite", "mine.toml", "-j", str(jobs))
    return CliRunner().invoke(app, words, env={"COLUMNS": "80"})


def played(*words: str, jobs: int = 1) -> dict[str, str]:
    """The files that it writes, by suffix."""
    files = [Path(f"out.{suffix}") for suffix in ("json", "md", "csv")]
    done = bench(*words, *(word for file in files for word in ("-o", str(file))), jobs=jobs)
    assert done.exit_code == 0, done.exception
    return {file.suffix: file.read_text() for file in files} | {"": done.stdout}


def test_tables_have_a_row_for_each_agent_and_fit_in_80_columns() -> None:
    files = played("reflex", "alpha_beta:depth=2", "--ghosts", "minimax_team")
    assert max(map(len, files[""].splitlines())) <= 80
    for words in ("Mine (hash ", "open", "regret", "minimax team", "reflex", "won "):
        assert words in files[""]
    data = json.loads(files[".json"])
    contests = data["contests"]
    assert [(c["layout"], c["ghosts"]) for c in contests if c["agent"] == "reflex"] == [
        ("lane.lay", "random_ghost"),
        ("lane.lay", "arcade"),
        ("lane.lay", "minimax_team"),
        ("pocket", "random_ghost"),
        ("pocket", "optimal_ghost"),
    ]
    assert [c["layout"] for c in contests if c["optimum"] is not None] == ["pocket"] * 4
    rows = list(csv.DictReader(files[".csv"].splitlines()))
    assert [row["hash"] for row in rows] == [data["hash"]] * len(contests)
    assert f"`{data['command']}`" in files[".md"]
    assert "## Mean scores on solved boards" in files[".md"]


def test_the_best_play_has_no_regret_and_caught_games_cost_the_optimum() -> None:
    data = json.loads(played("alpha_beta:depth=6", "reflex")[".json"])
    regrets = {
        (c["agent"], c["ghosts"]): (c["optimum"], c["scores"], c["regrets"])
        for c in data["contests"]
        if c["layout"] == "pocket"
    }
    assert regrets["alpha_beta:depth=6", "optimal_ghost"] == (510.0, [510, 510], [0.0, 0.0])
    optimum, scores, lost = regrets["reflex", "optimal_ghost"]
    assert lost == [optimum - score for score in scores]  # those ghosts have no luck
    assert lost[0] > 500


def test_the_same_suite_gives_the_same_bytes_from_a_journal_or_not() -> None:
    first = played("random_agent", "reflex")
    journal = Path("pacgrid-bench.jsonl").read_bytes()
    assert played("random_agent", "reflex") == first
    assert Path("pacgrid-bench.jsonl").read_bytes() == journal
    assert played("random_agent", "reflex", "--no-journal") == first


@pytest.mark.slow
def test_the_number_of_processes_does_not_matter() -> None:
    words = ("random_agent", "reflex", "alpha_beta:depth=2", "--no-journal")
    assert played(*words, jobs=1) == played(*words, jobs=2)


def test_results_from_elsewhere_stand_beside_ours() -> None:
    played("reflex")
    theirs = Path("out.json").rename("theirs.json").read_text()
    joined = json.loads(played("random_agent", "--with", "theirs.json")[".json"])
    assert [agent["name"] for agent in joined["agents"]] == ["random_agent", "reflex"]
    assert played("--with", "theirs.json")[".json"] == theirs


def test_results_with_another_hash_are_refused_and_nothing_is_played() -> None:
    played("reflex", "--no-journal")
    Path("lane.lay").write_text(LANE.replace(" . ", " .."))
    done = bench("random_agent", "--with", "out.json")
    assert done.exit_code == 1
    assert "out.json: was played on mine.toml with the hash" in str(done.exception)
    assert "\n" not in str(done.exception)
    assert not Path("pacgrid-bench.jsonl").exists()


def test_an_agent_that_fails_loses_its_games_and_the_others_play_on() -> None:
    Path("lost.py").write_text(LOST)
    done = bench("lost.py", "reflex", "-o", "out.json")
    assert done.exit_code == 1
    assert "8 forfeited: Pac-Man (lost.py): illegal action: returned None" in done.stderr
    contests = json.loads(Path("out.json").read_text())["contests"]
    failed = {(c["agent"], tuple(c["pacman_failed"])) for c in contests}
    assert failed == {("lost.py", (0, 1)), ("reflex", ())}
    (regrets,) = [
        c["regrets"] for c in contests if c["agent"] == "lost.py" and c["ghosts"] == "optimal_ghost"
    ]
    assert regrets == [1010, 1010]  # the optimum, and what a forfeit costs


def test_ghosts_that_fail_have_the_worst_result() -> None:
    Path("lost.py").write_text(LOST)
    done = bench("random_agent", "--ghosts", "lost.py", "-o", "out.csv")
    assert done.exit_code == 1
    rows = csv.DictReader(Path("out.csv").read_text().splitlines())
    (row,) = [row for row in rows if row["ghosts"] == "lost.py"]
    assert row["forfeits"] == "2"
    assert float(row["points"]) >= 100


def test_an_agent_that_plays_otherwise_again_is_marked() -> None:
    text = (
        "from pathlib import Path\nfrom pacgrid import Agent\n"
        "class Moody(Agent):\n"
        "    def act(self, state):\n"
        "        file = Path('count.txt')\n"
        "        count = len(file.read_text()) if file.exists() else 0\n"
        "        file.write_text('#' * (count + 1))\n"
        "        legal = state.legal_actions()\n"
        "        return legal[-1 if count < 10 else 0]\n"
    )
    Path("moody.py").write_text(text)
    files = played("moody.py", "reflex")
    agents = json.loads(files[".json"])["agents"]
    assert [agent["repeatable"] for agent in agents] == [False, True]
    assert "moody.py*" in files[""]
    assert "* can't be repeated" in files[""]


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("mcts:cpu_seconds=0.1", True),
        ("iterative_deepening:cpu_seconds=1", True),
        ("mcts:playouts=5", False),
        ("champion:nodes=100", False),
        ("reflex", False),
    ],
)
def test_a_time_budget_is_known(agent: str, expected: bool) -> None:
    assert has_time_budget(agent) is expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["reflex", "--layout", "small"], "sets that itself; leave out --layout"),
        (["reflex", "-n", "3", "--seed", "2"], "leave out --games, --seed"),
        (["reflex", "--analyse"], "leave out --analyse"),
        (["reflex", "--game", "nim"], "leave out --game"),
        ([], "name an agent, such as reflex"),
        (["refelx"], "did you mean 'reflex'?"),
        (["reflex", "--ghosts", "refelx"], "did you mean 'reflex'?"),
        (["keyboard"], "the keyboard can't take part"),
        (["reflex", "--with", "no.json"], "no.json: no such file"),
        (["reflex", "--with", "mine.toml"], "mine.toml: has no results of a suite"),
        (["reflex", "-o", "a.txt"], "a.txt: results are written as .md, .csv, .json"),
    ],
)
def test_bad_input_is_an_error_of_one_line_and_plays_nothing(
    words: list[str], message: str
) -> None:
    done = bench(*words)
    assert done.exit_code == 1
    assert message in str(done.exception)
    assert "\n" not in str(done.exception)
    assert not Path("pacgrid-bench.jsonl").exists()


def test_with_needs_a_suite() -> None:
    done = CliRunner().invoke(app, ["bench", "reflex", "--with", "x.json"])
    assert "--with needs --suite" in str(done.exception)
