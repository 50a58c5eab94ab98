"""`pacgrid play` and `pacgrid replay`, from the command line."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing import active_children
from pathlib import Path

import pytest
from typer.testing import Result

from pacgrid import Layout, Record
from pacgrid.agent import Agent, AgentError
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.cli.output_path import JsonOutput, OutputError, OutputPath
from pacgrid.cli.series import ProcessError, Series
from pacgrid.game import Limits
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.record_reader import RecordError
from pacgrid.render.terminal.keys import NoKeyboardError
from pacgrid.session.game_source import Keyboard
from pacgrid.session.session import Settings
from pacgrid.teams import TeamError

QUICK = ("--layout", "training", "random_agent", "--ghosts", "random_ghost")


@pytest.fixture
def training() -> Layout:
    return Layout.load("training")


def agent(path: Path, body: str) -> str:
    """A file with an agent whose `act` has this body; its name."""
    path.write_text(
        f"from pacgrid import Agent\nclass A(Agent):\n  def act(self, state):\n    {body}\n"
    )
    return str(path)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """An agent that fails."""
    return agent(tmp_path / "bad.py", "return 1 / 0")


# One game.


def test_one_game_without_a_view_is_one_line(pacgrid: Callable[..., Result]) -> None:
    shown = pacgrid("play", *QUICK, "--view", "none", "--seed", "3").output
    assert shown.endswith("(training, seed 3)\n")
    assert shown.count("\n") == 1


def test_without_a_screen_the_game_is_drawn_in_the_terminal(pacgrid: Callable[..., Result]) -> None:
    shown = pacgrid("play", *QUICK).output.splitlines()
    assert sum("there is no screen; drawing in the terminal" in line for line in shown) == 1
    assert shown.count("╭───────────────────╮") == 2
    assert sum(line.endswith("(training, seed 0)") for line in shown) == 1


def test_a_saved_game_is_replayed_to_the_same_pictures(pacgrid: Callable[..., Result]) -> None:
    played = pacgrid("play", *QUICK, "--view", "terminal", "--save", "game.json").stdout
    assert pacgrid("replay", "game.json", "--view", "terminal").stdout == played
    assert pacgrid("replay", "game.json", "--view", "none").stdout == played.splitlines()[-1] + "\n"


def test_a_failing_agent_loses_and_its_own_traceback_lines_are_shown(
    pacgrid: Callable[..., Result], bad: str
) -> None:
    shown = pacgrid("play", bad, "--view", "none", exit_code=1).output
    assert "Forfeit: -500 points after 0 rounds" in shown
    assert "ZeroDivisionError" in shown
    assert "return 1 / 0" in shown
    assert "game.py" not in shown


def test_rounds_and_seconds_are_limited(pacgrid: Callable[..., Result], tmp_path: Path) -> None:
    stop = agent(tmp_path / "stop.py", "return state.legal_actions()[-1]")
    alone = ("play", stop, "--view", "none", "--num-ghosts", "0")
    assert "Out of rounds: -5 points" in pacgrid(*alone, "--rounds", "5").output
    assert "out of time" in pacgrid(*alone, "--move-seconds", "0", exit_code=1).output


def test_every_file_that_is_written_is_named(pacgrid: Callable[..., Result]) -> None:
    files = ("--save", "g.json", "--save", "g.html", "--json", "j.json")
    text = pacgrid("play", *QUICK, *files).stderr
    assert text == "Wrote g.json\nWrote g.html\nWrote j.json\n"
    text = pacgrid("play", *QUICK, "-n", "2", "-j", "1", "--save", "g.json").stderr
    assert text == "Wrote g-1.json … g-2.json\n"
    text = pacgrid("replay", "g-1.json", "--save", "r.html", "--save", "r.json").stderr
    assert text == "Wrote r.html\nWrote r.json\n"


def test_a_forfeit_sets_the_exit_code_after_everything_is_written(
    pacgrid: Callable[..., Result], bad: str
) -> None:
    for more in (("-v", "none"), ("-v", "terminal"), ("-n", "2", "-j", "1", "--save", "g.json")):
        pacgrid("play", bad, "-l", "training", "--json", "j.json", *more, exit_code=1)
        assert json.loads(Path("j.json").read_text())["games"][0]["forfeit"] == 0
    pacgrid("replay", "g-2.json", "--view", "none")
    pacgrid("compare", "reflex", bad, "-l", "training", "--view", "none", exit_code=1)
    pacgrid("play", "reflex", "-g", bad, "-l", "training", "--view", "none", exit_code=1)


@pytest.mark.parametrize(
    ("words", "menu", "speed"),
    [
        ((), True, 4),
        (("--save", "g.jsonl", "--view", "terminal"), True, 4),
        (("keyboard",), False, 4),
        (("--layout", "small"), False, 4),
        (("--num-ghosts", "0"), False, 4),
        (("reflex", "-g", "keyboard", "--num-ghosts", "1"), False, 4),
        (("--games", "2"), False, 4),
        (("--json", "-"), False, 4),
        (("reflex",), False, 6),
    ],
)
def test_without_a_game_on_the_command_line_a_menu_opens(
    pacgrid: Callable[..., Result],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    menu: bool,
    speed: float,
) -> None:
    seen = []

    def choose(_: object, __: object, settings: Settings, *___: object) -> list[object]:
        seen.append((True, settings.speed))
        return []

    def watch(
        all_series: list[Series], _: object, settings: Settings, *__: object, **___: object
    ) -> list[list[object]]:
        seen.append((False, settings.speed))
        return [[series.result_of(series.live_game(1).record)] for series in all_series]

    monkeypatch.setattr(import_module("pacgrid.cli.play"), "play_chosen", choose)
    monkeypatch.setattr(import_module("pacgrid.cli.play"), "play_watched", watch)
    pacgrid("play", *words)
    assert seen == [(menu, speed)]


# Several games.


@pytest.mark.parametrize(
    "more",
    [
        ("--view", "terminal"),
        ("--view", "none"),
        ("--games", "2", "--jobs", "1"),
        pytest.param(("--games", "2", "--jobs", "2"), marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_json_on_stdout_is_the_only_text_on_stdout(
    pacgrid: Callable[..., Result], tmp_path: Path, more: tuple[str, ...]
) -> None:
    talker = agent(tmp_path / "talker.py", "print('hello'); return state.legal_actions()[0]")
    shown = pacgrid("play", talker, "-l", "training", "--json", "-", "--rounds", "4", *more)
    data = json.loads(shown.stdout)
    assert data["summary"]["games"] == len(data["games"]) == (2 if "--games" in more else 1)
    assert ("hello" in shown.stderr) == (more[-1] != "2")  # other processes have their own stderr


def test_results_are_the_same_with_any_number_of_jobs(training: Layout, tmp_path: Path) -> None:
    matchup = Matchup.of(training, "random_agent", ["random_ghost"], limits=Limits())

    def results(jobs: int) -> list[tuple[int, int, int]]:
        series = Series(matchup, 3, 10, (OutputPath(tmp_path / f"{jobs}.json", 3),))
        played = series.results(jobs)
        return sorted((result.seed, result.score, result.rounds) for result in played)

    expected = results(1)
    assert results(2) == expected
    assert [seed for seed, *_ in expected] == [10, 11, 12]
    again = [Record.load(tmp_path / f"2-{number}.json") for number in range(1, 4)]
    assert [(record.seed, record.score, record.rounds) for record in again] == expected


@pytest.mark.slow
def test_a_series_leaves_no_process_behind(training: Layout) -> None:
    series = Series(Matchup.of(training, "random_agent", [], limits=Limits()), 40, 0)
    results = series.results(2)
    next(results)
    results.close()  # as an interrupt does
    assert not active_children()


@pytest.mark.slow
def test_an_agent_that_ends_its_process_ends_the_series(training: Layout, tmp_path: Path) -> None:
    killer = agent(tmp_path / "killer.py", "import os; os._exit(3)")
    matchup = Matchup.of(training, killer, [], limits=Limits())
    with pytest.raises(ProcessError, match="--jobs 1"):
        list(Series(matchup, 2, 0).results(2))


def test_each_game_has_its_own_file(tmp_path: Path) -> None:
    single, many = OutputPath(tmp_path / "g.json", 1), OutputPath(tmp_path / "games", 12)
    assert [single.file(n).name for n in (1, 2)] == ["g.json", "g-2.json"]
    assert [many.file(n).name for n in (1, 12)] == ["games-01.jsonl", "games-12.jsonl"]


def test_several_games_are_saved_and_summed_up(pacgrid: Callable[..., Result]) -> None:
    shown = pacgrid("play", *QUICK, "-n", "2", "-v", "terminal", "--save", "g.json").output
    assert [Record.load(f"g-{n}.json").seed for n in (1, 2)] == [0, 1]
    assert shown.count("rounds (training, seed") == 2
    assert "mean score" in shown
    shown = pacgrid("play", *QUICK, "--games", "3", "--jobs", "1").output
    assert "random_agent against random_ghost on training" in shown
    assert "95 % interval" in shown


# Who plays.


def test_each_ghost_gets_an_agent() -> None:
    arcade = Layout.load("arcade")
    matchup = Matchup.of(arcade, "reflex", ["random_ghost", "minimax_ghost"], limits=Limits())
    assert matchup.agents == ("reflex", *("random_ghost", "minimax_ghost") * 2)
    few = Matchup.of(arcade, "reflex", [], num_ghosts=1, limits=Limits())
    assert few.agents == ("reflex", "directional_ghost")
    lane = Layout.parse("%%%%\n%P.%\n%%%%")
    assert Matchup.of(lane, "reflex", [], limits=Limits()).agents == ("reflex",)


def test_one_of_several_ghosts_can_be_steered_and_the_error_says_how() -> None:
    arcade = Layout.load("arcade")
    with pytest.raises(OptionError) as caught:
        Matchup.of(arcade, "reflex", ["keyboard"], limits=Limits())
    mend = str(caught.value).rpartition(" ")[2].split(",")
    assert mend == ["keyboard", *["directional_ghost"] * 3]
    assert Matchup.of(arcade, "reflex", mend, limits=Limits()).agents == ("reflex", *mend)


@pytest.mark.parametrize(
    ("pacman", "ghosts", "num_ghosts", "error", "message"),
    [
        (
            "reflex",
            ["random_ghost"] * 2,
            None,
            TeamError,
            "2 ghosts are named, but only 1 can play",
        ),
        ("reflex", [], 2, OptionError, "--num-ghosts 2: training has only 1 ghost"),
        ("keyboard", ["keyboard"], None, OptionError, "one agent; leave out --ghosts keyboard"),
        ("refex", [], None, AgentError, "reflex"),
        (
            "alpha_beta:depth=200,compiled=true",
            [],
            None,
            OptionError,
            "with 2 agents that is 400 plies, and a compiled search looks at most 255 ahead; use"
            " depth=127",
        ),
        ("reflex", ["champion"], None, OptionError, "champion plays Pac-Man, not a ghost"),
    ],
)
def test_an_impossible_matchup_is_refused(
    training: Layout,
    pacman: str,
    ghosts: list[str],
    num_ghosts: int | None,
    error: type[Exception],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        Matchup.of(training, pacman, ghosts, num_ghosts=num_ghosts, limits=Limits())


def test_a_board_too_large_for_an_agent_is_refused() -> None:
    rows = ["%" * 70, "%P." + " " * 66 + "%", *["%" + " " * 68 + "%"] * 66, "%" * 70]
    with pytest.raises(OptionError, match=r"champion .* at most 4,096 open cells; .* has 4,556"):
        Matchup.of(Layout.parse("\n".join(rows)), "champion", [], limits=Limits())


def test_every_game_gets_new_agents(training: Layout) -> None:
    matchup = Matchup(PacmanSetup(training, 2), ("keyboard", "random_ghost"), Limits())
    first: list[Agent] = matchup.build_agents()
    assert isinstance(first[0], Keyboard)
    assert not {id(a) for a in first} & {id(a) for a in matchup.build_agents()}


# What can't be.


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("play", "--view", "none"), OptionError),
        (("play", "--view", "terminal"), NoKeyboardError),
        (("play", *QUICK, "--save", "no/such/game.json"), OutputError),
        (("play", *QUICK, "--save", "."), OutputError),
        (("play", *QUICK, "--json", "no/such.json"), OutputError),
        (("replay", "nothing.json"), RecordError),
        (("replay", "damaged.json"), RecordError),
    ],
)
def test_errors_come_before_the_game(
    pacgrid: Callable[..., Result], words: tuple[str, ...], error: type[Exception]
) -> None:
    Path("damaged.json").write_text("{")
    with pytest.raises(error):
        pacgrid(*words)


def test_json_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="can't be written: File name too long"):
        JsonOutput(str(tmp_path / ("x" * 300)))


@pytest.mark.slow
def test_heavy_packages_are_imported_only_where_they_are_used() -> None:
    code = (
        "import sys; sys.argv = 'pacgrid play reflex --view none --rounds 3'.split()\n"
        "import pacgrid.cli\n"
        "try: pacgrid.cli.main()\n"
        "except SystemExit: pass\n"
        "assert not {'pygame', 'scipy', 'numba', 'gymnasium'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ))
