"""`pacgrid bench`."""

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from pacgrid import Layout, Limits, State
from pacgrid.autograder.batch.journal import Journal, JournalError
from pacgrid.cli import app
from pacgrid.cli.bench import Benchmark, BenchmarkGame, matchup_identity, matchups, random_position
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError

QUICK = ("-l", "pocket", "-n", "2", "--rounds", "3", "-j", "1")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def bench(*words):
    return CliRunner().invoke(app, ["bench", *words], env={"COLUMNS": "140"})


def test_there_is_a_table_for_each_of_the_ghosts_with_a_column_for_each_agent():
    done = bench("reflex", "minimax", "-g", "random_ghost", "-g", "minimax_team", *QUICK)
    assert done.exit_code == 0
    for words in ("pocket, against random_ghost: 2 games each, seeds 0 to 1", "reflex", "ahead"):
        assert words in done.output
    assert done.output.index("against random_ghost") < done.output.index("against minimax_team")


def test_the_same_command_plays_nothing_again_and_writes_the_same_file(monkeypatch):
    words = ("bench", "reflex", "random_agent", "-g", "directional_ghost", *QUICK, "--json", "a")
    monkeypatch.setattr(sys, "argv", ["pacgrid", *words])
    texts = []
    for _ in range(2):
        assert bench(*words[1:]).exit_code == 0
        texts.append(Path("a").read_text())
        monkeypatch.setattr(BenchmarkGame, "play", None)
    assert texts[0] == texts[1]
    data = json.loads(texts[0])
    assert data["command"] == shlex.join(["pacgrid", *words])
    assert data["version"].startswith("pacgrid ")
    one, other = data["contests"]
    assert [(each["agents"], each["ghosts"]) for each in data["contests"]] == [
        (["reflex"], "directional_ghost"),
        (["random_agent"], "directional_ghost"),
    ]
    leads = [b["score"] - a["score"] for a, b in zip(one["games"], other["games"], strict=True)]
    assert other["ahead"] == sum(leads) / 2
    assert "ahead" not in one


def test_games_that_are_all_alike_have_no_intervals():
    done = bench("reflex", "-g", "minimax_ghost", "--no-journal", *QUICK)
    assert "2 times the same" in done.output
    assert "95 % interval" not in done.output
    assert not Path("pacgrid-bench.sqlite").exists()


def test_an_agent_that_forfeits_is_shown_and_ends_with_1():
    text = "from pacgrid import Agent\nclass Lost(Agent):\n    def act(self, state): return None\n"
    Path("lost.py").write_text(text)
    done = bench("lost.py", *QUICK)
    assert done.exit_code == 1
    assert "forfeits 2 x Pac-Man (lost.py)" in " ".join(done.output.replace("│", "").split())


def test_a_stopped_benchmark_goes_on_where_it_was(monkeypatch):
    words = ("random_agent", "-g", "random_ghost", "-l", "pocket", "-n", "3", "-j", "1")
    store, keys = Journal.store, []

    def stop(journal, key, result):
        if len(keys) == 2:
            raise KeyboardInterrupt
        keys.append(key)
        return store(journal, key, result)

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "store", stop)
        stopped = bench(*words)
    assert stopped.exit_code == 130
    assert "run the same command again to resume" in stopped.stderr
    assert stored().keys() == set(keys)
    before = stored()
    assert bench(*words).exit_code == 0
    assert len(stored()) == 3
    assert before.items() < stored().items()


def stored():
    with Journal("pacgrid-bench.sqlite") as journal:
        return dict(journal._rows("SELECT key, result FROM results"))


AGENTS, GHOSTS = ("random_agent", "reflex"), ("random_ghost", "arcade")


def tiny(agents=AGENTS, ghosts=GHOSTS):
    return Benchmark(matchups(agents, ghosts, ["pocket"], Limits(rounds=4)), (5, 6), opening=1)


