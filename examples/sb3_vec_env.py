"""The compiled vector environment as Stable-Baselines3 wants it: thousands of games, no processes.

Install `stable-baselines3` (and `sb3-contrib` for masks), and give it to a learner:

    from sb3_contrib import MaskablePPO
    from sb3_vec_env import Sb3VecEnv

    MaskablePPO("MlpPolicy", Sb3VecEnv(64, layout="small")).learn(100_000)
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from pacgrid.envs import PacmanVectorEnv


class Sb3VecEnv(VecEnv):
    """`PacmanVectorEnv(num_envs, **options)` for Stable-Baselines3.

    A game that ends starts anew in the same step, as there: its info has `terminal_observation`,
    `TimeLimit.truncated`, `is_win`, `score` and `episode` (as `HumanWindow` gives it: `r` is the
    reward, `l` the length, `t` the seconds since the start). `env_method("action_masks")` gives the
    masks.
    """

    def __init__(self, num_envs: int, **options: Any) -> None:
        # Learners keep the last observation over a step: no copy=False here.
        self.games = PacmanVectorEnv(
            num_envs, autoreset_mode=AutoresetMode.SAME_STEP, episode_statistics=True, **options
        )
        self._started = time.perf_counter()
        self._actions = np.zeros(num_envs, np.int64)
        spaces = self.games.single_observation_space, self.games.single_action_space
        super().__init__(num_envs, *spaces)

    def reset(self) -> Any:
        """Start all games anew, with the seeds that `seed()` was given if it was."""
        observations, told = self.games.reset(seed=self._seeds)
        self._reset_seeds()
        self._reset_options()  # there are none
        self.reset_infos = [{"score": score} for score in told["score"].tolist()]
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Observations, rewards (float32), which games have ended, and an info for each game."""
        observations, rewards, terminated, truncated, told = self.games.step(self._actions)
        ended = terminated | truncated
        infos: list[dict[str, Any]] = [
            {"score": score, "TimeLimit.truncated": False} for score in told["score"].tolist()
        ]
        for game in np.flatnonzero(ended):
            final = told["final_info"]
            infos[game] = {
                "terminal_observation": told["final_obs"][game],
                "TimeLimit.truncated": bool(truncated[game]),
                "score": int(final["score"][game]),
                "is_win": bool(final["is_win"][game]),
                "episode": {
                    "r": float(told["episode"]["r"][game]),
                    "l": int(told["episode"]["l"][game]),
                    "t": round(time.perf_counter() - self._started, 6),
                },
            }
        return observations, rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        self.games.close()

    def get_images(self) -> Sequence[np.ndarray | None]:
        """A picture of each game, with `render_mode="rgb_array"`."""
        return list(self.games.render() or [None] * self.num_envs)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The games are one environment: the same for each."""
        value = getattr(self.games, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Of all games; not of a few."""
        if indices is not None:
            raise ValueError(f"{attr_name} can be set for all games only")
        setattr(self.games, attr_name, value)

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """What the method gives for each of the games that are asked for."""
        each = getattr(self.games, method_name)(*args, **kwargs)
        return [each[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:  # noqa: ARG002
        """There are no wrappers around single games."""
        return [False for _ in self._get_indices(indices)]
