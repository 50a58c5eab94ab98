"""Runs cells of code, one after the other, as a notebook does."""

import ast
import sys
from traceback import TracebackException
from types import ModuleType
from typing import Any

CELL = "<cell>"
_MOST_FRAMES = 5


class CodeCells:
    """The names that the cells of a page share."""

    def __init__(self) -> None:
        self._module = ModuleType("__main__")
        sys.modules["__main__"] = self._module

    def run(self, code: str) -> dict[str, Any]:
        """Run `code`. What its last line is worth comes back as `value`, "" if nothing, and as
        `html` if it shows itself so; or an `error` with its `line` and `details`."""
        try:
            module = ast.parse(code, CELL)
            last = module.body.pop() if _ends_in_expression(module) else None
            exec(compile(module, CELL, "exec"), vars(self._module))
            if last is None:
                return {"value": "", "html": ""}
            assert isinstance(last, ast.Expr)
            value = eval(compile(ast.Expression(last.value), CELL, "eval"), vars(self._module))
            return _shown(value)
        except BaseException as error:  # it may also exit
            return _failed(error)


def _ends_in_expression(module: ast.Module) -> bool:
    return bool(module.body) and isinstance(module.body[-1], ast.Expr)


def _shown(value: object) -> dict[str, Any]:
    if value is None:
        return {"value": "", "html": ""}
    html = getattr(value, "_repr_html_", None) or getattr(value, "_repr_svg_", None)
    return {"value": repr(value), "html": (html() if html else "") or ""}


def _failed(error: BaseException) -> dict[str, Any]:
    told = TracebackException.from_exception(error)
    message = [*told.format_exception_only()][-1].strip()
    own = [frame for frame in told.stack if frame.filename == CELL][-_MOST_FRAMES:]
    line = own[-1].lineno if own else getattr(error, "lineno", None)
    details = "\n".join(f"line {frame.lineno}, in {frame.name}" for frame in own)
    return {"error": message, "line": line, "details": details}
