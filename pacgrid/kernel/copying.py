"""Copies rows of arrays as blocks of memory.

numba compiles the assignment of one slice to another as a loop over its elements, which is slower
for the few hundred bytes of a game.
"""

from collections.abc import Callable
from typing import Any

from numba import extending, types
from numba.core import cgutils
from numpy.typing import NDArray

_intrinsic: Any = extending.intrinsic
_llvm: Any = cgutils


def _copy_rows(_context: Any, source: Any, target: Any, _first: Any, _last: Any) -> tuple[Any, Any]:
    signature = types.void(source, target, types.intp, types.intp)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        arrays = [
            context.make_array(kind)(context, builder, value)
            for kind, value in zip(signature.args[:2], values[:2], strict=True)
        ]
        row = _llvm.unpack_tuple(builder, arrays[0].strides)[0]
        start = builder.mul(values[2], row)
        size = builder.sub(builder.mul(values[3], row), start)
        taken, put = (
            builder.gep(builder.bitcast(array.data, _llvm.voidptr_t), [start]) for array in arrays
        )
        _llvm.raw_memcpy(builder, put, taken, size, 1)
        return context.get_dummy_value()

    return signature, generate


copy_rows: Callable[[NDArray[Any], NDArray[Any], int, int], None] = _intrinsic(_copy_rows)
"""`copy_rows(source, target, first, last)` copies the rows from `first` to `last`, not included.
Both arrays are contiguous, and their rows are of the same size in bytes."""
