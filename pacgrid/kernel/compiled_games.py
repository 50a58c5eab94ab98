"""Games for loops that you compile: a step of a batch, called from your own numba functions.

`batch.compiled_games()`, or that of a vector environment, gives the games; `step` plays a round of
all of them, and `step_range` of some. docs/learning.md has a loop that moves Pac-Man north, and
`examples/compiled_rollout.py` plays a policy on all cores. Compile with `cache=True` only if you
delete the cache with every new version of Pacgrid: numba looks for changes in your file alone.
"""

from dataclasses import dataclass, fields
from typing import Any

from numba import extending, prange, typeof, types
from numba.core import cgutils

from pacgrid.kernel import steps
from pacgrid.kernel.arrays import Arrays, BatchSettings, StepResult
from pacgrid.kernel.jit import compiled, inlined_early, parallel, ticks
from pacgrid.kernel.steps import Actions, judge, takes_several
from pacgrid.kernel.tables import StructuredArray, Tables

_extending: Any = extending
_typeof: Any = typeof
_llvm: Any = cgutils
_Type: Any = types.Type
_StructModel: Any = _extending.models.StructModel


@dataclass
class CompiledGames:
    """The games of a batch, as compiled functions take them. Its arrays are the batch's own."""

    tables: Tables
    """The tables of the boards."""
    arrays: Arrays
    """The games, and what is seen of them: `masks`, `[game, agent, action]`, and `planes`."""
    result: StepResult
    """The outcome of the last step."""
    settings: BatchSettings
    actions: Actions
    """`[game, agent]`: write the next actions here."""
    choice: StructuredArray
    """Whether several threads are faster than one in `step`."""
    threads: int
    """The most threads that `step` takes."""

    def __post_init__(self) -> None:
        # Where numba looks it up, 300 times as fast as `typeof`. Each attribute stays of one type.
        self._numba_type_ = GamesType(tuple(_typeof(getattr(self, name)) for name in _NAMES))


_NAMES = [field.name for field in fields(CompiledGames)]

# numba learns the class: it could take a tuple of tuples as well, but not into the body of a loop
# on several threads (`prange`).


class GamesType(_Type):  # type: ignore[misc]
    """numba's type of `CompiledGames` whose attributes have these types."""

    def __init__(self, kinds: tuple[Any, ...]) -> None:
        self.kinds = kinds
        super().__init__(name=f"CompiledGames{kinds}")


@_extending.register_model(GamesType)
class _GamesModel(_StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: GamesType) -> None:
        super().__init__(manager, kind, [*zip(_NAMES, kind.kinds, strict=True)])


for _name in _NAMES:
    _extending.make_attribute_wrapper(GamesType, _name, _name)


@_extending.unbox(GamesType)  # type: ignore[untyped-decorator]
def _unbox(kind: GamesType, games: Any, compiling: Any) -> Any:
    """Read the attributes of a Python object."""
    builder, python = compiling.builder, compiling.pyapi
    struct = _llvm.create_struct_proxy(kind)(compiling.context, builder)
    failed = _llvm.false_bit
    cleanups = []
    for name, attribute_kind in zip(_NAMES, kind.kinds, strict=True):
        attribute = python.object_getattr_string(games, name)
        native = compiling.unbox(attribute_kind, attribute)
        python.decref(attribute)  # the object still has it
        setattr(struct, name, native.value)
        failed = builder.or_(failed, native.is_error)
        if native.cleanup:
            cleanups.append(native.cleanup)

    def clean_up() -> None:
        for each in reversed(cleanups):
            each()

    return _extending.NativeValue(struct._getvalue(), failed, clean_up if cleanups else None)


@parallel
def step(games: CompiledGames) -> int:
    """Play one round of every game, or restart it, with `games.actions`; the outcome is in
    `games.result`.

    On several threads, as long as that is faster than one, like the environments' own `step`.
    The games don't depend on it.

    Returns -1, or the first game that can't be stepped, before anything moves: a number is not an
    action or, with autoreset disabled, the game has ended.
    """
    actions, parts, count = games.actions, games.threads, len(games.actions)
    invalid = steps.first_invalid(games.arrays, games.settings, actions, 0, count)
    if invalid >= 0:
        return invalid
    if parts < 2:
        _play(games, 0, count)
        return -1
    several = takes_several(games.choice)
    start = ticks()
    if several:
        for part in prange(parts):
            _play(games, count * part // parts, count * (part + 1) // parts)
    else:
        _play(games, 0, count)
    judge(games.choice, several, float(ticks() - start))
    return -1


@compiled
def step_range(games: CompiledGames, first: int, last: int) -> int:
    """The same for the games from `first` to `last`, not included, on the thread that calls it.

    Let each thread play many rounds of its own games: that is faster than `step`, since threads
    don't wait for each other after every round, and their games stay in their caches.
    """
    invalid = steps.first_invalid(games.arrays, games.settings, games.actions, first, last)
    if invalid < 0:
        _play(games, first, last)
    return invalid


@inlined_early
def _play(games: CompiledGames, first: int, last: int) -> None:
    """Play one round of games that are all valid, or restart them."""
    tables, arrays, result, settings = games.tables, games.arrays, games.result, games.settings
    steps.step_range(tables, arrays, result, settings, games.actions, first, last)
