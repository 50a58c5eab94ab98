"""Games that wait for the choice of a person."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.game_sources import Thinker
from pacgrid import Agent
from pacgrid.agent_loader import load_agent
from pacgrid.game import Game
from pacgrid.games.board_setup import BoardSetup
from pacgrid.records.record import KEYBOARD as PERSON
from pacgrid.records.record import verdict
from pacgrid.session.frame import BOARD_OVERLAYS, Board, Target
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import LiveGame
from pacgrid.session.session import KEYS, Settings
from pacgrid.session.themes import Ink


def session_of(*names: str | Agent, game: str = "tictactoe", **options: Any) -> GameSession:
    """A session whose agents are waited for."""
    agents = [
        None if name == PERSON else load_agent(name) if isinstance(name, str) else name
        for name in names
    ]
    options.setdefault("patience", None)
    return GameSession(LiveGame(BoardSetup.load(game), agents), settings=Settings(1), **options)


def game_of(session: GameSession) -> Game:
    (source,) = session.games
    return source.game


def state_of(session: GameSession) -> Any:
    """The position that is shown."""
    return game_of(session).states[session.playback.after]


def press(session: GameSession, keys: str) -> None:
    for key in keys.split():
        session.press(key)


def pass_time(session: GameSession, seconds: int) -> None:
    for _ in range(seconds):
        session.advance(1)


def board(session: GameSession) -> Board:
    return session.frame().boards[0]


def targets(session: GameSession, number: int = 0) -> Sequence[Target]:
    """What can be clicked on a board."""
    return session.frame().boards[number].scene.targets


def drawing(session: GameSession) -> str:
    return board(session).scene.description


def test_agents_play_at_the_speed_of_the_session() -> None:
    session = session_of("alpha_beta:depth=1", "random_agent")
    pass_time(session, 3)
    assert session.playback.after == 3
    session.press(" ")
    pass_time(session, 3)
    assert session.playback.after == 3
    assert session.frame().caption.status == "paused"
    session.press("right")
    session.advance(0.01)
    assert session.playback.after == 4
    session.press(" ")
    pass_time(session, 9)
    assert session.playback.at_end
    banner = session.frame().caption.banner
    assert banner.title == "X wins"
    assert (board(session).verdict, board(session).good) == ("X wins", True)


def test_a_person_selects_with_arrows_and_plays_with_enter_while_nothing_moves() -> None:
    session = session_of(PERSON, "alpha_beta:depth=1")
    session.advance(1)
    assert not session.frame().moving
    assert session.frame().caption.status == "your move: a3"
    press(session, "right down down up left")
    assert session.frame().caption.status == "your move: a2"
    press(session, "enter")
    assert drawing(session) == ". . .\nX . .\n. . ."
    assert session.frame().moving
    assert not session.playback.awaits_choice
    pass_time(session, 2)
    assert session.playback.after == 2
    assert session.playback.awaits_choice
    assert not session.frame().moving


@pytest.mark.parametrize("by_click", [False, True])
def test_a_number_or_a_click_plays_at_once(by_click: bool) -> None:
    session = session_of(PERSON, "random_agent")
    if by_click:
        session.choose_target(4)
    else:
        session.press("5")
    assert drawing(session) == ". . .\n. X .\n. . ."
    session.press("left")
    session.choose_target(0)  # it isn't the person's turn
    assert session.playback.last == 1


def first_square(session: GameSession) -> str:
    """The number of the first free square of tic-tac-toe."""
    return str(state_of(session).legal_actions()[0] + 1)


def test_another_move_in_an_earlier_position_undoes_what_followed_even_an_end() -> None:
    session = session_of(PERSON, "random_agent")
    session.press("1")
    pass_time(session, 2)
    session.press(first_square(session))
    pass_time(session, 2)
    session.press("<")
    assert session.playback.after == 2
    assert session.frame().caption.status == "earlier position"
    session.press("<")
    assert (session.playback.after, session.playback.last) == (0, 4)
    session.press("9")
    assert session.playback.last == 1
    assert drawing(session) == ". . .\n. . .\n. . X"
    session = session_of(PERSON, PERSON)
    press(session, "1 2 3 4 5 6 7")
    assert board(session).verdict == "X wins"
    press(session, "< < < 6")
    while not session.playback.at_end:
        session.press(first_square(session))
    assert session.frame().caption.banner
    assert board(session).verdict == verdict(session.games[0].record)


def test_an_answer_to_a_move_that_was_undone_is_dropped() -> None:
    thinker = Thinker()
    session = session_of(PERSON, thinker, patience=0.001)
    session.press("1")
    session.advance(1)
    thinker.thinking.wait(60)
    assert session.busy
    press(session, "< 2")
    thinker.let_go.set()
    while session.playback.last < 2:
        session.advance(0.01)
    assert str(game_of(session).state) == "O X .\n. . .\n. . ."


def test_a_square_has_the_same_number_in_the_whole_game_and_other_numbers_are_explained() -> None:
    session = session_of(PERSON, PERSON)
    press(session, "5 1 9")
    assert drawing(session) == "O . .\n. X .\n. . X"
    session.press("5")
    assert session.frame().caption.status == "choose a free square: 2, 3, 4, 6, 7, 8"


def test_a_die_is_rolled_by_itself_and_arrows_select_in_a_list() -> None:
    session = session_of(PERSON, PERSON, game="pig")
    session.press("7")
    assert session.frame().caption.status == "choose a number from 1 to 1"
    session.press("1")
    pass_time(session, 2)
    assert session.playback.after == 2
    assert session.frame().caption.last_move == f"chance: {game_of(session).moves[1].action}"
    while not session.playback.awaits_choice or len(state_of(session).legal_actions()) < 2:
        session.advance(1)
        if session.playback.awaits_choice and len(state_of(session).legal_actions()) < 2:
            session.press("1")
    for key, action in (("down", "hold"), ("down", "hold"), ("up", "roll")):
        session.press(key)
        assert session.view.selected == action


def test_what_an_agent_thought_is_shown_on_the_board_and_in_tables() -> None:
    session = session_of("alpha_beta:depth=1", "random_agent")
    session.press(" ")
    session.advance(1)
    while not session.playback.last:
        session.advance(0.01)
    press(session, "1 2 3 6")
    scene, insight = board(session).scene, board(session).insight
    assert [run.text.strip() for run in scene.text[0]][1::2] == ["-0.1", "-0.2", "-0.1"]
    assert insight.heading == "X, alpha_beta:depth=1, before b2"
    assert [panel.overlay for panel in insight.panels] == list(BOARD_OVERLAYS)[:3]
    assert [panel.rows[0].label for panel in insight.panels] == ["a3", "X", "nodes"]
    assert "1 2 3 6" in {hint.caps for hint in session.frame().keys}
    session = session_of("alpha_beta:depth=1", PERSON)  # whose numbers play
    pass_time(session, 1)
    session.press("i")
    assert session.settings.overlays == set(BOARD_OVERLAYS)
    assert not session.frame().switches
    assert board(session).insight.heading == "X, alpha_beta:depth=1, before b2"


def test_any_agent_that_plays_the_game_can_take_over_for_any_player() -> None:
    session = session_of("alpha_beta:depth=1", "random_agent")
    pass_time(session, 2)
    press(session, "t right")
    sheet = session.frame().sheet
    assert [tab.label for tab in sheet.tabs] == ["X", "O"]
    assert sheet.subtitle == "Replace O (random_agent) with"
    names = [row.text for row in sheet.rows]
    assert names[:2] == ["you", "random_agent"]
    assert {"minimax", "mcts"} <= set(names)
    assert not {"reflex", "minimax_ghost", "random_ghost"} & set(names)
    press(session, "m enter")
    assert session.frame().caption.players == "X: alpha_beta:depth=1, O: max_n"
    pass_time(session, 9)
    assert session.playback.at_end


@pytest.mark.parametrize("seconds", [0, 20])
def test_a_person_may_take_over_in_the_second_of_two_games(seconds: int) -> None:
    first, second = (
        LiveGame(BoardSetup.load("tictactoe"), [load_agent("random_agent") for _ in range(2)])
        for _ in range(2)
    )
    session = GameSession(first, second, settings=Settings(1), patience=None)
    pass_time(session, seconds)
    press(session, "home t right right enter")
    assert session.frame().caption.status == "your move: a3"
    assert [len(targets(session, number)) for number in (0, 1)] == [0, 9]
    press(session, "2")
    pass_time(session, 2)
    assert (len(session.games[1].moves), session.playback.awaits_choice) == (2, True)
    press(session, "t tab enter")
    sheet = session.frame().sheet
    assert sheet.problem == "you already play in another game; choose another replacement"


def test_an_agent_that_fails_forfeits_and_the_end_says_why() -> None:
    class Broken(Agent):
        def act(self, state: Any) -> Any:
            raise ZeroDivisionError("oh")

    session = session_of(Broken(), "random_agent")
    pass_time(session, 1)
    banner = session.frame().caption.banner
    assert (banner.title, banner.ink) == ("X forfeits", Ink.BAD)
    assert "agent failed: ZeroDivisionError: oh" in banner.lines[0]


def test_a_drawn_tree_is_played_to_a_leaf() -> None:
    session = session_of("alpha_beta", "alpha_beta", game="book")
    pass_time(session, 3)
    assert (board(session).verdict, board(session).symbols) == ("3 for MAX", ("+", "-"))


KEY_NAMES = (*KEYS, *"123456789", "i", "up", "down")
GAMES = ("tictactoe", "hexapawn", "nim:heaps=1-2", "pig:target=4", "cut_off")


@given(
    st.sampled_from(GAMES),
    st.lists(st.sampled_from((PERSON, "random_agent")), min_size=2, max_size=2),
    st.lists(st.sampled_from(KEY_NAMES) | st.integers(0, 9), max_size=30),
)
def test_no_key_or_click_breaks_a_session(
    game: str, names: list[str], inputs: list[str | int]
) -> None:
    session = session_of(*names, game=game)
    for each in inputs:
        if isinstance(each, int):
            session.choose_target(each)
            session.seek(each)
        else:
            session.press(each)
        session.advance(1)
        actions = len(state_of(session).legal_actions())
        assert {target.number for target in targets(session)} - {*range(2 * actions)} == set()
        assert 0 <= session.playback.after <= session.playback.last
    session.close()
