"""The frames of a session."""

import re

import pytest

from helpers.game_sources import CORRIDOR, ROOM, Scripted, Thinker, eastward
from pacgrid import Action, Agent, Layout, Record, State
from pacgrid.agent import Report
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.thought import Move
from pacgrid.session.frame import MOUTH_DEGREES, NO_MARKS, VANISH_SECONDS, Frame, Overlay
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


DUEL = [Action.SOUTH, Action.SOUTH], [Action.WEST] * 3


def duel() -> LiveGame:
    """Pac-Man runs into a ghost."""
    return LiveGame(ROOM, [Scripted(each) for each in DUEL])


def heading(frame: Frame) -> str:
    return frame.boards[0].insight.heading


def test_pacman_is_between_two_cells_in_a_round_and_vanishes_in_the_end_if_he_is_caught() -> None:
    it = session(eastward())
    it.advance(0.5)
    frame = it.frame()
    assert frame.boards[0].scene.pacman.position == (1.5, 1)
    assert (frame.timeline.ply, frame.moving, frame.playing) == (0.5, True, True)
    for game, mouth in ((duel(), 180), (eastward(), MOUTH_DEGREES)):
        it = ended(game)
        it.advance(VANISH_SECONDS)
        assert it.frame().boards[0].scene.pacman.mouth == mouth


def test_one_game_ends_with_a_banner_and_each_of_several_with_a_verdict() -> None:
    banner = ended(eastward()).frame().caption.banner
    assert (banner.title, banner.lines) == ("Won", ("536 points after 4 rounds",))
    assert banner.keys.startswith("R: ")
    frame = ended(eastward(), eastward()).frame()
    assert (frame.caption.banner, frame.caption.score) == (None, None)
    verdicts = [(board.verdict, board.score, board.good) for board in frame.boards]
    assert verdicts == [("Won", 536, True)] * 2


def test_the_caption_names_the_last_move_and_a_takeover() -> None:
    it = ended(duel())
    it.seek(2)
    assert it.frame().caption.last_move.startswith("ghost 1, scripted: west")
    it.seek(0)
    assert (it.frame().caption.last_move, it.frame().caption.food) == ("", 8)
    branch = take_over(ended(eastward()).games[0], 2, 0, "random_agent")
    frame = session(ReplayedGame(branch.record)).frame()
    assert (frame.timeline.rows[0].taken_over, frame.caption.ply) == (2, 0)
    assert frame.caption.game.endswith("taken over in round 3")


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
    it = ended(LiveGame(CORRIDOR, [Opinionated()]))
    it.seek(1)
    board = it.frame().boards[0]
    assert (board.scene.marks, board.insight) == (NO_MARKS, None)
    it.press("1")
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


def test_each_game_has_its_own_marks_and_unchanged_parts_are_the_same_objects() -> None:
    it = ended(LiveGame(CORRIDOR, [Opinionated()]), eastward(), overlays=tuple(Overlay))
    it.seek(1)
    one, two = it.frame(), it.frame()
    assert [bool(board.scene.marks.trails) for board in one.boards] == [True, False]
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


@pytest.mark.parametrize(("keys", "note"), [("", "Pac-Man: "), ("6", "score 3")])
def test_a_note_sums_up_what_has_no_room_beside_a_small_board(keys: str, note: str) -> None:
    class Featured(Opinionated):
        def act(self, state: State) -> Action:
            action = super().act(state)
            self.report = Report(features={"score": 3, "nothing": 0}, nodes=7)
            return action

    it = ended(LiveGame(CORRIDOR, [Featured()]))
    it.seek(1)
    for key in keys:
        it.press(key)
    assert it.frame().boards[0].note.startswith(note)


LAYOUT = Layout.parse("%%%%%%%\n%P...G%\n%.....%\n%%%%%%%")
MOVES = (
    Move(Action.EAST, 1.0, 0, nodes=10),
    Move(Action.SOUTH, 0.5, 0),
    Move(Action.SOUTH, 2.0, 0, nodes=5),
)


def cards(ply: int, taken_over: int = 0) -> list[tuple[object, ...]]:
    """By agent: the name, the last move, what it cost, what all cost, and whether it moved last."""
    setup, names = PacmanSetup(LAYOUT, 2), ("one", "two")
    record = Record(setup, names, 0, MOVES, -2, Ending.QUIT, taken_over=taken_over)
    found = cards_of(ReplayedGame(record), ply)
    assert [(card.agent, card.seat) for card in found] == [(0, "Pac-Man"), (1, "ghost 1")]
    return [(c.name, c.move, c.cost, c.total, c.moved_last) for c in found]


def test_moves_add_up_by_agent_and_after_a_takeover_totals_restart() -> None:
    last = ("two", "south", "500 ms", "500 ms", False)
    assert cards(3) == [("one", "south", "2.0 s, 5 nodes", "3.0 s", True), last]
    assert [card[3:] for card in cards(2)] == [("1.0 s", False), ("500 ms", True)]
    silent = [(name, "", "", "", False) for name in ("one", "two")]
    assert cards(0) == silent
    first = ("one", "south", "2.0 s, 5 nodes", "2.0 s", True)
    assert cards(3, taken_over=2) == [first, silent[1]]
    assert [(name, total) for name, _, _, total, _ in cards(1, taken_over=2)] == [
        *(("", "1.0 s"), ("", ""))
    ]
