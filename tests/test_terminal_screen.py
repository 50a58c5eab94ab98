"""The whole of a terminal, drawn by hand."""

import pytest

from helpers.shows import Scripted, eastward, steered
from pacgrid import Action, Layout
from pacgrid.records.thought import Thought
from pacgrid.render.terminal.screen import LEAST_COLUMNS, LEAST_ROWS, screen
from pacgrid.render.terminal.sitting import Sitting
from pacgrid.render.terminal.style import Style
from pacgrid.session.game_source import GameSource, LiveGame, ReplayedGame
from pacgrid.session.overlays import Overlay
from pacgrid.session.player import Player
from pacgrid.session.themes import DARK

STYLE = Style(DARK)
ROOM = Layout.parse("%%%%%%%\n%P .o.%\n%.%%%.%\n%...G.%\n%%%%%%%")


def sitting(*shows: GameSource, at: int = 0, overlays: tuple[Overlay, ...] = ()) -> Sitting:
    """What was played up to a ply."""
    for show in shows:
        while len(show.states) <= at and show.next_ply():
            pass
    made = Sitting(Player(*shows, patience=None), DARK)
    made.player.go_to(at)
    made.player.overlays |= set(overlays)
    return made


def lines(sitting: Sitting, columns: int, rows: int) -> list[str]:
    made = screen(sitting, columns, rows, STYLE)
    assert len(made) <= rows
    assert all(line.cell_len <= columns for line in made)
    return [line.plain.rstrip() for line in made]


def room_game() -> LiveGame:
    return LiveGame(ROOM, [Scripted([Action.EAST] * 2), Scripted([Action.WEST] * 2)])


def timeless(line: str) -> str:
    """`line` without how long somebody thought."""
    return line.partition(" in ")[0]


def test_a_game_with_all_that_is_said_about_it() -> None:
    assert [timeless(line) for line in lines(sitting(room_game(), at=2), 60, 20)] == [
        "╭───────────╮",
        "│   (<· ● · │",
        "│ · ╶───╴ · │",
        "│ · · oo  · │",
        "╰───────────╯",
        "Score -1   Round 1   paused",
        "════════════════════════════════════════════════════════ 2/2",
        "                                                       ▲",
        "ghost 1, scripted: west",
        "scripted against scripted   a layout, seed 0",
        "space pause   ? help   Q close   ← → a round   T take over",
    ]


def test_in_a_low_terminal_the_most_important_lines_stay() -> None:
    assert lines(sitting(room_game()), 24, 8)[5:] == [
        "Score 0   Round 0   paused"[:24],
        "═─────────────────── 0/0",
        "space pause   ? help",
    ]
    assert lines(sitting(room_game()), 24, 6)[-1].startswith("Score 0")


@pytest.mark.parametrize("columns", [3, 10, 17, 24, 40, 57])
@pytest.mark.parametrize("rows", [2, 5, 8, 15, 25])
def test_nothing_is_ever_too_large(columns: int, rows: int) -> None:
    overlays = tuple(Overlay)
    alone = sitting(room_game(), at=2, overlays=overlays)
    assert lines(alone, columns, rows)
    for key in ("?", "x", "t"):
        alone.press(key)
        assert lines(alone, columns, rows)
    together = sitting(room_game(), room_game(), room_game(), overlays=overlays)
    assert lines(together, columns, rows)


def test_less_than_a_part_of_a_board_is_not_drawn() -> None:
    for size in ((LEAST_COLUMNS - 1, 30), (80, LEAST_ROWS - 1)):
        told = " ".join(lines(sitting(eastward()), *size))
        assert told.startswith("the terminal is too small: ")
        assert "press Q to close" in told
    assert lines(sitting(eastward()), 3, 2) == ["too", "sma"]
    assert lines(sitting(eastward()), LEAST_COLUMNS, LEAST_ROWS)[1] == "│<····│"


