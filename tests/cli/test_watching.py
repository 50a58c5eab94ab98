"""Games watched one after another or chosen in the menu, and where they are shown."""

import io
import signal
import sys
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from rich.console import Console

from pacgrid import Layout, Record
from pacgrid.cli.console import OutputError, note
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError, View
from pacgrid.cli.play import replay
from pacgrid.cli.series import GameFiles, Series
from pacgrid.cli.watching import chosen_view, open_renderer, play_watched, start_menu, view_settings
from pacgrid.game import Limits
from pacgrid.games.pacman import PacmanSetup
from pacgrid.session.frame import Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.menus import take_over
from pacgrid.session.session import SPEED, NextAction, Settings
from pacgrid.session.themes import LIGHT

SAMPLE = Path(__file__).parents[1] / "records" / "thoughts.jsonl"


class Person:
    """A renderer that shows some plies of each game; then the person reacts as the test says."""

    real_time = True

    def __init__(self, *reactions, plies=2):
        self.sessions: list[GameSession] = []
        self.sheets: list[bool] = []
        self._reactions, self._plies = iter(reactions), plies

    def show(self, session):
        self.sessions.append(session)
        self.sheets.append(session.sheets.open is not None)
        for game in session.games:
            for _ in range(self._plies):
                game.next_ply()
        next(self._reactions)(session)


def presses(*keys):
    def react(session):
        session.press("end")
        for key in keys:
            session.press(key)

    return react


def leaves(session):
    """Press Enter where the last game ends."""
    for game in session.games:
        while game.next_ply():
            pass
    presses("enter")(session)


def fails_with(error):
    def react(_):
        raise error

    return react


def takes_over(session):
    session.playback.replace(0, take_over(session.games[0], 2, 0, "random_agent"))
    session.press("q")


def together(path, games=1):
    """Two series whose records are saved as 1.jsonl and 2.jsonl."""
    return [
        Series(
            Matchup.of(Layout.load("training"), "reflex", (), limits=Limits()),
            games,
            7,
            GameFiles((path / f"{number}.jsonl",), games),
        )
        for number in (1, 2)
    ]


def watch(series, *reactions, file=None):
    """The seeds of the games that were shown."""
    console = Console(file=file or io.StringIO())
    first, second = play_watched(series, Person(*reactions), Settings(), console)
    assert [result.seed for result in first] == [result.seed for result in second]
    return [result.seed for result in first]


def saved(path):
    return [Record.load(path / f"{number}.jsonl") for number in (1, 2)]


@pytest.mark.parametrize(
    ("games", "reactions", "seeds"),
    [
        (2, (leaves, presses("r"), leaves), [7, 8, 9]),
        (1, (presses("r"), presses("q")), [7, 8]),
        (5, (presses("q"),), [7]),
        (2, (leaves, leaves), [7, 8]),
    ],
)
def test_one_game_follows_another_and_r_adds_one(tmp_path, games, reactions, seeds):
    assert watch(together(tmp_path, games), *reactions) == seeds


def test_settings_outlive_a_game_and_enter_leads_to_the_next_one(tmp_path):
    settings = Settings(speed=4)
    person = Person(lambda it: (presses("+")(it), leaves(it)), presses("r"), leaves)
    play_watched(together(tmp_path, 2), person, settings, Console(file=io.StringIO()))
    assert settings.speed == 5
    effects = [session.view.enter_effect for session in person.sessions]
    assert effects == ["next game", "close", "close"]
    assert all(session.settings is settings for session in person.sessions)


def test_the_saved_game_includes_a_takeover(tmp_path):
    watch(together(tmp_path), takes_over)
    assert [record.taken_over for record in saved(tmp_path)] == [2, 0]
    assert [record.agents[0] for record in saved(tmp_path)] == ["random_agent", "reflex"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(143)], ids=repr)
def test_an_interrupted_game_is_saved_as_far_as_it_was_played(tmp_path, error):
    with pytest.raises(type(error)):
        watch(together(tmp_path), fails_with(error))
    assert [len(record.moves) for record in saved(tmp_path)] == [2, 2]


def test_a_game_is_saved_even_if_its_result_cannot_be_printed(tmp_path):
    class Full(io.StringIO):
        def write(self, _text):
            raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="the result can't be printed: No space left"):
        watch(together(tmp_path)[:1] * 2, presses("q"), file=Full())
    assert Record.load(tmp_path / "1.jsonl").moves


# Replays.


@pytest.fixture
def shown(monkeypatch, tmp_path):
    """Replays the sample in a window, saving it; the person reacts as given."""

    def show(*reactions):
        person = Person(*reactions)

        @contextmanager
        def open_renderer(*_, **__):
            yield person

        monkeypatch.setattr(sys.modules[replay.__module__], "open_renderer", open_renderer)
        with suppress(KeyboardInterrupt):
            replay(Mock(), SAMPLE, view=View.WINDOW, save=[tmp_path / "new.jsonl"])
        return person

    return show


def test_a_replay_is_shown_again_and_saved_with_its_takeover(shown, tmp_path):
    def takes_over_again(session):
        takes_over(session)
        session.next_action = NextAction.PLAY_AGAIN

    sessions = shown(presses("r"), takes_over_again, presses("q")).sessions
    assert [session.games[0].taken_over for session in sessions] == [4, 2, 2]
    assert Record.load(tmp_path / "new.jsonl").taken_over == 2


