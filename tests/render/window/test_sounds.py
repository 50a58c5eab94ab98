"""What the window plays."""

import numpy as np
import pytest

from pacgrid.render.sdl import pygame
from pacgrid.render.window.sounds import RATE, Sounds, samples
from pacgrid.session.events import NOTES, EventKind


@pytest.mark.parametrize("kind", EventKind)
def test_a_tune_lasts_as_long_as_its_notes_and_does_not_click(kind: EventKind) -> None:
    wave = samples(NOTES[kind])
    assert len(wave) == pytest.approx(RATE * sum(seconds for _, seconds in NOTES[kind]), abs=9)
    assert wave[0] == 0
    assert np.abs(np.diff(wave.astype(int))).max() < 2000
    assert wave.max() > 3000


def test_a_note_has_its_pitch() -> None:
    wave = samples(((440, 0.5),))
    loudest = np.abs(np.fft.rfft(wave)).argmax() * RATE / len(wave)
    assert loudest == pytest.approx(440, abs=2)


def test_sounds_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds()
    sounds.play(())
    assert not pygame.mixer.get_init()
    sounds.play([EventKind.FOOD, EventKind.CAPSULE])
    assert pygame.mixer.get_busy()
    sounds.close()
    assert not pygame.mixer.get_init()


@pytest.mark.parametrize("driver", ["nothing", "alsa"])
def test_without_a_sound_device_it_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], driver: str
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    monkeypatch.setenv("AUDIODEV", "no such device")
    sounds = Sounds()
    sounds.play(EventKind)
    assert not pygame.mixer.get_init()
    assert capfd.readouterr() == ("", "")
    sounds.close()
