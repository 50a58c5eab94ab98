"""`pacgrid play`, `compare` and `replay`, of Pac-Man and of other games."""

import json
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from multiprocessing import active_children
from pathlib import Path

import pytest

from pacgrid import Layout, Record
from pacgrid.agent import Agent
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.cli.series import GameFiles, ProcessError, Series
from pacgrid.game import Limits
from pacgrid.games.game_loader import game_names
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.session.playback import Keyboard

WATCHING = import_module("pacgrid.cli.watching")
QUICK = ("--layout", "training", "random_agent", "--ghosts", "random_ghost")


@pytest.fixture
def training():
    return Layout.load("training")


def agent(path, body):
    """A file with an agent whose `act` has this body; its name."""
    path.write_text(
        f"from pacgrid import Agent\nclass A(Agent):\n  def act(self, state):\n    {body}\n"
    )
    return str(path)


@pytest.fixture
def bad(tmp_path):
    """An agent that fails."""
    return agent(tmp_path / "bad.py", "return 1 / 0")


# One game.


def test_one_game_without_a_view_is_one_line(pacgrid):
    shown = pacgrid("play", *QUICK, "--view", "none", "--seed", "3").output
    assert shown.endswith("(training, seed 3)\n")
    assert shown.count("\n") == 1


def test_without_a_screen_the_game_is_drawn_in_the_terminal(pacgrid):
    shown = pacgrid("play", *QUICK).output.splitlines()
    assert sum("there is no screen; drawing in the terminal" in line for line in shown) == 1
    assert shown.count("╭───────────────────╮") == 2
    assert sum(line.endswith("(training, seed 0)") for line in shown) == 1


def test_a_saved_game_is_replayed_to_the_same_pictures(pacgrid):
    played = pacgrid("play", *QUICK, "--view", "terminal", "--save", "game.json").stdout
    assert pacgrid("replay", "game.json", "--view", "terminal").stdout == played
    assert pacgrid("replay", "game.json", "--view", "none").stdout == played.splitlines()[-1] + "\n"


def test_a_failing_agent_loses_and_its_own_traceback_lines_are_shown(pacgrid, bad):
    shown = pacgrid("play", bad, "--view", "none", exit_code=1).output
    assert "Forfeit: -500 points after 0 rounds" in shown
    assert "ZeroDivisionError" in shown
    assert "return 1 / 0" in shown
    assert "game.py" not in shown


def test_rounds_and_seconds_are_limited(pacgrid, tmp_path):
    stop = agent(tmp_path / "stop.py", "return state.legal_actions()[-1]")
    alone = ("play", stop, "--view", "none", "--num-ghosts", "0")
    assert "Out of rounds: -5 points" in pacgrid(*alone, "--rounds", "5").output
    assert "out of time" in pacgrid(*alone, "--move-seconds", "0", exit_code=1).output


def test_every_file_that_is_written_is_named(pacgrid):
    files = ("--save", "g.json", "--save", "g.html", "--json", "j.json")
    text = pacgrid("play", *QUICK, *files).stderr
    assert text == "Wrote g.json\nWrote g.html\nWrote j.json\n"
    text = pacgrid("play", *QUICK, "-n", "2", "-j", "1", "--save", "g.json").stderr
    assert text == "Wrote g-1.json … g-2.json\n"
    text = pacgrid("replay", "g-1.json", "--save", "r.html", "--save", "r.json").stderr
    assert text == "Wrote r.html\nWrote r.json\n"


