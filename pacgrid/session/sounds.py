"""The sounds of a game."""

from pacgrid.session.events import EventKind

Note = tuple[float, float]
"""Hertz and seconds; 0 Hz is a rest."""

NOTES: dict[EventKind, tuple[Note, ...]] = {
    EventKind.FOOD: ((660, 0.03),),
    EventKind.CAPSULE: ((330, 0.06), (440, 0.06), (550, 0.06)),
    EventKind.GHOST: ((440, 0.05), (660, 0.05), (880, 0.1)),
    EventKind.WON: ((523, 0.1), (659, 0.1), (784, 0.1), (1047, 0.25)),
    EventKind.CAUGHT: ((440, 0.12), (349, 0.12), (262, 0.12), (196, 0.3)),
}
"""A short tune for each kind of event."""
