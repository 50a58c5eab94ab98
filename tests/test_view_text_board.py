"""Positions as text."""

from pacgrid import Action, State
from pacgrid.view.text_board import Type, board_text

STATE = State.parse("""
%%%%%%%%%
%P.o..%%%
%.%.%.%%%
%...%..2%
%%%%%%%%%
ghost 1: (3, 1) west
ghost 2: (6.5, 1) west, scared 9
""")


def plain(state: State = STATE, **options: object) -> list[str]:
    return board_text(state, **options).plain.split("\n")  # type: ignore[arg-type]


def test_a_cell_is_two_columns_wide_and_walls_are_lines() -> None:
    assert plain() == [
        "╭───────────┬───╮",
        "│ (<· ● · · │   │",
        "│ · ▪ · ╷ · ╰───┤",
        "│ · · oo│ · ·~~ │",
        "╰───────┴───────╯",
    ]


def test_a_narrow_board_has_one_column_a_cell() -> None:
    assert plain(type_=Type(columns=1), facing=Action.SOUTH) == [
        "╭─────┬─╮",
        "│^·●··│ │",
        "│·▪·╷·╰─┤",
        "│··1│··2│",
        "╰───┴───╯",
    ]


def test_without_unicode_the_walls_are_those_of_a_layout() -> None:
    assert plain(type_=Type(unicode=False)) == [
        "%%%%%%%%%%%%%%%%%",
        "%%(<. o . . %%%%%",
        "%%. %%. %%. %%%%%",
        "%%. . oo%%. .~~ %",
        "%%%%%%%%%%%%%%%%%",
    ]


def test_of_a_board_too_large_the_part_around_pacman_is_drawn() -> None:
    assert plain(room=(7, 3)) == ["╭──────", "│ (<· ●", "│ · ▪ ·"]
    east = State.parse("%%%%%%\n%...P%\n%.%%.%\n%....%\n%%%%%%")
    assert plain(east, room=(5, 3)) == ["────╮", "· (<│", "╴ · │"]


def test_pacman_looks_where_he_is_facing() -> None:
    faces = [plain(facing=facing)[1][2:4] for facing in Action]
    assert faces == [r"\/", "(<", "/\\", ">)", "()"]


def test_a_caught_pacman_is_crossed_out() -> None:
    close = State.parse("%%%%%\n%P.1%\n%%%%%\nghost 1: (2, 1) west\nto move: ghost 1")
    assert plain(close.successor(Action.WEST))[1] == "│ XX·   │"


def test_scared_ghosts_are_blue_and_flash_white_in_their_last_moves() -> None:
    def paper(scared: int) -> str:
        text = board_text(State.parse(f"%%%%%%%\n%P. .1%\n%%%%%%%\nghost 1: scared {scared}"))
        (style,) = (str(s.style) for s in text.spans if text.plain[s.start : s.end] == "~~")
        return style.split()[-1]

    assert paper(30) == paper(9)
    assert paper(8) != paper(9)