def test_a_forfeit_sets_the_exit_code_after_everything_is_written(pacgrid, bad):
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
def test_without_a_game_on_the_command_line_a_menu_opens(pacgrid, monkeypatch, words, menu, speed):
    seen = []

    def watch(all_series, _, settings, *__, **more):
        seen.append((more["series_of"] is not None, settings.speed))
        return [[series.result_of(series.live_game(1).record)] for series in all_series]

    monkeypatch.setattr(WATCHING, "play_watched", watch)
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
def test_json_on_stdout_is_the_only_text_on_stdout(pacgrid, tmp_path, more):
    talker = agent(tmp_path / "talker.py", "print('hello'); return state.legal_actions()[0]")
    shown = pacgrid("play", talker, "-l", "training", "--json", "-", "--rounds", "4", *more)
    data = json.loads(shown.stdout)
    assert data["summary"]["games"] == len(data["games"]) == (2 if "--games" in more else 1)
    assert ("hello" in shown.stderr) == (more[-1] != "2")  # other processes have their own stderr


@pytest.mark.slow
def test_results_are_the_same_with_any_number_of_jobs(training, tmp_path):
    matchup = Matchup.of(training, "random_agent", ["random_ghost"], limits=Limits())

    def results(jobs):
        series = Series(matchup, 3, 10, GameFiles((tmp_path / f"{jobs}.json",), 3))
        played = series.results(jobs)
        return sorted((result.seed, result.score, result.rounds) for result in played)

    expected = results(1)
    assert results(2) == expected
    assert [seed for seed, *_ in expected] == [10, 11, 12]
    again = [Record.load(tmp_path / f"2-{number}.json") for number in range(1, 4)]
    assert [(record.seed, record.score, record.rounds) for record in again] == expected


@pytest.mark.slow
def test_a_series_leaves_no_process_behind(training):
    series = Series(Matchup.of(training, "random_agent", [], limits=Limits()), 40, 0)
    results = series.results(2)
    next(results)
    results.close()  # as an interrupt does
    assert not active_children()


@pytest.mark.slow
def test_an_agent_that_ends_its_process_ends_the_series(training, tmp_path):
    killer = agent(tmp_path / "killer.py", "import os; os._exit(3)")
    matchup = Matchup.of(training, killer, [], limits=Limits())
    with pytest.raises(ProcessError, match="--jobs 1"):
        list(Series(matchup, 2, 0).results(2))


def test_each_game_has_its_own_file(tmp_path):
    single, many = GameFiles((tmp_path / "g.json",)), GameFiles((tmp_path / "games",), 12)
    assert [file.name for n in (1, 2) for file in single.of_game(n)] == ["g.json", "g-2.json"]
    names = [file.name for n in (1, 12) for file in many.of_game(n)]
    assert names == ["games-01.jsonl", "games-12.jsonl"]


def test_several_games_are_saved_and_summed_up(pacgrid):
    shown = pacgrid("play", *QUICK, "-n", "2", "-v", "terminal", "--save", "g.json").output
    assert [Record.load(f"g-{n}.json").seed for n in (1, 2)] == [0, 1]
    assert shown.count("rounds (training, seed") == 2
    assert "mean score" in shown
    shown = pacgrid("play", *QUICK, "--games", "3", "--jobs", "1").output
    assert "random_agent against random_ghost on training" in shown
    assert "95 % interval" in shown


# Who plays.


def test_each_ghost_gets_an_agent_that_is_new_in_every_game(training):
    arcade = Layout.load("arcade")
    matchup = Matchup.of(arcade, "reflex", ["random_ghost", "minimax_ghost"], limits=Limits())
    assert matchup.agents == ("reflex", *("random_ghost", "minimax_ghost") * 2)
    few = Matchup.of(arcade, "reflex", [], num_ghosts=1, limits=Limits())
    assert few.agents == ("reflex", "directional_ghost")
    lane = Layout.parse("%%%%\n%P.%\n%%%%")
    assert Matchup.of(lane, "reflex", [], limits=Limits()).agents == ("reflex",)
    matchup = Matchup(PacmanSetup(training, 2), ("keyboard", "random_ghost"), Limits())
    first: list[Agent] = matchup.build_agents()
    assert isinstance(first[0], Keyboard)
    assert not {id(a) for a in first} & {id(a) for a in matchup.build_agents()}