def test_an_interrupted_replay_is_saved_unchanged(shown, tmp_path):
    shown(fails_with(KeyboardInterrupt()))
    assert Record.load(tmp_path / "new.jsonl").moves == Record.load(SAMPLE).moves


@pytest.mark.parametrize(
    ("screen", "reason"), [("", "there is no screen"), (":0", "without a display")]
)
def test_without_a_real_screen_games_are_drawn_in_the_terminal(screen, reason, monkeypatch, capsys):
    monkeypatch.setenv("DISPLAY", screen)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with open_renderer(View.WINDOW, Console()) as renderer:
        assert not renderer.real_time
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line
    assert "drawing in the terminal" in line


def test_the_web_view_gets_the_port_and_hosts_of_the_options(monkeypatch):
    seen: dict[str, object] = {}

    def web_renderer(**options):
        seen.update(options)
        return nullcontext("the renderer")

    monkeypatch.setattr("pacgrid.render.web.server.WebRenderer", web_renderer)
    with open_renderer(View.WEB, Console(), "my.site:80") as renderer:
        assert str(renderer) == "the renderer"
    assert seen == {"hosts": ("my.site",), "port": 80, "open_browser": False, "tell": note}


@pytest.mark.parametrize(
    ("view", "person", "unwatched", "expected"),
    [
        (None, False, False, View.WINDOW),
        (None, False, True, View.NONE),
        (None, True, True, View.WINDOW),
        (View.TERMINAL, False, True, View.TERMINAL),
        (View.NONE, False, False, View.NONE),
    ],
)
def test_games_are_shown_unless_only_files_are_asked_for(view, person, unwatched, expected):
    assert chosen_view(view, None, person=person, unwatched=unwatched) is expected


def test_options_become_settings(monkeypatch):
    setup = PacmanSetup(Layout.load("small"), 1)
    monkeypatch.setenv("PACGRID_THEME", "light")
    settings = view_settings(setup, [Overlay.VALUES])
    assert settings == Settings(SPEED, LIGHT, {Overlay.VALUES})
    monkeypatch.setenv("PACGRID_THEME", "pink")
    with pytest.raises(OptionError, match="PACGRID_THEME=pink: choose dark, light"):
        view_settings(setup, None)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGHUP")
def test_losing_the_terminal_ends_the_program_once():
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with open_renderer(View.TERMINAL, Console(file=io.StringIO())):
        with pytest.raises(SystemExit) as caught:
            signal.raise_signal(signal.SIGHUP)
        assert caught.value.code == 128 + signal.SIGHUP
        signal.raise_signal(signal.SIGHUP)
    assert signal.signal(signal.SIGHUP, before) is signal.SIG_DFL


# The menu.

SERIES = Series(Matchup(PacmanSetup(Layout.load("small"), 1), ("keyboard",), Limits()), 1, 7)


def series_of(choice):
    ghosts = [choice.ghosts]
    matchup = Matchup.of(Layout.load(choice.layout), choice.pacman, ghosts, limits=Limits())
    return replace(SERIES, matchup=matchup)


def play_round(session):
    while session.games[0].next_ply() and session.games[0].states[-1].to_move:
        pass


def starts(*keys, then):
    """Choose with keys, start, play a round, and press a key."""

    def react(session):
        for key in (*keys, "enter"):
            session.press(key)
        play_round(session)
        session.press(then)

    return react


def again(session):
    play_round(session)
    session.press("r")


def played(person):
    """The results that are printed."""
    file = io.StringIO()
    console = Console(file=file)
    (results,) = play_watched([SERIES], person, Settings(), console, series_of=series_of)
    lines = file.getvalue().splitlines()
    assert len(results) == len(lines)
    return [line.split("(")[1].rstrip(")") for line in lines]


@pytest.mark.parametrize(
    ("reactions", "results", "sheets"),
    [
        ([presses("q")], [], [True]),
        ([starts(then="q")], ["small, seed 7"], [True]),
        (
            [starts("down", "down", "right", then="r"), again, leaves, presses("q")],
            ["training, seed 7", "training, seed 8", "training, seed 9"],
            [True, False, False, True],
        ),
    ],
)
def test_games_are_chosen_played_again_and_chosen_anew(reactions, results, sheets):
    person = Person(*reactions, plies=0)
    assert played(person) == results
    assert person.sheets == sheets


def test_every_game_in_the_menu_can_be_played():
    menu = start_menu(series_of, 1)
    rows = [row.text.strip("‹ ›") for row in menu.sheet().rows[:3]]
    assert rows == ["you", "small", "random_ghost"]
    for row in range(3):
        for _ in range(20):
            menu.choose_row(row)
            assert not menu.problem
            assert menu.sheet().subtitle


def test_the_menu_offers_the_agents_in_files_of_this_folder(tmp_path, monkeypatch):
    (tmp_path / "my_agent.py").write_text("class Mine:\n    def act(self, state): ...\n")
    monkeypatch.chdir(tmp_path)
    menu = start_menu(series_of, 1)
    menu.choose_row(0)
    assert menu.choice.pacman == "my_agent.py"
    assert menu.sheet().subtitle == "Your agent, from this folder."
    assert "has no agent" in menu.problem
