"""A benchmark's results don't depend on interrupts, or on how many processes play."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pacgrid import Layout, Limits, State
from pacgrid.cli.benchmark import (
    Benchmark,
    BenchmarkJournal,
    Results,
    matchup_identity,
    random_position,
)
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.cli.output_path import OutputError

TINY = Benchmark(
    ("random_agent", "reflex"),
    ("random_ghost", "arcade"),
    ("pocket",),
    games=2,
    seed=5,
    limits=Limits(rounds=4),
    opening=1,
)


def without_times(results: Results) -> dict[str, list[object]]:
    times = dict.fromkeys(("pacman_seconds", "pacman_cpu_seconds", "others_seconds"), 0)
    return {
        str(contest): [replace(game, **times) for game in played]
        for contest, played in results.items()
    }


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Results]:
    path = tmp_path_factory.mktemp("bench") / "journal.jsonl"
    with BenchmarkJournal(path) as journal:
        return path, TINY.play(journal)


def test_the_seeds_are_the_same_for_every_entry(finished: tuple[Path, Results]) -> None:
    _, results = finished
    assert len(results) == 4
    assert {tuple(game.seed for game in played) for played in results.values()} == {(5, 6)}


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(share=st.floats(0, 1))
def test_a_journal_cut_at_any_byte_resumes_to_the_same_results(
    finished: tuple[Path, Results], tmp_path: Path, share: float
) -> None:
    whole, results = finished
    path = tmp_path / "cut.jsonl"
    path.write_bytes(whole.read_bytes()[: int(share * whole.stat().st_size)])
    kept = max(path.read_bytes().count(b"\n") - 1, 0)
    progress: list[tuple[int, int]] = []
    with BenchmarkJournal(path) as journal:
        again = TINY.play(journal, watch=lambda *numbers: progress.append(numbers))
    assert without_times(again) == without_times(results)
    assert progress[0] in ((kept, 8), (kept + 1, 8))  # a line may lack nothing but its end
    assert progress[-1] == (8, 8)
    with BenchmarkJournal(path) as journal:
        assert TINY.play(journal) is not None
        stored = path.read_bytes()
    assert path.read_bytes() == stored


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: b"[" * 100_000,
        lambda line: re.sub(rb'"score": -?\d+', b'"score": "5"', line),
        lambda line: re.sub(rb'"rounds": \d+', b'"rounds": [5]', line),
    ],
)
def test_games_whose_lines_were_changed_are_played_again(
    finished: tuple[Path, Results], tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    whole, results = finished
    header, *lines = whole.read_bytes().splitlines()
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"\n".join([header, *map(spoil, lines)]))
    progress: list[tuple[int, int]] = []
    with BenchmarkJournal(path) as journal:
        again = TINY.play(journal, watch=lambda *numbers: progress.append(numbers))
    assert without_times(again) == without_times(results)
    assert progress[0] == (0, 8)


def test_a_journal_that_says_more_of_its_games_is_read(
    finished: tuple[Path, Results], tmp_path: Path
) -> None:
    whole, results = finished
    path = tmp_path / "old.jsonl"
    older = whole.read_bytes().replace(b'"seed":', b'"stats": null, "unplayed": 0.0, "seed":')
    path.write_bytes(older)
    with BenchmarkJournal(path) as journal:
        assert TINY.play(journal) == results
    assert path.read_bytes() == older


def test_journals_are_put_together(finished: tuple[Path, Results], tmp_path: Path) -> None:
    _, results = finished
    parts = [tmp_path / f"{agent}.jsonl" for agent in TINY.agents]
    for agent, part in zip(TINY.agents, parts, strict=True):
        with BenchmarkJournal(part) as journal:
            replace(TINY, agents=(agent,)).play(journal)
    path = tmp_path / "all.jsonl"
    shard = b'{"shard": "1/2"}\n'  # older journals have such lines
    path.write_bytes(parts[0].read_bytes() + shard + parts[1].read_bytes())
    before = path.read_bytes()
    with BenchmarkJournal(path) as journal:
        assert without_times(TINY.play(journal)) == without_times(results)
    assert path.read_bytes() == before


def test_the_order_of_the_games_does_not_matter(finished: tuple[Path, Results]) -> None:
    _, results = finished
    shuffled = replace(TINY, agents=TINY.agents[::-1], ghosts=TINY.ghosts[::-1])
    assert without_times(shuffled.play()) == without_times(results)


@pytest.mark.slow
def test_several_processes_get_the_same_results(finished: tuple[Path, Results]) -> None:
    _, results = finished
    assert without_times(TINY.play(jobs=2)) == without_times(results)


def test_the_command_plays_the_same_benchmark() -> None:
    assert TINY.command == (
        "pacgrid bench random_agent reflex --ghosts random_ghost --ghosts arcade --layout pocket "
        "--games 2 --seed 5 --opening 1 --rounds 4"
    )


def make_foreign(path: Path) -> None:
    path.write_text("name,points\n")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (make_foreign, "is not a journal of `pacgrid bench`; name another file"),
        (Path.mkdir, "can't be read: Is a directory"),
        (lambda path: path.symlink_to("no/such/file"), "can't be written: No such file"),
    ],
)
def test_a_file_that_is_no_journal_stays_as_it_is(
    tmp_path: Path, spoil: Callable[[Path], object], message: str
) -> None:
    path = tmp_path / "journal.jsonl"
    spoil(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(OutputError, match=message), BenchmarkJournal(path):
        pass
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_changed_file_of_an_agent_is_another_matchup(tmp_path: Path) -> None:
    layout, identities = Layout.load("pocket"), set()
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = folder / "mine.py"
        text = "from pacgrid import Agent\nclass Mine(Agent):\n    def act(self, state): ...\n"
        file.write_text(text + "#" * number)
        matchup = Matchup.of(layout, str(file), ["arcade"], limits=Limits())
        identities.add(matchup_identity(matchup))
    assert len(identities) == 2


def test_a_file_that_was_moved_is_the_same_matchup(tmp_path: Path) -> None:
    identities = set()
    for name in ("one.py", "two.py"):
        file = tmp_path / name
        file.write_text(
            "from pacgrid import Agent\nclass Mine(Agent):\n    def act(self, s): ...\n"
        )
        matchup = Matchup.of(Layout.load("pocket"), str(file), ["arcade"], limits=Limits())
        identities.add(matchup_identity(matchup))
    assert len(identities) == 1


@pytest.mark.parametrize("utility", ["{}:worth", "[{}:worth:slope=2]"])
def test_a_changed_function_in_a_file_is_another_matchup(tmp_path: Path, utility: str) -> None:
    file, layout = tmp_path / "mine.py", Layout.load("pocket")
    name = f"expected_utility:utility={utility.format(file)},depth=1"
    identities = set()
    for text in ("slope * points", "slope * points * 2"):
        file.write_text(f"def worth(points, slope=1):\n    return {text}\n")
        matchup = Matchup.of(layout, name, ["random_ghost"], limits=Limits())
        identities.add(matchup_identity(matchup))
    assert len(identities) == 2


def test_an_option_may_be_longer_than_any_file_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from pacgrid import Agent\nclass Mine(Agent):\n    def __init__(self, note): ...\n"
        "    def act(self, state): ...\n"
    )
    name = f"{file}:note={'x' * 300}"
    matchup = Matchup.of(Layout.load("pocket"), name, ["arcade"], limits=Limits())
    assert "x" * 300 in matchup_identity(matchup)


@given(seed=st.integers(0, 99), rounds=st.integers(1, 3))
@settings(max_examples=20, deadline=None)
def test_a_random_position_depends_on_the_seed_only(seed: int, rounds: int) -> None:
    start = State.initial(Layout.load("small"))
    one, two = (random_position(start, rounds, Random(seed)) for _ in range(2))
    assert one == two
    assert not one.is_terminal
    assert one.to_move == 0


def test_an_opening_that_nobody_survives_is_an_error() -> None:
    start = State.parse("%%%%\n%P.%\n%%%%")
    with pytest.raises(OptionError, match="--opening 90: nobody survives"):
        random_position(start, 90, Random(0))