def test_one_of_several_ghosts_can_be_steered_and_the_error_says_how():
    arcade = Layout.load("arcade")
    with pytest.raises(OptionError) as caught:
        Matchup.of(arcade, "reflex", ["keyboard"], limits=Limits())
    mend = str(caught.value).rpartition(" ")[2].split(",")
    assert mend == ["keyboard", *["directional_ghost"] * 3]
    assert Matchup.of(arcade, "reflex", mend, limits=Limits()).agents == ("reflex", *mend)


# `pacgrid compare`.


def test_all_agents_play_the_same_games(pacgrid):
    text = pacgrid(
        "compare", "reflex", "reflex", "random_agent", "--layout", "training", "--view", "none",
        "-n", "2", "-j", "1", "--rounds", "5", "--json", "-",
    ).stdout  # fmt: skip
    contestants = json.loads(text)["contestants"]
    names = [each["agents"] for each in contestants]
    assert [agents[0] for agents in names] == ["reflex", "reflex", "random_agent"]
    assert names[0][1:] == names[1][1:] == names[2][1:] != []
    scores = [[game["score"] for game in each["games"]] for each in contestants]
    assert scores[0] == scores[1] != scores[2]
    assert [game["seed"] for game in contestants[0]["games"]] == [0, 1]


def test_games_are_drawn_and_saved_separately(pacgrid):
    text = pacgrid(
        "compare", "random_agent", "reflex", "-l", "training", "--view", "terminal",
        "--seed", "5", "--save", "race.json",
    ).stdout  # fmt: skip
    records = [Record.load(f"race-{number}.json") for number in (1, 2)]
    assert [record.agents[0] for record in records] == ["random_agent", "reflex"]
    assert {record.seed for record in records} == {5}
    assert "one game on training, against random_ghost" not in text
    for record in records:
        assert str(record.score) in text


@pytest.mark.parametrize(
    ("agents", "rounds"), [(("keyboard", "reflex"), None), (("reflex",) * 2, 1000)]
)
def test_a_person_has_no_limit_on_rounds(pacgrid, agents, rounds, monkeypatch):
    seen = []

    def watched(together, *_, **__):
        seen.extend(series.matchup.limits.rounds for series in together)
        record = replace(together[0].live_game(1).record, ending=Ending.QUIT)
        return [[series.result_of(record)] for series in together]

    monkeypatch.setattr(WATCHING, "play_watched", watched)
    monkeypatch.setattr(WATCHING, "open_renderer", lambda *_: nullcontext())
    pacgrid("compare", *agents)
    assert seen == [rounds, rounds]


def test_every_agent_has_its_own_film_and_page(pacgrid):
    files = ("--save", "g.gif", "--save", "g.html")
    text = pacgrid("compare", "random_agent", "reflex", "-l", "training", "--rounds", "2", *files)
    names = [f"{name[0]}-{n}{name[1:]}" for n in (1, 2) for name in files[1:4:2]]
    assert text.stderr.splitlines() == [f"Wrote {name}" for name in names]
    assert all(Path(name).is_file() for name in names)


# Other games.

TICTACTOE = ("--game", "tictactoe", "alpha_beta:depth=2", "--second", "random_agent")
RANDOM_PLAYERS = ("random_agent", "--second", "random_agent", "--view", "none")


def test_other_games_are_summed_up_as_text_and_as_json(pacgrid):
    shown = pacgrid("play", *TICTACTOE, "--view", "none").output
    players = "X: alpha_beta:depth=2, O: random_agent"
    assert shown == f"X wins after 7 plies ({players}; tictactoe, seed 0)\n"
    shown = pacgrid("play", "--game", "nim:heaps=1-2", *RANDOM_PLAYERS, "--games", "10").output
    assert "player 1 wins" in shown.lower()
    assert "95 % interval" in shown
    done = pacgrid("play", "--game", "pig:target=5", *RANDOM_PLAYERS, "--games", "2", "--json", "-")
    results = json.loads(done.stdout)
    assert results["agents"] == ["random_agent", "random_agent"]
    assert [game["seed"] for game in results["games"]] == [0, 1]
    assert results["games"][0]["moves"][0] == "roll"


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_played(pacgrid, name):
    assert " after " in pacgrid("play", "--game", name, *RANDOM_PLAYERS).output


