"""What is said about games in a line."""

from helpers.shows import ROOM, Scripted, Thinker, eastward
from pacgrid import Action, State
from pacgrid.records.record import Ending
from pacgrid.render.terminal.sitting import LONG_THOUGHT, Sitting
from pacgrid.render.terminal.status import manner, mover_line, names_line, score_line
from pacgrid.render.terminal.style import Style
from pacgrid.session.game_source import LiveGame, ReplayedGame
from pacgrid.session.player import Player
from pacgrid.session.themes import DARK

STYLE = Style(DARK)


def test_who_is_thinking_for_long_is_told() -> None:
    thinker = Thinker()
    sitting = Sitting(Player(LiveGame(ROOM, [thinker, Scripted([])]), patience=0), DARK)
    assert manner(sitting) == "6 rounds/s"
    for _ in range(3):
        sitting.advance(LONG_THOUGHT)
    assert manner(sitting) == "thinker is thinking..."
    thinker.let_go.set()
    sitting.player.leave()


def test_who_forfeits_is_told_with_the_reason() -> None:
    class Broken(Scripted):
        def act(self, state: State) -> Action:
            raise ValueError("no idea")

    sitting = Sitting(Player(LiveGame(ROOM, [Broken([]), Scripted([])]), patience=None), DARK)
    assert mover_line(sitting, 0, STYLE).plain == "no moves yet"
    sitting.advance(1)
    assert sitting.player.shows[0].record.ending is Ending.RAISED
    assert "no idea" in mover_line(sitting, 0, STYLE).plain
    assert score_line(sitting, STYLE).plain == "Score -500   Round 0   Forfeit"


def test_moves_from_before_a_branch_have_no_name_of_now() -> None:
    show = eastward()
    for _ in range(3):
        show.next_ply()
    branch = LiveGame(show.layout, [Scripted([])], played=show.moves[:2])
    assert names_line([branch], STYLE).plain.endswith("seed 0; taken over in round 3")
    sitting = Sitting(Player(branch, patience=None), DARK)
    assert mover_line(sitting, 0, STYLE).plain.startswith("Pac-Man: east in ")
    branch.next_ply()
    sitting.player.go_to(3)
    assert mover_line(sitting, 0, STYLE).plain.startswith("Pac-Man, scripted: ")


def test_games_side_by_side_are_told_apart() -> None:
    shows = [ReplayedGame(eastward().record) for _ in range(2)]
    shows[1].agents = ("other",)
    assert names_line(shows, STYLE).plain == "scripted / other alone   a layout, seed 0"
    shows = [ReplayedGame(LiveGame(ROOM, [Scripted([]), Scripted([])]).record) for _ in range(2)]
    shows[1].agents = ("scripted", "hunter")
    assert names_line(shows, STYLE).plain.startswith(
        "scripted against scripted / scripted against hunter"
    )
