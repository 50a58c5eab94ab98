"""Short tunes, played where there is something to play them on."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property

import numpy as np

from pacgrid.render.sdl import pygame
from pacgrid.session.events import NOTES, EventKind, Note

RATE = 44_100
"""Samples per second."""
VOLUME, FADE = 0.2, 0.005
"""A note that doesn't start and end in so many seconds clicks."""


class Sounds:
    """Plays the tunes of events; opens the mixer with the first of them."""

    def play(self, kinds: Iterable[EventKind]) -> None:
        """Play the tunes of these events; nothing where there is no sound device."""
        for kind in kinds:
            if kind in self._tunes:
                self._tunes[kind].play()

    def close(self) -> None:
        """Close the mixer; it doesn't open again."""
        self._tunes = {}
        pygame.mixer.quit()

    @cached_property
    def _tunes(self) -> dict[EventKind, pygame.mixer.Sound]:
        try:
            with _quiet_libraries():
                pygame.mixer.init(RATE, size=-16, channels=1, buffer=512, allowedchanges=0)
        except pygame.error:
            return {}
        return {kind: pygame.sndarray.make_sound(samples(notes)) for kind, notes in NOTES.items()}


@contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Drop what C libraries write to stderr: ALSA says a lot where there is no device."""
    stderr, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nowhere)


def samples(notes: Iterable[Note]) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """A tune as a wave of 16 bits."""
    waves = []
    for hertz, seconds in notes:
        times = np.arange(int(RATE * seconds)) / RATE
        loudness = np.minimum(1, np.minimum(times, seconds - times) / FADE)
        waves.append(VOLUME * loudness * np.sin(2 * np.pi * hertz * times))
    return (32767 * np.concatenate(waves)).astype(np.int16)
