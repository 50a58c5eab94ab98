"""The help and the menu to take over."""

from helpers.shows import ROOM, Scripted, eastward
from pacgrid.render.terminal.sheets import HelpSheet, Sheet, TakeOverSheet
from pacgrid.render.terminal.style import Style
from pacgrid.session.game_source import LiveGame
from pacgrid.session.player import Player
from pacgrid.session.themes import DARK

ASCII = Style(DARK, unicode=False)


def lines(sheet: Sheet, columns: int = 60, rows: int = 24) -> list[str]:
    made = [line.plain for line in sheet.lines(columns, rows, ASCII)]
    assert len(made) <= rows
    assert all(len(line) <= columns for line in made)
    return made


def test_help_has_all_keys_that_work_here() -> None:
    told = "\n".join(lines(HelpSheet(turns=False)))
    for words in ("one round back or forward", "take over", "the value of each action", "close"):
        assert words in told
    assert "full screen" not in told


def test_help_for_who_plays_says_how_to_move() -> None:
    told = lines(HelpSheet(turns=True))
    assert told[0].split() == ["<-", "^", "v", "->", "WASD", "steer"]
    assert any("stay for one move" in line for line in told)


def test_help_that_does_not_fit_has_pages() -> None:
    sheet = HelpSheet(turns=False)
    seen = lines(sheet, 40, 8)
    assert seen[-1] == "page 1 of 4; press any key for the next"
    while sheet.press("?"):
        seen += lines(sheet, 40, 8)
    assert seen[-1] == "press any key to return to the game"
    assert any("this help" in line for line in seen)


def test_help_is_left_at_once_by_the_keys_that_leave() -> None:
    sheet = HelpSheet(turns=False)
    lines(sheet, 40, 8)
    assert not sheet.press("escape")


def test_the_menu_shows_who_could_play_whom() -> None:
    player = Player(LiveGame(ROOM, [Scripted([]), Scripted([])]))
    menu = TakeOverSheet(player)
    told = lines(menu)
    assert told[:3] == [
        "Take over from ply 0 on",
        "<- Pac-Man, scripted ->  from now on played by",
        "1 > keyboard",
    ]
    assert menu.press("right")
    assert "ghost 1, scripted" in lines(menu)[1]
    assert menu.press("down")
    assert "2 > scripted" in lines(menu)
    player.leave()


def test_digits_and_letters_choose_as_in_the_window() -> None:
    menu = TakeOverSheet(Player(eastward()))
    for key, chosen in (("3", "3 > alpha_beta"), ("r", "6 > random_agent"), ("9", "6 > random")):
        assert menu.press(key)
        (line,) = (line for line in lines(menu) if " > " in line)
        assert line.startswith(chosen)
    assert not menu.press("t")


def test_the_choice_is_always_to_be_seen() -> None:
    player = Player(eastward())
    menu = TakeOverSheet(player)
    for _ in range(12):
        assert sum(" > " in line for line in lines(menu, 30, 5)) == 1
        menu.press("down")
    menu.press("up")
    player.leave()


def test_what_is_wrong_is_said_and_the_menu_stays() -> None:
    player = Player(eastward())
    menu = TakeOverSheet(player)
    menu.press("down")
    assert menu.press("enter")
    assert any("scripted" in line and ">" not in line for line in lines(menu)[2:])
    assert not menu.taken
    player.leave()


def test_nobody_takes_over_a_game_that_is_over_here() -> None:
    show = eastward()
    while show.next_ply():
        pass
    player = Player(show)
    player.go_to(player.last)
    menu = TakeOverSheet(player)
    assert menu.press("enter")
    assert "the game is over at this point: step back first" in lines(menu)
    player.leave()
