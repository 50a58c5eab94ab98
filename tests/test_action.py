from pacgrid import Action


def test_every_move_is_undone_by_its_reverse() -> None:
    for action in Action:
        dx, dy = action.vector
        assert action.reverse.vector == (-dx, -dy)


def test_actions_are_numbered_clockwise_and_stop_comes_last() -> None:
    assert [str(action) for action in Action] == ["north", "east", "south", "west", "stop"]
