"""What compiled loops over a batch take as their argument."""

from dataclasses import dataclass, fields
from typing import Any

from numba import extending, typeof, types
from numba.core import cgutils

from pacgrid.kernel.arrays import Arrays, BatchSettings, StepResult
from pacgrid.kernel.steps import Actions
from pacgrid.kernel.tables import StructuredArray, Tables

_extending: Any = extending
_llvm: Any = cgutils
_Type: Any = types.Type
_StructModel: Any = _extending.models.StructModel


@dataclass(frozen=True)
class CompiledGames:
    """The games of a batch, as compiled functions take them. Its arrays are the batch's own."""

    tables: Tables
    """Of the boards."""
    arrays: Arrays
    """The games, and what is seen of them: `masks`, `[game, agent, action]`, and `planes`."""
    result: StepResult
    """The outcome of the last step."""
    settings: BatchSettings
    actions: Actions
    """`[game, agent]`: write the next actions here."""
    choice: StructuredArray
    """For `step`: whether several threads are faster than one."""
    threads: int
    """The most threads that `step` takes."""


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


@_extending.typeof_impl.register(CompiledGames)  # type: ignore[untyped-decorator]
def _type_of(games: CompiledGames, _context: Any) -> GamesType:
    return GamesType(tuple(map(typeof, (getattr(games, name) for name in _NAMES))))


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
