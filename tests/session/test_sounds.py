"""The sounds of a game."""

from pacgrid.session.events import EventKind
from pacgrid.session.sounds import NOTES


def test_every_kind_of_event_has_a_short_audible_tune() -> None:
    assert set(NOTES) == set(EventKind)
    for notes in NOTES.values():
        assert 0 < sum(seconds for _, seconds in notes) < 1
        assert all(hertz == 0 or 100 < hertz < 2000 for hertz, _ in notes)
