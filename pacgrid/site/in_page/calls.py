"""What the page can ask for: calls by name, with JSON in and out, and cells of code.

Cells run one after the other, as in a notebook.
"""

import ast
import json
import sys
from collections.abc import Callable, Mapping
from traceback import TracebackException
from types import ModuleType
from typing import Any

from pacgrid.common.failure import Failure
from pacgrid.errors import PacgridError
from pacgrid.site.in_page.playing import (
    PlayedInPage,
    drawn_tree,
    of_drawn_tree,
    of_game,
    of_position,
)
from pacgrid.site.in_page.workspace import problems

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


Tell = Callable[[str], None]
_cells = CodeCells()
played = PlayedInPage()


def _grade(tell: Tell, **given: Any) -> Any:
    from pacgrid.site.in_page.grading import grade  # takes a second to import

    return grade(tell=tell, **given)


def _questions() -> Any:
    from pacgrid.site.in_page.grading import questions

    return questions()


_CALLS: Mapping[str, Callable[..., Any]] = {
    "drawn_tree": drawn_tree,
    "play": lambda **choice: played.start(choice),
    "play_stop": played.stop,
    "position": played.position,
    "problems": problems,
    "questions": _questions,
    "run": _cells.run,
    "tree": of_position,
    "tree_of_game": of_game,
    "tree_of_drawn": of_drawn_tree,
}


def call(name: str, arguments: str, tell: Tell = lambda _: None) -> str:
    """The `value` of a call, or the `error` that it ended with, in one line."""
    given = json.loads(arguments)
    try:
        value = _grade(tell, **given) if name == "grade" else _CALLS[name](**given)
        return json.dumps({"value": value})
    except PacgridError as error:
        return json.dumps({"error": str(error), "details": getattr(error, "details", "")})
    except BaseException as error:  # the file may exit, or take all memory
        failure = Failure.of(error, None)
        return json.dumps({"error": failure.message, "details": ""})
