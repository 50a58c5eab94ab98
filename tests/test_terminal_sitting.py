"""What keys do to the games in a terminal."""

from helpers.shows import CORRIDOR, ROOM, Scripted, Thinker, eastward, steered
from pacgrid import Action, Record
from pacgrid.render.terminal.sheets import HelpSheet, TakeOverSheet
from pacgrid.render.terminal.sitting import LONG_THOUGHT, Sitting
from pacgrid.session.game_source import GameSource, LiveGame, ReplayedGame
from pacgrid.session.keyboard import Keyboard
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import Overlay
from pacgrid.session.player import Player
from pacgrid.session.themes import COLOUR_BLIND, DARK, LIGHT


def sitting(*shows: GameSource, patience: float | None = None) -> Sitting:
    return Sitting(Player(*shows, patience=patience), DARK)


def press(sitting: Sitting, *keys: str) -> None:
    """Press keys, each when the one before has done its work."""
    for key in keys:
        assert sitting.listens
        sitting.press(key)
        settle(sitting)


def settle(sitting: Sitting) -> None:
    for _ in range(4):
        sitting.advance(1)


def played(show: GameSource) -> str:
    return "".join(str(move.action)[0] for move in show.moves)


def test_keys_that_end_a_sitting_tell_the_wish() -> None:
    watching = sitting(eastward())
    assert watching.press("enter") is None
    assert [watching.press(key) for key in ("q", "escape", "r")] == [
        NextAction.QUIT,
        NextAction.QUIT,
        NextAction.PLAY_AGAIN,
    ]
    for _ in range(20):
        watching.advance(1)
    assert watching.press("enter") is NextAction.NEXT_GAME
    watching.press("home")
    assert watching.press("enter") is NextAction.NEXT_GAME


def test_who_watches_goes_back_and_forth() -> None:
    watching = sitting(ReplayedGame(finished()))
    watching.press("end")
    assert watching.player.after == 4
    press(watching, ",", "<")
    assert watching.player.after == 2
    press(watching, ".")
    assert watching.player.after == 3
    press(watching, "home")
    assert watching.player.after == 0


def test_colours_and_overlays_are_switched() -> None:
    watching = sitting(eastward())
    watching.press("c")
    assert watching.theme == COLOUR_BLIND
    watching.press("c")
    watching.press("l")
    assert watching.theme == LIGHT
    watching.press("2")
    assert watching.player.overlays == {Overlay.PRINCIPAL_VARIATION}


def test_a_person_moves_while_the_others_wait() -> None:
    show = steered(ROOM)
    playing = sitting(show)
    settle(playing)
    assert (played(show), playing.in_turns) == ("", True)
    press(playing, "right", " ", "d")
    assert played(show) == "ese"
    press(playing, "w", "up", ">")  # walls, and what hasn't been played yet
    assert played(show) == "ese"


def test_a_key_that_moves_leads_back_to_the_game_first() -> None:
    show = steered()
    playing = sitting(show)
    press(playing, "d", "d", "<", "<")
    assert (playing.player.after, playing.looks_back) == (0, True)
    press(playing, ".")
    assert playing.player.after == 1
    press(playing, "d")
    assert (playing.player.after, played(show)) == (2, "ee")
    press(playing, "d")
    assert played(show) == "eee"


def test_keys_typed_ahead_wait_for_the_move_before() -> None:
    thinker = Thinker()
    playing = sitting(LiveGame(ROOM, [Keyboard(), thinker]), patience=0)
    playing.press("d")
    playing.advance(LONG_THOUGHT / 2)
    assert thinker.thinking.wait(9)
    assert not playing.listens
    playing.advance(LONG_THOUGHT)
    assert playing.listens  # or a ghost that thinks for ever could not be left
    assert playing.press("q") is NextAction.QUIT
    thinker.let_go.set()


def test_a_person_can_let_time_run() -> None:
    show = steered()
    playing = sitting(show)
    playing.press("d")
    settle(playing)
    playing.press("p")
    assert not playing.in_turns
    for _ in range(30):
        playing.advance(0.2)
    assert played(show) == "eeee"
    assert playing.seen_end