def test_a_tree_from_a_file_is_played(pacgrid, tmp_path):
    file = tmp_path / "my.tree"
    file.write_text("MAX\n  a: MIN: 1 2\n  b: 5", "utf-8")
    shown = pacgrid("play", "--game", file, "minimax", "--view", "none").output
    assert shown.startswith("5 for MAX after 1 ply (MAX: minimax, MIN: alpha_beta;")


def test_an_agent_that_fails_forfeits_with_its_own_lines(pacgrid, bad):
    shown = pacgrid("play", "--game", "nim", bad, "--view", "none", exit_code=1).output
    assert "Player 1 forfeits after 0 plies" in shown
    error = "ZeroDivisionError: division by zero (bad.py, line 4, in act)"
    assert f"bad.py): agent failed: {error}" in shown
    assert "return 1 / 0" in shown


def test_games_are_listed(pacgrid):
    shown = pacgrid("games").output
    assert all(name in shown for name in game_names())
    assert "heaps=3-4-5" in shown


@pytest.mark.slow  # it compiles the search
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("play --game nim alpha_beta:compiled=true", "compiled search plays only Pac-Man"),
        ("tree nim --agent alpha_beta:compiled=true", "a compiled search draws no tree"),
    ],
)
def test_compiled_searches_are_refused_at_once(pacgrid, words, message):
    with pytest.raises(OptionError, match=message):
        pacgrid(*words.split())


NIM = ("--game", "nim:heaps=1-2")


@pytest.mark.parametrize("game", ["tictactoe", "pig:target=9", "book"])
def test_files_of_all_kinds_are_written_of_every_game(pacgrid, tmp_path, game):
    names = ["game.jsonl", "game.html", "game.gif"]
    words = [word for name in names for word in ("--save", tmp_path / name)]
    pacgrid("play", "--game", game, *RANDOM_PLAYERS, *words)
    assert all((tmp_path / name).stat().st_size for name in names)


def test_games_are_compared_by_who_plays_first(pacgrid):
    against = ("--second", "random_agent", "--view", "none", "--json", "-")
    done = pacgrid("compare", "minimax", "random_agent", *NIM, *against, "--games", "6")
    data = json.loads(done.stdout)
    assert data["game"] == "nim:heaps=1-2"
    first, second = data["contestants"]
    assert first["summary"]["wins"] > second["summary"]["wins"]


def test_two_games_are_watched_side_by_side(pacgrid, monkeypatch):
    frames = []

    class Watcher:
        real_time = True

        def show(self, session):
            while session.next_action is None and not session.playback.at_end:
                session.advance(1)
                frames.append(session.frame())

    monkeypatch.setattr(WATCHING, "open_renderer", lambda *_: nullcontext(Watcher()))
    pacgrid("compare", "minimax", "random_agent", *NIM, "--view", "terminal")
    assert {len(frame.boards) for frame in frames} == {2}
    assert all(board.verdict for board in frames[-1].boards)


def test_agents_are_measured_in_other_games(pacgrid, tmp_path):
    file = tmp_path / "out.json"
    words = ("--second", "random_agent", "--games", "6", "--no-journal", "--json", file)
    shown = pacgrid("bench", "minimax", "random_agent", "--game", "tictactoe", *words).output
    assert "X wins" in shown
    data = json.loads(file.read_text())
    best, worst = data["contests"]
    assert best["summary"]["wins"] > worst["summary"]["wins"]
    again = tmp_path / "again.json"
    pacgrid("bench", "minimax", *NIM, "--opening", "1", *words[:-1], again)
    assert json.loads(again.read_text())["contests"]
