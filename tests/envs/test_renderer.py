"""Windows, pictures and text."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import AddRenderObservation, RenderCollection

from helpers.environments import CORRIDOR, LAST_FOOD, random_game
from pacgrid import pacgrid_v0
from pacgrid.envs import PacmanEnv
from pacgrid.envs.human_window import HumanWindow
from pacgrid.envs.renderer import RENDER_FPS
from pacgrid.render.sdl import pygame

EAST = 1
MADE = (pacgrid_v0.env, pacgrid_v0.parallel_env, PacmanEnv)


@pytest.fixture
def dummy_screen(monkeypatch: pytest.MonkeyPatch) -> Any:
    """SDL's invisible screen, with a clock that doesn't wait."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.time, "Clock", FakeClock)
    FakeClock.ticks.clear()
    yield
    pygame.display.quit()


class FakeClock:
    ticks: list[int] = []  # noqa: RUF012

    def tick(self, rate: int) -> float:
        self.ticks.append(rate)
        return 0


def is_open() -> bool:
    return pygame.display.get_init() and pygame.display.get_surface() is not None


def step(env: Any) -> None:
    """Pac-Man goes east, a ghost west."""
    if hasattr(env, "agent_selection"):
        for action in (EAST, 3)[: env.num_agents]:
            env.step(action)
    elif hasattr(env, "possible_agents"):
        env.step({"pacman_0": EAST, "ghost_0": 3})
    else:
        env.step(EAST)


@pytest.mark.parametrize("make", MADE)
def test_text_is_the_position(make: Any) -> None:
    env = make(layout=CORRIDOR, render_mode="ansi")
    env.reset()
    assert env.render() == str(env.game)
    step(env)
    assert "score: -1" in env.render()


@pytest.mark.parametrize("make", MADE)
def test_a_picture_shows_the_position(make: Any) -> None:
    env = make(layout=CORRIDOR, render_mode="rgb_array", cell_size=10)
    env.reset()
    first = env.render()
    assert first.shape == (30, 80, 3)
    assert first.dtype == np.uint8
    np.testing.assert_array_equal(first, env.render())
    assert first is not env.render()
    step(env)
    assert (env.render() != first).any()


def test_pacman_keeps_looking_where_he_went() -> None:
    env = pacgrid_v0.parallel_env(layout=CORRIDOR, render_mode="rgb_array")
    env.reset()
    pictures = []
    for action in (EAST, 3, 4):
        env.step({"pacman_0": action, "ghost_0": 3})
        pictures.append(env.render()[24:48, 24:48])
    np.testing.assert_array_equal(pictures[1], pictures[2])  # home again, looking west
    env.reset()
    assert (env.render()[24:48, 24:48] != pictures[2]).any()


def test_videos_can_be_made_of_pictures() -> None:
    env: Any = gymnasium.make("pacgrid/Pacman-v0", render_mode="rgb_array")
    env = RenderCollection(env)
    env.reset(seed=0)
    for _ in range(5):
        env.step(4)
    frames = env.render()
    assert len(frames) == 6
    assert {frame.shape for frame in frames} == {(264, 504, 3)}  # even, as encoders want it
    assert isinstance(env.metadata["render_fps"], int)
    pixels: Any = AddRenderObservation(gymnasium.make("pacgrid/Pacman-v0", render_mode="rgb_array"))
    assert pixels.reset()[0].shape == (264, 504, 3)


@pytest.mark.parametrize("make", MADE)
@pytest.mark.usefixtures("dummy_screen")
def test_a_window_follows_the_game_by_itself(make: Any) -> None:
    env = make(layout=CORRIDOR, render_mode="human")
    assert not is_open()
    env.reset()
    assert is_open()
    before = pygame.surfarray.array3d(pygame.display.get_surface())
    step(env)
    assert (pygame.surfarray.array3d(pygame.display.get_surface()) != before).any()
    # One frame at the start, then as many as a round has.
    assert set(FakeClock.ticks) == {(len(FakeClock.ticks) - 1) * RENDER_FPS}
    assert env.render() is None
    env.close()
    assert not is_open()
    env.close()


@pytest.mark.parametrize("make", MADE)
@pytest.mark.usefixtures("dummy_screen")
def test_a_window_that_the_user_closes_stays_closed(make: Any) -> None:
    env = make(layout=CORRIDOR, render_mode="human")
    env.reset()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    step(env)
    assert not is_open()
    env.reset()
    step(env)
    env.reset()
    assert env.render() is None
    assert not is_open()
    assert env.game.score == 0
    env.close()


@pytest.mark.usefixtures("dummy_screen")
def test_other_events_are_left_for_others() -> None:
    env = PacmanEnv(layout=CORRIDOR, render_mode="human")
    env.reset()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT))
    env.step(EAST)
    assert any(event.type == pygame.KEYDOWN for event in pygame.event.get())
    env.close()


@pytest.mark.usefixtures("dummy_screen")
def test_closing_one_window_leaves_a_later_one() -> None:
    first, second = (PacmanEnv(layout=CORRIDOR, render_mode="human") for _ in range(2))
    first.reset()
    first.close()
    second.reset()
    first.close()
    assert is_open()
    second.close()


@pytest.mark.parametrize("make", MADE)
@pytest.mark.usefixtures("dummy_screen")
def test_an_environment_with_an_open_window_can_be_copied(make: Any) -> None:
    env = make(layout=CORRIDOR, render_mode="human")
    env.reset()
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        step(other)
        assert other.game.score == -1
    assert env.game.score == 0
    env.close()


@pytest.mark.usefixtures("dummy_screen")
def test_a_game_is_shown_to_its_end() -> None:
    for make in (pacgrid_v0.env, pacgrid_v0.parallel_env):
        env: Any = make(layout=LAST_FOOD, render_mode="human", max_cycles=5)
        env.reset(seed=0)
        assert list(random_game(env, seed=0))
        env.close()


@pytest.mark.parametrize("make", MADE)
def test_without_a_mode_nothing_is_shown(make: Any) -> None:
    env = make()
    env.reset()
    with pytest.warns(UserWarning, match="make the environment with a render_mode"):
        assert env.render() is None


def test_without_a_screen_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    env = PacmanEnv(render_mode="human")
    with pytest.warns(UserWarning, match="can't open a window: .* needs no screen"):
        env.reset()
    env.step(0)  # says nothing more
    env.close()


def test_a_window_can_be_closed_before_it_opens() -> None:
    window = HumanWindow("test", 8)
    window.close()
    window.close()


@pytest.mark.slow
def test_pygame_is_loaded_for_pixels_only() -> None:
    code = """
import sys, gymnasium
from pacgrid import pacgrid_v0
for mode in ("ansi", None):
    for env in (
        pacgrid_v0.env(render_mode=mode, layout="duel"),
        pacgrid_v0.parallel_env(render_mode=mode, layout="duel"),
        gymnasium.make("pacgrid/Pacman-v0", render_mode=mode, layout="duel"),
    ):
        env.reset()
        if mode:
            env.render()
        env.close()
assert "pygame" not in sys.modules
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
