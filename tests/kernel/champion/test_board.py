import pytest

from pacgrid import Layout, State
from pacgrid.kernel.champion.board import is_like_the_mazes


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("random:seed=1,size=13x9,style=arcade", True),
        ("random:seed=2,size=28x27,style=arcade,loops=0", True),
        ("random:seed=1,style=tiny", False),
        ("arcade", True),
        ("cloister", False),  # too small
        ("ring", False),  # one ghost
        ("arena", False),  # an open room
    ],
)
def test_the_network_is_for_several_ghosts_in_corridors_without_dead_ends(
    name: str, expected: bool
) -> None:
    assert is_like_the_mazes(State.initial(Layout.load(name)).maze) == expected


def test_a_board_with_dead_ends_is_not_like_the_mazes() -> None:
    two_ghosts = Layout.parse(str(Layout.load("corridors")).replace(".", "2", 1))
    assert len(two_ghosts.ghosts) == 2
    assert not is_like_the_mazes(State.initial(two_ghosts).maze)
