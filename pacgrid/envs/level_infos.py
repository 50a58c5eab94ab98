"""What the infos of a vector environment say about the levels of its games."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.envs.batch_levels import BatchLevels
from pacgrid.envs.layout_sampler import LayoutSampler


class LevelInfos:
    """`level` and, with `max_size`, `board_mask`, in arrays that can't be written to: they are
    shared until a game restarts. Empty for a single layout."""

    def __init__(self, levels: BatchLevels, sampler: LayoutSampler, everyone: NDArray[np.bool_]):
        self._levels, self._sampler, self._everyone = levels, sampler, everyone
        self.current: dict[str, Any] = {}
        self._last: dict[str, Any] = {}
        """Those before games last restarted."""

    def renew(self) -> None:
        """Look up the levels again: games have restarted."""
        self._last, self.current = self.current, {}
        if self._sampler.has_levels:
            self.current = {"level": self._levels.current(), "_level": self._everyone}
        if self._sampler.has_levels and self._sampler.max_size:
            self.current |= {
                "board_mask": self._levels.board_masks(),
                "_board_mask": self._everyone,
            }
        self._protect()

    def before(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """What they were before the games that `ended` last restarted."""
        return {
            name: ended if name.startswith("_") else values for name, values in self._last.items()
        }

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._protect()  # arrays that are copied can be written to

    def _protect(self) -> None:
        for array in (*self.current.values(), *self._last.values()):
            array.setflags(write=False)
