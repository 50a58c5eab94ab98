"""The compiled vector environment for Stable-Baselines3: thousands of games, no processes.

    pip install -e ".[sb3]"

    from sb3_contrib import MaskablePPO
    from pacgrid.envs.sb3 import Sb3VecEnv
    from pacgrid.envs.torch import policy_options

    envs = Sb3VecEnv(64, layout="small", obs="packed")
    MaskablePPO("MultiInputPolicy", envs, policy_kwargs=policy_options()).learn(100_000)

With `obs="box"` the policy is `"MlpPolicy"`; choose `dtype="float32"`, because Stable-Baselines3
takes planes of bytes for pictures, and may turn them.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from pacgrid.envs.vector import PacmanVectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    needed = "pacgrid.envs.sb3 needs Stable-Baselines3: pip install 'pacgrid[sb3]'"
    raise ModuleNotFoundError(needed, name=error.name) from None


class Sb3VecEnv(VecEnv):  # type: ignore[misc]
    """`PacmanVectorEnv(num_envs, **options)` for Stable-Baselines3.

    A game that ends is reset in the same step. Its info has `terminal_observation`,
    `TimeLimit.truncated`, `is_win`, `score` and `episode` (as from `Monitor`: reward `r`, length
    `l`, and seconds since the start `t`). `env_method("action_masks")` returns the masks.
    """

    def __init__(self, num_envs: int, **options: Any) -> None:
        # Learners keep the last observation over a step, so arrays can't be reused.
        self.games = PacmanVectorEnv(
            num_envs, autoreset_mode=AutoresetMode.SAME_STEP, episode_statistics=True, **options
        )
        self._started = time.perf_counter()
        self._actions = np.zeros(num_envs, np.int64)
        spaces = self.games.single_observation_space, self.games.single_action_space
        super().__init__(num_envs, *spaces)

    def reset(self) -> Any:
        """Start new games, with the seeds given to `seed()`, if any."""
        observations, step_infos = self.games.reset(seed=self._seeds)
        self._reset_seeds()
        self._reset_options()  # there are none
        self.reset_infos = [{"score": score} for score in step_infos["score"].tolist()]
        return _writeable(observations)

    def step_async(self, actions: NDArray[np.integer[Any]]) -> None:
        self._actions = np.asarray(actions)

    def step_wait(
        self,
    ) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Observations, rewards, which games have ended, and an info for each game."""
        observations, rewards, terminated, truncated, step_infos = self.games.step(self._actions)
        ended = terminated | truncated
        infos: list[dict[str, Any]] = [
            {"score": score, "TimeLimit.truncated": False} for score in step_infos["score"].tolist()
        ]
        for game in np.flatnonzero(ended):
            final = step_infos["final_info"]
            infos[game] = {
                "terminal_observation": step_infos["final_obs"][game],
                "TimeLimit.truncated": bool(truncated[game]),
                "score": int(final["score"][game]),
                "is_win": bool(final["is_win"][game]),
                "episode": {
                    "r": float(step_infos["episode"]["r"][game]),
                    "l": int(step_infos["episode"]["l"][game]),
                    "t": round(time.perf_counter() - self._started, 6),
                },
            }
        return _writeable(observations), rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        self.games.close()

    def get_images(self) -> Sequence[Any]:
        """A picture of each game, with `render_mode="rgb_array"`."""
        return list(self.games.render() or [None] * self.num_envs)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The value of the attribute, once for each game: all games are one environment."""
        value = getattr(self.games, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all games. Raises ValueError for some of them."""
        if indices is not None:
            raise ValueError(f"{attr_name} can be set for all games only")
        setattr(self.games, attr_name, value)

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """The method's result for each of the given games."""
        each = getattr(self.games, method_name)(*args, **kwargs)
        return [each[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:  # noqa: ARG002
        """False for each game: single games have no wrappers."""
        return [False for _ in self._get_indices(indices)]


def _writeable(observations: Any) -> Any:
    """The same arrays, marked as writeable: PyTorch warns of others, and nobody writes to them."""
    for array in observations.values() if isinstance(observations, dict) else [observations]:
        array.setflags(write=True)
    return observations