def test_running_time_stops_for_who_presses_space() -> None:
    playing = sitting(steered(ROOM))
    playing.press("p")
    playing.press("left")
    playing.press(" ")
    assert playing.in_turns


def test_after_the_end_a_person_looks_back_with_the_arrows() -> None:
    playing = sitting(steered())
    press(playing, "d", "d", "d", "d")
    assert (playing.seen_end, playing.steers) == (True, False)
    playing.advance(1)
    press(playing, "left", "left")
    assert playing.player.after == 2


def test_who_still_steers_at_the_end_sees_that_it_is_the_end() -> None:
    playing = sitting(steered())
    for key in "dddddd":
        playing.press(key)
        playing.advance(0.5)
    playing.press("left")
    assert playing.player.over
    playing.advance(1)
    playing.press("left")
    assert playing.player.after == 3


def test_a_ghost_is_steered_by_its_own_choices() -> None:
    show = LiveGame(ROOM, [Scripted([]), Keyboard()])
    playing = sitting(show)
    press(playing, "right", "left", "up")
    assert [move.action for move in show.moves[1::2]] == [Action.EAST, Action.NORTH]


def test_help_covers_the_game_until_a_key() -> None:
    watching = sitting(eastward())
    watching.press("?")
    assert isinstance(watching.sheet, HelpSheet)
    watching.advance(9)
    assert watching.player.after == 0  # time stands still
    watching.press("q")
    assert watching.sheet is None


def test_another_agent_takes_over_from_what_is_shown() -> None:
    watching = sitting(ReplayedGame(finished()))
    watching.press("end")
    press(watching, ",", ",", "t")
    menu = watching.sheet
    assert isinstance(menu, TakeOverSheet)
    press(watching, "enter")  # the keyboard is the first choice
    assert (watching.sheet, menu.taken) == (None, True)
    (branch,) = watching.player.shows
    assert (branch.taken_over, branch.agents) == (2, ("keyboard",))
    assert watching.in_turns
    press(watching, "a")
    assert played(branch) == "eew"


def test_a_menu_that_is_left_changes_nothing() -> None:
    show = eastward()
    watching = sitting(show)
    watching.advance(0.5)
    watching.press("t")
    watching.press("escape")
    assert watching.player.shows == (show,)
    assert not watching.player.paused


def test_one_of_two_games_is_taken_over_and_both_go_on() -> None:
    first, second = eastward(), eastward(seed=1)
    watching = sitting(first, second)
    watching.press("home")
    for key in ("t", "right", "enter"):
        watching.press(key)
    assert watching.player.shows[0] is first
    assert watching.player.shows[1].agents == ("keyboard",)
    press(watching, "d")
    assert played(watching.player.shows[1]) == "e"
    assert played(first) == "e"


def test_events_of_all_games_are_on_one_line() -> None:
    watching = sitting(ReplayedGame(finished()), ReplayedGame(finished()))
    assert [event.ply for event in watching.events()] == [1, 1, 2, 2, 3, 3, 4, 4, 4, 4]


def finished() -> Record:
    show = eastward(CORRIDOR)
    while show.next_ply():
        pass
    return show.record


def test_after_taking_over_the_end_is_still_to_come() -> None:
    watching = sitting(ReplayedGame(finished()))
    for key in ("end", "advance", ",", ",", "t", "enter"):
        watching.advance(1) if key == "advance" else watching.press(key)
    assert watching.steers
    assert watching.press("enter") is None  # the next game isn't wanted yet
    assert len(watching.events()) == 2


def test_a_menu_that_is_left_at_the_end_does_not_begin_again() -> None:
    watching = sitting(eastward())
    while not watching.player.over:
        watching.advance(1)
    watching.press("t")
    watching.press("escape")
    assert watching.player.over


def test_events_are_those_of_the_game_that_went_on() -> None:
    watching = sitting(ReplayedGame(finished()))
    assert [event.ply for event in watching.events()] == [1, 2, 3, 4, 4]
    watching.press("end")
    press(watching, ",", ",", "t", "enter")
    assert [event.ply for event in watching.events()] == [1, 2]
