"""The options that all environments share, checked once. `pacgrid.envs` describes them."""

from inspect import Parameter, Signature, signature
from typing import Any, ClassVar, Self, TypedDict

from numpy.typing import DTypeLike

from pacgrid.common.gone import gone
from pacgrid.common.named_options import finite_number, whole_number
from pacgrid.envs.levels import LayoutChoice, LayoutSampler, LevelsName
from pacgrid.envs.observations import GameSpaces, planes_dtype
from pacgrid.envs.renderer import CELL_SIZE
from pacgrid.layout import Layout


class GameOptions(TypedDict, total=False):
    """The options of `PacgridEnv` for those who pass them on, all but `obs`."""

    layout: LayoutChoice
    levels: LevelsName | None
    num_levels: int | None
    max_size: tuple[int, int] | None
    num_ghosts: int | None
    dtype: DTypeLike
    reward_scale: float
    render_mode: str | None
    cell_size: int


class PacgridEnv:
    """An environment with the options that all of them have.

    A subclass takes its own options and passes the others on as `**options`; its signature
    nevertheless shows all of them, as `help` and the reference do.
    """

    metadata: dict[str, Any]
    __signature__: ClassVar[Signature]

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.__signature__ = _whole_signature(cls)

    def __new__(cls, *_arguments: Any, **options: Any) -> Self:
        for name in options:  # those that environments once had say what to use instead
            if line := gone(f"{name}="):
                raise ValueError(line)
        return super().__new__(cls)

    def __init__(
        self,
        *,
        obs: str,
        layout: LayoutChoice = "medium",
        levels: LevelsName | None = None,
        num_levels: int | None = None,
        max_size: tuple[int, int] | None = None,
        num_ghosts: int | None = None,
        dtype: DTypeLike = "uint8",
        reward_scale: float = 1.0,
        render_mode: str | None = None,
        cell_size: int = CELL_SIZE,
    ) -> None:
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode must be one of {', '.join(modes)}, not {render_mode!r}")
        self.render_mode = render_mode
        self._cell_size = whole_number("cell_size", cell_size, 1)
        self._obs = obs  # checked with the space of observations
        self._dtype = planes_dtype(dtype)
        self._reward_scale = finite_number("reward_scale", reward_scale)
        self._sampler = sampler = LayoutSampler(
            layout, num_ghosts, levels=levels, num_levels=num_levels, max_size=max_size
        )
        self._spaces = GameSpaces(
            sampler.height, sampler.width, sampler.num_ghosts + 1, self._dtype
        )

    def level_layout(self, level: int) -> Layout:
        """The layout of a level; its `name` makes it again. Raises LevelError."""
        return self._sampler.layout(level)


def _whole_signature(kind: type) -> Signature:
    """The parameters of a class, with those to which its `__init__` passes `**options` on."""
    found: dict[str, Parameter] = {}
    for base in kind.__mro__:
        if "__init__" not in vars(base):
            continue
        _, *parameters = signature(vars(base)["__init__"]).parameters.values()
        for each in parameters:
            if each.kind is not Parameter.VAR_KEYWORD:
                found.setdefault(each.name, each)
        if not any(each.kind is Parameter.VAR_KEYWORD for each in parameters):
            break
    return Signature(sorted(found.values(), key=lambda each: each.kind))


def reset_options(
    options: dict[str, Any] | None, *known: str, also: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The `options` of `reset`, empty for None. Raises ValueError if it is no dictionary or, naming
    the `known` keys, if it has any but these and `also`."""
    if not isinstance(options, dict | None):
        raise ValueError(f"reset(options=) must be a dictionary, not {options!r:.60}")
    for key in options or ():
        if key not in (*known, *also):
            raise ValueError(
                f"reset(options=) has no key {key!r}; it takes {' and '.join(map(repr, known))}"
            )
    return options or {}


def player_names(ghosts: int) -> list[str]:
    """`pacman_0`, and `ghost_0`, `ghost_1`, …"""
    return ["pacman_0", *(f"ghost_{number}" for number in range(ghosts))]