def with_thoughts() -> ReplayedGame:
    show = room_game()
    show.next_ply()
    replay = ReplayedGame(show.record)
    thought = Thought(values={Action.EAST: 3.0, Action.SOUTH: 1.0}, features={"food": 3.0})
    object.__setattr__(replay.moves[0], "thought", thought)
    return replay


OVERLAYS = (Overlay.VALUES, Overlay.FEATURES)


def test_thoughts_stand_beside_the_board() -> None:
    shown = lines(sitting(with_thoughts(), overlays=(*OVERLAYS, Overlay.DANGER)), 60, 20)
    assert shown[:5] == [
        "╭───────────╮   Pac-Man, scripted:",
        "│ (< 3· ● · │   * east                3",
        "│ ·1╶───╴ · │     south               1",
        "│ · · · oo· │     ghost 1             5 away",
        "╰───────────╯     food                3 ████████████████████",
    ]


def test_thoughts_taller_than_the_board_go_on_beside_it_as_far_as_there_is_room() -> None:
    made = sitting(with_thoughts(), overlays=tuple(Overlay))
    shown = lines(made, 60, 20)
    features, keys = (
        next(number for number, line in enumerate(shown) if word in line)
        for word in ("food  ", "Q close")
    )
    assert 5 <= features < keys == len(shown) - 1
    assert shown[features].startswith(" " * 16)
    assert lines(made, 60, 9)[-1].startswith("space pause")


def test_without_room_beside_thoughts_stand_below_and_are_cut_to_the_rows() -> None:
    made = sitting(with_thoughts(), overlays=OVERLAYS)
    whole = lines(made, 30, 20)
    assert whole[-4:] == [
        "Pac-Man, scripted:",
        "* east                3",
        "  south               1",
        "  food                3 ██████",
    ]
    assert lines(made, 30, 13) == whole[:13]
    assert lines(made, 30, 11) == whole[:11]


def test_two_games_stand_next_to_each_other_with_their_names_and_scores() -> None:
    shows = eastward(), LiveGame(eastward().layout, [Scripted([Action.STOP])])
    shows[1].agents = ("lazy",)
    assert lines(sitting(*shows, at=2), 60, 12) == [
        "18 scripted     -2 lazy",
        "╭───────────╮   ╭───────────╮",
        "│     (<· · │   │ (<· · · · │",
        "╰───────────╯   ╰───────────╯",
        "Round 2   paused",
        "════════════════════════════·══════════════════════════· 2/2",
        "                                                       ▲",
        "scripted / lazy alone   a layout, seed 0",
        "space pause   ? help   Q close   ← → a round   T take over",
    ]


def test_games_stand_one_above_the_other_where_there_is_no_room_beside() -> None:
    shown = lines(sitting(eastward(), eastward(seed=1)), 24, 12)
    assert [line for line in shown if line.startswith("╭")] == ["╭───────────╮"] * 2


def test_a_finished_game_tells_its_verdict_and_what_next() -> None:
    over = sitting(eastward())
    over.press(" ")
    while not over.seen_end:
        over.advance(1)
    shown = lines(over, 80, 20)
    assert shown[3] == "Score 536   Round 4   Won"
    assert shown[-1].startswith("Enter continue   R play again")
    over.press("left")
    assert lines(over, 80, 20)[3] == "Score 27   Round 3   paused"


def test_who_plays_is_told_the_keys() -> None:
    playing = sitting(steered())
    assert lines(playing, 80, 20)[3] == "Score 0   Round 0   your move"
    assert lines(playing, 80, 20)[-1].startswith("arrows or WASD move   space stay")
    playing = sitting(steered(), at=1)
    playing.press("<")
    assert lines(playing, 80, 20)[3] == "Score 0   Round 0   looking back"
    assert lines(playing, 80, 20)[-1].startswith("space: back to the game")


def test_keys_are_not_told_where_there_are_none() -> None:
    made = sitting(eastward())
    made.has_keys = False
    assert lines(made, 80, 20)[-1] == ""
