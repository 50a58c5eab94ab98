"""The numbers of the probes that tell known mistakes apart, the most telling first."""

from collections.abc import Mapping

from pacgrid.autograder.question import SearchName

SELECTED: Mapping[SearchName, tuple[int, ...]] = {
    "minimax": tuple(range(40)),
    "alpha_beta": tuple(range(40)),
    "expectimax": tuple(range(40)),
}
