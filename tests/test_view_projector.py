"""The flow of time. A round lasts a second here, and time is what the tests say it is."""

import pytest

from pacgrid import Action
from pacgrid.view.backstage import Backstage
from pacgrid.view.projector import FASTEST, SLOWEST, VANISHING, Projector
from pacgrid.view.show import LiveShow, Show
from shows import ROOM, Scripted, Thinker, eastward, steered


def projector(show: Show) -> Projector:
    """One for which rounds are always there when they are due."""
    return Projector(Backstage(show), speed=1, patience=None)


def where(it: Projector) -> float:
    return it.scene().pacman.position[0]


def test_pacman_moves_with_time() -> None:
    it = projector(eastward())
    assert where(it) == 1
    seen = []
    for _ in range(8):
        it.advance(0.5)
        seen.append(where(it))
    assert seen == [1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]


def test_several_rounds_may_go_by_between_two_pictures() -> None:
    it = projector(eastward())
    while not it.over:
        it.advance(100)
    assert (it.rounds, it.fraction, where(it)) == (4, 1, 5)


def test_after_the_game_time_goes_on_but_nothing_moves() -> None:
    it = projector(eastward())
    while not it.over:
        it.advance(1)
    it.advance(2)
    assert (it.since_end, where(it)) == (2, 5)


def test_a_caught_pacman_vanishes_when_the_game_is_over() -> None:
    show = LiveShow(ROOM, [Scripted([Action.SOUTH] * 2), Scripted([Action.WEST] * 3)])
    it = projector(show)
    while not it.over:
        it.advance(1)
    assert show.record.ending == "caught"
    it.advance(VANISHING)
    assert it.scene().pacman.mouth == 180


def test_a_pause_stops_time_in_the_middle_of_a_stride() -> None:
    it = projector(eastward())
    it.advance(0.5)
    it.toggle_pause()
    it.advance(10)
    assert where(it) == 1.5
    it.toggle_pause()
    it.advance(0.25)
    assert where(it) == 1.75


def test_a_step_goes_to_the_next_end_of_a_round_and_pauses() -> None:
    it = projector(eastward())
    it.advance(0.5)
    for end in (2, 3, 4):
        it.step()
        for _ in range(30):
            it.advance(0.25)
        assert (where(it), it.paused) == (end, True)


def test_going_on_during_a_step_is_going_on() -> None:
    it = projector(eastward())
    it.step()
    it.advance(0.5)
    it.toggle_pause()
    it.advance(1)
    assert (where(it), it.paused) == (2.5, False)


def test_with_a_person_nothing_moves_before_the_first_key() -> None:
    it = projector(steered())
    it.advance(5)
    assert (it.rounds, it.paused) == (0, True)


def test_a_key_counts_at_once() -> None:
    it = projector(steered())
    assert it.show.person
    it.show.person.steer(Action.EAST)
    it.toggle_pause()
    it.advance(0.5)
    it.show.person.steer(Action.WEST)
    it.advance(0.75)
    assert where(it) == 1.75


def test_who_thinks_is_waited_for() -> None:
    thinker = Thinker()
    it = Projector(Backstage(LiveShow(ROOM, [thinker])), speed=1)
    it.advance(0.5)
    it.advance(0.5)
    assert (it.waited, it.rounds, it.fraction) == (1, 0, 1)
    thinker.let_go.set()
    while it.rounds == 0:
        it.advance(0.5)
    assert it.waited == 0


@pytest.mark.parametrize(("factor", "bound"), [(2, FASTEST), (0.5, SLOWEST)])
def test_the_speed_stays_within_reason(factor: float, bound: float) -> None:
    it = projector(eastward())
    for _ in range(20):
        it.faster(factor)
    assert it.speed == bound
