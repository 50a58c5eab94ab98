"""The agent that a person steers."""

from pacgrid import Action, State
from pacgrid.session.keyboard_agent import Keyboard

CROSSING = State.parse("""
%%%%%
%...%
%.%.%
%P..%
%%%%%
""")


def test_pacman_stands_until_a_key_is_pressed() -> None:
    assert Keyboard().act(CROSSING) is Action.STOP


def test_pacman_goes_where_it_is_steered() -> None:
    keyboard = Keyboard()
    keyboard.steer(Action.NORTH)
    assert keyboard.act(CROSSING) is Action.NORTH


def test_pacman_goes_straight_on_until_it_can_turn() -> None:
    keyboard = Keyboard()
    keyboard.steer(Action.EAST)
    second = CROSSING.successor(keyboard.act(CROSSING))
    keyboard.steer(Action.NORTH)
    assert keyboard.act(second) is Action.EAST
    assert keyboard.act(second.successor(Action.EAST)) is Action.NORTH


def test_pacman_stops_at_a_wall() -> None:
    keyboard = Keyboard()
    keyboard.steer(Action.WEST)
    assert keyboard.act(CROSSING) is Action.STOP


def test_a_ghost_which_can_not_stop_takes_its_first_legal_action() -> None:
    state = State.parse("%%%%%\n%P..%\n%.%.%\n%..1%\n%%%%%\nto move: ghost 1")
    assert Keyboard().act(state) is Action.NORTH


def test_pacman_stands_at_the_start_of_each_game() -> None:
    keyboard = Keyboard()
    keyboard.steer(Action.EAST)
    keyboard.act(CROSSING)
    keyboard.start(CROSSING)
    keyboard.steer(Action.WEST)
    assert keyboard.act(CROSSING) is Action.STOP
