"""What keys, clicks and time do. Agents always move in time here."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.game_sources import ROOM, Scripted, Thinker, eastward
from helpers.processes import until
from pacgrid import Action, Agent, Layout
from pacgrid.agent_loader import load_agent, ready_names
from pacgrid.game import Limits
from pacgrid.session import menus
from pacgrid.session.frame import Frame, Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import STEERING, GameSource, Keyboard, LiveGame, ReplayedGame
from pacgrid.session.session import FASTEST, KEYS, SLOWEST, NextAction, Settings
from pacgrid.session.themes import COLOUR_BLIND, LIGHT

LONG = Layout.parse("%%%%%%%%%%%%\n%P.........%\n%%%%%%%%%%%%")
TRAP = Layout.parse("%%%%%%%\n%P...G%\n%%%%%%%")


@pytest.fixture(autouse=True, scope="module")
def nothing_compiles() -> Iterator[None]:
    """The champion is not offered: keys that happen to choose it would compile for a minute."""

    def quick_names(*, ghosts: bool) -> list[str]:
        return [name for name in ready_names(ghosts=ghosts) if name != "champion"]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(menus, "ready_names", quick_names)
        yield


def session(*games: GameSource, real_time: bool = True) -> GameSession:
    return GameSession(*games, settings=Settings(speed=2), real_time=real_time, patience=None)


def persons_game(layout: Layout = LONG, *ghosts: Agent) -> LiveGame:
    return LiveGame(layout, [Keyboard(), *ghosts])


def replay(plies: int = 20) -> ReplayedGame:
    game = LiveGame(Layout.load("training"), [load_agent("reflex"), load_agent("random_ghost")])
    for _ in range(plies):
        game.next_ply()
    return ReplayedGame(game.record)


def at_ply(ply: int) -> GameSession:
    """A session that shows that ply of a saved game."""
    it = session(replay())
    it.seek(ply)
    return it


def press(it: GameSession, *keys: str) -> Frame:
    """Press keys one after the other, with time to react."""
    for key in keys:
        it.press(key)
        for _ in range(10):
            it.advance(0.05)
    return it.frame()


def play_on(it: GameSession, seconds: float) -> Frame:
    for _ in range(round(seconds / 0.05)):
        it.advance(0.05)
    return it.frame()


# Stepping and settings.


PLIES = {"left": 8, "right": 12, "<": 8, ">": 12, ",": 9, ".": 11, "home": 0, "end": 20}


@pytest.mark.parametrize(("key", "ply"), PLIES.items())
def test_keys_step_through_a_game(key: str, ply: int) -> None:
    frame = press(at_ply(10), key)
    assert (frame.caption.ply, frame.playing) == (ply, False)


def test_a_key_held_down_repeats_steps_but_not_switches() -> None:
    it = at_ply(10)
    for repeated in (False, True, True):
        for key in ("left", "1", "q" if repeated else "2"):
            it.press(key, repeated=repeated)
    assert it.frame().caption.ply == 4
    assert it.settings.overlays == {Overlay.VALUES, Overlay.PRINCIPAL_VARIATION}
    assert it.next_action is None


def test_settings_outlive_the_session_and_speed_has_limits() -> None:
    settings = Settings()
    press(GameSession(replay(), settings=settings), "3", "l", "f", "+")
    it = GameSession(replay(), settings=settings)
    frame = it.frame()
    assert [switch.overlay for switch in frame.switches if switch.is_on] == [Overlay.EXPANDED]
    assert (frame.theme, frame.full_screen, frame.speed) == (LIGHT, True, 7.5)
    assert press(it, "l", "c", "f11").theme == COLOUR_BLIND
    assert not settings.full_screen
    for key, limit in (("+", FASTEST), ("-", SLOWEST)):
        for _ in range(50):
            it.press(key)
        assert it.frame().speed == limit


def test_space_pauses_and_resumes_and_at_the_end_starts_over_and_unknown_keys_do_nothing() -> None:
    it = session(replay())
    assert [press(it, key).playing for key in (" ", "p")] == [False, True]
    it.seek(20)
    assert it.playback.at_end
    it.press(" ")
    frame = it.frame()
    assert (frame.caption.ply, frame.playing) == (0, True)
    for key in ("z", "tab", "é", "", "f5"):
        it.press(key)
    assert it.frame() == frame


AGAIN, NEXT, QUIT = NextAction.PLAY_AGAIN, NextAction.NEXT_GAME, NextAction.QUIT


@pytest.mark.parametrize(
    ("key", "at_start", "at_end"),
    [("r", AGAIN, AGAIN), ("enter", None, NEXT), ("q", QUIT, QUIT), ("escape", QUIT, QUIT)],
)
def test_keys_choose_the_next_action(
    key: str, at_start: NextAction | None, at_end: NextAction
) -> None:
    for ply, action in ((0, at_start), (20, at_end)):
        it = at_ply(ply)
        it.press(key)
        assert it.next_action is action


def test_the_end_is_shown_for_the_linger_time_and_a_hint_says_what_enter_does() -> None:
    it = GameSession(eastward(), linger=1, patience=None, enter_effect="next game")
    while not it.playback.at_end:
        it.advance(0.05)
    assert {hint.caps: hint.effect for hint in it.frame().keys}["Enter"] == "next game"
    for seconds, action in ((0.5, None), (0.6, NextAction.NEXT_GAME)):
        it.advance(seconds)
        assert it.next_action is action


# A person who plays.


def test_the_first_arrow_starts_a_game_in_real_time_and_space_pauses_it_for_single_moves() -> None:
    game = persons_game()
    it = session(game)
    assert (play_on(it, 3).caption.banner.title, len(game.moves)) == ("Ready?", 0)
    it.press("right")
    play_on(it, 1)
    assert game.moves[0].action is Action.EAST
    frame = press(it, " ")
    plies, caption = frame.caption.ply, press(it, "right").caption
    assert (frame.playing, it.frame().playing) == (False, False)
    assert (caption.ply, caption.status) == (plies + 1, "your move")
    assert press(it, " ").playing


def test_without_real_time_each_arrow_makes_one_move_and_one_held_down_several() -> None:
    game = persons_game()
    it = session(game, real_time=False)
    for number, key in enumerate(("right", "d", "left", "."), start=1):
        frame = press(it, key)
        assert (frame.caption.ply, len(game.moves), frame.playing) == (number, number, False)
    played = [move.action for move in game.moves]
    assert played == [Action.EAST, Action.EAST, Action.WEST, Action.STOP]
    press(it, "up")  # there is a wall
    assert len(game.moves) == 4
    for number in range(21):
        it.press("right", repeated=number > 0)
        it.advance(0.05)
    assert 6 <= len(game.moves) < 24
    assert press(it, " ").playing


def test_a_person_may_play_a_ghost() -> None:
    game = LiveGame(ROOM, [Scripted([Action.EAST]), Keyboard()])
    it = session(game, real_time=False)
    frame = press(it, "left")
    assert (frame.caption.ply, game.states[-1].ghosts[0].position) == (2, (3, 1))
    assert press(it, "left").caption.ply == 4


def test_after_stepping_back_an_arrow_only_returns_to_the_newest_position() -> None:
    game = persons_game()
    it = session(game, real_time=False)
    press(it, "right", "right")
    frame = press(it, "<")
    assert (frame.caption.ply, frame.caption.status) == (1, "earlier position")
    it.press("left", repeated=True)
    assert it.view.looking_back
    frame = press(it, "left")
    assert (frame.caption.ply, len(game.moves), it.view.looking_back) == (2, 2, False)
    press(it, "<", "end", "left")
    assert len(game.moves) == 3
    assert press(it, "<", " ").playing


def test_after_the_end_of_their_game_arrows_do_nothing_and_a_person_can_watch_it_again() -> None:
    game = persons_game(TRAP, load_agent("directional_ghost"))
    it = session(game)
    press(it, "right")
    frame = play_on(it, 20)
    assert frame.boards[0].verdict == "Caught"
    for key in ("left", "right", "a", "w"):
        assert press(it, key).caption.ply == len(game.moves)
    hints = {hint.caps: hint.effect for hint in it.frame().keys}
    assert (hints["R"], hints["Enter"]) == ("play again", "close")
    assert press(it, "<").caption.ply < len(game.moves)
    assert it.next_action is None
    frame = press(it, "<")
    assert (frame.caption.status, it.steering) == ("paused", False)
    hints = {hint.caps: hint.effect for hint in frame.keys}
    assert "R" in hints
    assert "steer" not in hints.values()
    frame = press(it, " ")
    assert frame.playing or frame.caption.ply == len(game.moves)
    frame = press(it, "home")
    assert (frame.caption.ply, it.view.looking_back) == (0, False)


@pytest.mark.parametrize("real_time", [False, True])
def test_keys_and_a_pause_wait_while_a_ghost_thinks(real_time: bool) -> None:
    thinker = Thinker()
    game = LiveGame(TRAP, [Keyboard(), thinker])
    it = GameSession(game, settings=Settings(speed=50), real_time=real_time, patience=0)
    it.press("right")
    for _ in range(60 if real_time else 1):
        it.advance(0.05)
    thinker.thinking.wait()
    assert it.busy != real_time
    it.press(" " if real_time else "left")
    it.advance(0.05)
    assert not it.view.looking_back
    thinker.let_go.set()

    def arrived() -> bool:
        it.advance(0.05)
        return it.playback.idle and it.frame().caption.ply == 2

    until(arrived)
    assert (len(game.moves), it.busy) == (2, False)


# Sheets.


def test_the_help_pauses_the_game_in_the_middle_of_a_round_and_any_key_closes_it() -> None:
    it = session(replay())
    it.advance(0.25)
    before = it.frame()
    it.press("?")
    it.press("?", repeated=True)
    frame = play_on(it, 3)
    assert (frame.sheet.title, frame.timeline.ply, frame.moving) == ("Keys", 1, False)
    assert frame.caption.status == before.caption.status == "2 rounds/s"
    it.seek(9)
    frame = press(it, "q")
    assert (frame.sheet, frame.playing, it.next_action) == (None, True, None)
    assert before.timeline.ply < frame.timeline.ply < 9


def test_agents_take_over_and_continue_from_the_position_shown_and_persons_start_then() -> None:
    it = at_ply(10)
    press(it, "t", "e", "enter")
    (game,) = it.games
    assert (game.agents, game.taken_over) == (("expected_utility", "random_ghost"), 10)
    frame = it.frame()
    assert (frame.sheet, frame.playing) == (None, True)
    assert frame.timeline.rows[0].taken_over == 10
    play_on(it, 3)
    assert len(game.moves) > 11
    it.close()
    it = at_ply(10)
    it.press("t")
    it.sheets.choose_row(999)
    it.sheets.choose_tab(999)
    it.sheets.choose_row(0)
    assert it.frame().caption.players == "you against random_ghost"
    press(it, "down")
    play_on(it, 1)
    assert len(it.games[0].moves) > 11
    it.close()


def test_a_game_that_is_over_can_not_be_taken_over_and_at_its_limit_only_by_a_person() -> None:
    it = session(eastward())
    play_on(it, 10)
    frame = press(it, "t")
    assert frame.sheet is None
    assert frame.caption.status.startswith("the game is over here")
    assert press(it, "<", "t").sheet
    agents = [load_agent("reflex"), load_agent("random_ghost")]
    game = LiveGame(Layout.load("training"), agents, limits=Limits(rounds=3))
    while game.next_ply():
        pass
    it = session(game)
    it.seek(6)
    press(it, "t", "2", "enter")
    problem = "the limit of 3 rounds is reached; only you can play on"
    assert it.frame().sheet.problem == problem
    press(it, "1", "enter")
    assert it.playback.steered_game


def test_stepping_ends_at_the_newest_position_of_a_persons_game_beside_another() -> None:
    games = [LiveGame(LONG, [Scripted([Action.EAST] * 9)]) for _ in range(2)]
    it = session(*games, real_time=False)
    play_on(it, 10)
    it.seek(4)
    press(it, "t", "1", "enter")
    it.seek(9)
    assert it.frame().caption.ply == 4
    press(it, "end", ">", ".")
    assert len(it.games[0].moves) == 5
    assert it.games[0].moves[-1].action is Action.STOP


def test_the_clock_waits_for_a_person_who_takes_over_and_stepping_back_stops_it() -> None:
    it = at_ply(11)
    press(it, "t", "1", "enter")
    caption = play_on(it, 2).caption
    assert (caption.banner.title, caption.ply) == ("Ready?", 11)
    it.press("up")
    caption = press(it, "<").caption
    assert (caption.status, caption.ply) == ("earlier position", 10)
    assert press(it, "up").caption.ply == 12
    it.close()


def test_animations_stop_a_moment_after_everything_else() -> None:
    it = at_ply(4)
    assert it.frame().moving
    frame = play_on(it, 2)
    assert not frame.moving
    assert play_on(it, 1) == frame


# Anything.

GAMES: list[Callable[[], list[GameSource]]] = [
    lambda: [replay()],
    lambda: [persons_game(TRAP, Scripted([Action.WEST] * 9))],
    lambda: [LiveGame(ROOM, [Scripted([Action.EAST] * 3), Keyboard()])],
    lambda: [eastward(), LiveGame(LONG, [Scripted([Action.EAST] * 9)])],
]
STEPS = st.one_of(
    st.sampled_from([*KEYS, *STEERING, *map(str, range(1, 10)), "tab", "page_down", "e", "z"]),
    st.floats(0, 3),
    st.integers(-2, 50),
)


@given(st.sampled_from(GAMES), st.booleans(), st.lists(STEPS, max_size=40))
def test_any_keys_leave_a_session_in_a_valid_state(
    games: Callable[[], list[GameSource]],
    real_time: bool,
    steps: list[str | float | int],
) -> None:
    it = session(*games(), real_time=real_time)
    for step in steps:
        if isinstance(step, str):
            it.press(step)
        elif isinstance(step, float):
            it.advance(step)
        else:
            it.seek(step)
            it.sheets.choose_row(step % 4)
        frame, playback = it.frame(), it.playback
        assert 0 <= playback.before <= playback.last
        assert 0 <= playback.after <= playback.last
        assert 0 <= frame.timeline.ply <= frame.timeline.span
        assert not playback.idle or playback.before == playback.after
        assert not it.view.looking_back or it.steering
        assert (frame.sheet is None) == (it.sheets.open is None)
        if it.steering and playback.idle:
            own = next(game for game in it.games if game.keyboard)
            assert playback.after <= len(own.states) - 1
    it.close()
