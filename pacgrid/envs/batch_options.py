"""The arguments that the vector environments share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gymnasium.vector import AutoresetMode
from numpy.typing import DTypeLike

from pacgrid.envs.batch_levels import board_slots
from pacgrid.envs.checks import finite_number, whole_number
from pacgrid.envs.layout_sampler import LayoutSampler
from pacgrid.envs.renderer import CELL_SIZE
from pacgrid.envs.spaces import FORMS, planes_dtype
from pacgrid.kernel.arrays import DISABLED, NEXT_STEP, SAME_STEP
from pacgrid.kernel.game_batch import GameBatch

if TYPE_CHECKING:
    from pacgrid.kernel.search.opponents import Teams

MAX_ROUNDS = 2**31 - 1
RENDER_MODES = "rgb_array", "ansi"
_MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


@dataclass(frozen=True)
class BatchOptions:
    """The arguments of `PacmanVectorEnv` and `MultiVectorEnv` that don't choose levels or agents.

    Raises ValueError for a wrong one; `obs` and `dtype` are checked by the caller.
    """

    obs: str
    dtype: DTypeLike
    reward_scale: float
    max_episode_steps: int | None
    autoreset_mode: AutoresetMode | str
    copy: bool
    writeable: bool
    episode_statistics: bool
    render_mode: str | None
    cell_size: int = CELL_SIZE

    def __post_init__(self) -> None:
        finite_number("reward_scale", self.reward_scale)
        whole_number("cell_size", self.cell_size)
        rounds = self.max_episode_steps
        if rounds is not None and not (
            1 <= whole_number("max_episode_steps", rounds) <= MAX_ROUNDS
        ):
            raise ValueError(f"max_episode_steps must be 1 to {MAX_ROUNDS}, or None, not {rounds}")
        if self.render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode must be 'rgb_array' or 'ansi', not {self.render_mode!r}")
        if not (self.copy or self.writeable):
            raise ValueError("writeable=False is for copy=True, which returns new arrays")

    @property
    def autoreset(self) -> AutoresetMode:
        """`autoreset_mode`, which may be a name. Raises ValueError for an unknown one."""
        return AutoresetMode(self.autoreset_mode)

    def batch(
        self,
        num_games: int,
        sampler: LayoutSampler,
        ghost_policies: "Sequence[tuple[float, float]] | Teams | None",
    ) -> GameBatch:
        """The games of an environment, on the levels of `sampler`."""
        return GameBatch(
            num_games,
            sampler.layouts,
            num_ghosts=sampler.num_ghosts,
            size=sampler.max_size,
            slots=board_slots(num_games, sampler),
            ghost_policies=ghost_policies,
            dtype=planes_dtype(self.dtype),
            form=FORMS[self.obs],
            fresh=self.copy,
            writeable=self.writeable,
            max_rounds=int(self.max_episode_steps or MAX_ROUNDS),
            mode=_MODES[self.autoreset],
        )