def without_times(results):
    times = dict.fromkeys(("pacman_seconds", "pacman_cpu_seconds"), 0)
    return {
        str(contest): [replace(game, **times) for game in played]
        for contest, played in results.items()
    }


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    path = tmp_path_factory.mktemp("bench") / "journal"
    with Journal(path) as journal:
        return path, tiny().play(journal)


def test_the_seeds_are_the_same_for_every_entry(finished):
    _, results = finished
    assert len(results) == 4
    assert {tuple(game.seed for game in played) for played in results.values()} == {(5, 6)}


def test_only_games_that_a_journal_lacks_are_played(finished, tmp_path):
    _, results = finished
    progress: list[tuple[int, int]] = []
    with Journal(tmp_path / "journal") as journal:
        tiny(agents=AGENTS[1:]).play(journal)
        again = tiny().play(journal, watch=lambda *numbers: progress.append(numbers))
    assert without_times(again) == without_times(results)
    assert (progress[0], progress[-1]) == ((4, 8), (8, 8))


def test_a_journal_whose_results_are_no_games_is_refused(tmp_path):
    with Journal(tmp_path / "journal") as journal:
        for game in tiny()._games():
            journal.store(game.key, '{"score": "5"}')
        with pytest.raises(JournalError, match="the journal is damaged"):
            tiny().play(journal)


def test_the_order_of_the_games_does_not_matter(finished):
    _, results = finished
    shuffled = tiny(AGENTS[::-1], GHOSTS[::-1])
    assert without_times(shuffled.play()) == without_times(results)


@pytest.mark.slow
def test_several_processes_get_the_same_results(finished):
    _, results = finished
    assert without_times(tiny().play(jobs=2)) == without_times(results)


def test_a_matchup_is_known_by_what_is_in_the_file_of_its_agent_and_not_by_its_name(tmp_path):
    identities = []
    for name, end in (("one.py", ""), ("moved.py", ""), ("changed.py", "# else")):
        text = "from pacgrid import Agent\nclass Mine(Agent):\n    def act(self, state): ...\n"
        (tmp_path / name).write_text(text + end)
        agent = str(tmp_path / name)
        matchup = Matchup.of(Layout.load("pocket"), agent, ["arcade"], limits=Limits())
        identities.append(matchup_identity(matchup))
    assert identities[0] == identities[1] != identities[2]


@pytest.mark.parametrize("utility", ["{}:worth", "[{}:worth:slope=2]"])
def test_a_changed_function_in_a_file_is_another_matchup(tmp_path, utility):
    file, layout = tmp_path / "mine.py", Layout.load("pocket")
    name = f"expected_utility:utility={utility.format(file)},depth=1"
    identities = set()
    for text in ("slope * points", "slope * points * 2"):
        file.write_text(f"def worth(points, slope=1):\n    return {text}\n")
        matchup = Matchup.of(layout, name, ["random_ghost"], limits=Limits())
        identities.add(matchup_identity(matchup))
    assert len(identities) == 2


def test_an_option_may_be_longer_than_any_file_name(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from pacgrid import Agent\nclass Mine(Agent):\n    def __init__(self, note): ...\n"
        "    def act(self, state): ...\n"
    )
    name = f"{file}:note={'x' * 300}"
    matchup = Matchup.of(Layout.load("pocket"), name, ["arcade"], limits=Limits())
    assert "x" * 300 in matchup_identity(matchup)


@given(seed=st.integers(0, 99), rounds=st.integers(1, 3))
@settings(max_examples=20)
def test_a_random_position_depends_on_the_seed_only(seed, rounds):
    start = State.initial(Layout.load("small"))
    one, two = (random_position(start, rounds, Random(seed)) for _ in range(2))
    assert one == two
    assert not one.is_terminal
    assert one.to_move == 0


def test_an_opening_that_nobody_survives_is_an_error():
    start = State.parse("%%%%\n%P.%\n%%%%")
    with pytest.raises(OptionError, match="--opening 90: nobody survives"):
        random_position(start, 90, Random(0))
