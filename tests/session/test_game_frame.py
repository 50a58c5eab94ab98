"""The frames of a session."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from helpers.game_sources import CORRIDOR, ROOM, Scripted, Thinker, eastward
from pacgrid import Action, Agent, Layout, Record, State
from pacgrid.agent import Report
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.thought import Move
from pacgrid.session.frame import MOUTH_DEGREES, NO_MARKS, VANISH_SECONDS, Card, Frame, Overlay
from pacgrid.session.game_frame import BUSY_DELAY, THINKING_DELAY, cards_of
from pacgrid.session.game_session import GameSession
from pacgrid.session.menus import take_over
from pacgrid.session.playback import GameSource, LiveGame, ReplayedGame
from pacgrid.session.session import Settings


class Opinionated(Agent):
    """Goes east, and thinks that it is worth 5."""

    def act(self, state: State) -> Action:
        self.report = Report(
            values=dict.fromkeys(state.legal_actions(), 5), principal_variation=(Action.EAST,)
        )
        return Action.EAST


def session(*games: GameSource, overlays: tuple[Overlay, ...] = ()) -> GameSession:
    return GameSession(*games, settings=Settings(speed=1, overlays={*overlays}), patience=None)


def ended(*games: GameSource, overlays: tuple[Overlay, ...] = ()) -> GameSession:
    it = session(*games, overlays=overlays)
    while not it.playback.at_end:
        it.advance(1)
    return it


def duel() -> LiveGame:
    """Pac-Man runs into a ghost."""
    moves = [Action.SOUTH, Action.SOUTH], [Action.WEST] * 3
    return LiveGame(ROOM, [Scripted(each) for each in moves])


def heading(frame: Frame) -> str:
    insight = frame.boards[0].insight
    return insight.heading


def test_between_two_rounds_agents_are_between_two_cells() -> None:
    it = session(eastward())
    it.advance(0.5)
    frame = it.frame()
    assert frame.boards[0].scene.pacman.position == (1.5, 1)
    assert (frame.timeline.ply, frame.moving, frame.playing) == (0.5, True, True)


def test_a_caught_pacman_vanishes_and_one_that_has_won_does_not() -> None:
    for game, mouth in ((duel(), 180), (eastward(), MOUTH_DEGREES)):
        it = ended(game)
        it.advance(VANISH_SECONDS)
        assert it.frame().boards[0].scene.pacman.mouth == mouth


def test_one_game_ends_with_a_banner_and_each_of_several_with_a_verdict() -> None:
    (line,) = {ended(eastward()).frame().caption.banner}
    assert (line.title, line.lines) == ("Won", ("536 points after 4 rounds",))
    assert line.keys.startswith("R: ")
    frame = ended(eastward(), eastward()).frame()
    assert (frame.caption.banner, frame.caption.score) == (None, None)
    assert [(board.verdict, board.score, board.good) for board in frame.boards] == [
        ("Won", 536, True)
    ] * 2


def test_the_caption_names_the_last_move() -> None:
    it = ended(duel())
    it.seek(2)
    assert it.frame().caption.last_move.startswith("ghost 1, scripted: west")
    it.seek(0)
    assert (it.frame().caption.last_move, it.frame().caption.food) == ("", 8)


def test_after_a_while_the_status_says_which_agent_is_thinking() -> None:
    thinker = Thinker()
    it = GameSession(LiveGame(CORRIDOR, [thinker]), settings=Settings(speed=1), patience=0)
    try:
        it.advance(THINKING_DELAY)
        assert it.frame().caption.status == "1 rounds/s"
        it.advance(0.1)
        assert it.frame().caption.status == "thinker is thinking..."
        thinker.thinking.wait()
        it.advance(BUSY_DELAY)
        status = it.frame().caption.status
        assert re.fullmatch(r"thinker is thinking\.\.\. game_sources.py, line \d+, in act", status)
    finally:
        thinker.let_go.set()


def test_thoughts_are_shown_with_the_position_they_belong_to() -> None:
    it = ended(LiveGame(CORRIDOR, [Opinionated()]), overlays=(Overlay.VALUES,))
    it.seek(1)
    frame = it.frame()
    labels = {label.position for label in frame.boards[0].scene.marks.labels}
    assert labels == {(1, 1), (2, 1.5), (3, 1)}
    assert heading(frame) == "Pac-Man, Opinionated, before going east"
    it.press(" ")
    it.advance(1.5)
    scene = it.frame().boards[0].scene
    assert scene.pacman.position == (3.5, 1)
    assert (3, 1.5) in {label.position for label in scene.marks.labels}
    it.press("end")  # the panel stays and the marks go
    assert it.frame().boards[0].scene.marks == NO_MARKS
    assert heading(it.frame()) == "Pac-Man, Opinionated, before going east"


def test_without_overlays_nothing_is_marked_and_no_panel_is_shown() -> None:
    it = ended(LiveGame(CORRIDOR, [Opinionated()]))
    it.seek(1)
    board = it.frame().boards[0]
    assert (board.scene.marks, board.insight) == (NO_MARKS, None)


def test_a_thought_is_marked_as_soon_as_it_is_known() -> None:
    it = session(LiveGame(CORRIDOR, [Opinionated()]), overlays=(Overlay.VALUES,))
    it.seek(0)
    assert heading(it.frame()) == "Pac-Man, Opinionated, to move"
    it.press(">")
    it.advance(0)
    it.seek(0)
    frame = it.frame()
    assert frame.boards[0].scene.marks.labels
    assert heading(frame) == "Pac-Man, Opinionated, before going east"


def test_each_of_several_games_has_its_own_marks() -> None:
    it = ended(
        LiveGame(CORRIDOR, [Opinionated()]), eastward(), overlays=(Overlay.PRINCIPAL_VARIATION,)
    )
    it.seek(1)
    assert [bool(board.scene.marks.trails) for board in it.frame().boards] == [True, False]


def test_unchanged_parts_are_the_same_objects() -> None:
    it = ended(LiveGame(CORRIDOR, [Opinionated()]), overlays=tuple(Overlay))
    it.seek(1)
    one, two = it.frame(), it.frame()
    assert one == two
    assert one.boards[0].insight is two.boards[0].insight
    assert one.boards[0].cards is two.boards[0].cards
    assert one.timeline.rows[0] is two.timeline.rows[0]


def test_the_timeline_of_a_game_in_progress_has_room_for_more() -> None:
    it = session(eastward())
    spans = [it.frame().timeline.span]
    while not it.playback.at_end:
        it.advance(1)
    timeline = it.frame().timeline
    assert [*spans, timeline.span] == [40, 4]
    (row,) = timeline.rows
    assert (row.scores, row.known) == ((0, 9, 18, 27, 536), 4)
    assert [event.kind for event in row.events] == ["food"] * 4 + ["won"]


def test_a_takeover_is_marked_in_the_timeline() -> None:
    branch = take_over(ended(eastward()).games[0], 2, 0, "random_agent")
    frame = session(ReplayedGame(branch.record)).frame()
    assert (frame.timeline.rows[0].taken_over, frame.caption.ply) == (2, 0)
    assert frame.caption.game.endswith("taken over in round 3")


@pytest.mark.parametrize("overlays", [(), (Overlay.FEATURES,)])
def test_a_note_sums_up_what_has_no_room_beside_a_small_board(
    overlays: tuple[Overlay, ...],
) -> None:
    class Featured(Opinionated):
        def act(self, state: State) -> Action:
            action = super().act(state)
            self.report = Report(features={"score": 3, "nothing": 0}, nodes=7)
            return action

    it = ended(LiveGame(CORRIDOR, [Featured()]), overlays=overlays)
    it.seek(1)
    expected = "score 3" if overlays else "Pac-Man: "
    assert it.frame().boards[0].note.startswith(expected)


LAYOUT = Layout.parse("%%%%%%%\n%P...G%\n%.....%\n%%%%%%%")
MOVES = (
    Move(Action.EAST, 1.0, 0, nodes=10),
    Move(Action.SOUTH, 0.5, 0),
    Move(Action.SOUTH, 2.0, 0, nodes=5),
)


def cards(taken_over: int = 0) -> Callable[[int], tuple[Card, ...]]:
    record = Record(
        PacmanSetup(LAYOUT, 2), ("one", "two"), 0, MOVES, -2, Ending.QUIT, taken_over=taken_over
    )
    return partial(cards_of, ReplayedGame(record))


def test_moves_add_up_by_agent_also_of_earlier_plies() -> None:
    them = cards()
    assert them(3) == (
        Card(0, "Pac-Man", "one", "south", "2.0 s, 5 nodes", "3.0 s", moved_last=True),
        Card(1, "ghost 1", "two", "south", "500 ms", "500 ms", moved_last=False),
    )
    assert [(each.total, each.moved_last) for each in them(2)] == [
        ("1.0 s", False),
        ("500 ms", True),
    ]
    assert them(0) == (
        Card(0, "Pac-Man", "one", "", "", "", moved_last=False),
        Card(1, "ghost 1", "two", "", "", "", moved_last=False),
    )


def test_after_a_takeover_totals_restart_and_earlier_agents_have_no_name() -> None:
    them = cards(taken_over=2)
    assert them(3) == (
        Card(0, "Pac-Man", "one", "south", "2.0 s, 5 nodes", "2.0 s", moved_last=True),
        Card(1, "ghost 1", "two", "", "", "", moved_last=False),
    )
    assert [(card.name, card.total) for card in them(1)] == [("", "1.0 s"), ("", "")]
