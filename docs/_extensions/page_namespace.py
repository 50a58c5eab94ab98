"""The variables that the code of one page shares while the site is built."""

import ast
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from sphinx.environment import BuildEnvironment


@dataclass
class PageNamespace:
    """The variables of a page's cells."""

    variables: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})

    @classmethod
    def of(cls, env: BuildEnvironment) -> "PageNamespace":
        """The one of the page that is read now, fresh for each page."""
        found: PageNamespace = env.temp_data.setdefault("pacgrid_namespace", cls())
        return found

    def value(self, expression: str) -> Any:
        """The value of an expression."""
        return eval(compile(expression.strip(), "<value>", "eval"), self.variables)

    def run(self, code: str, source: str) -> tuple[str, Any]:
        """Run a cell; what it prints, and the value of its last expression, or None."""
        tree = ast.parse(code, source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        output, value = StringIO(), None
        with redirect_stdout(output):
            self._execute(compile(tree, source, "exec"))
            if isinstance(last, ast.Expr):
                expression = ast.Expression(last.value)
                value = eval(compile(expression, source, "eval"), self.variables)
        return output.getvalue(), value

    @property
    def _execute(self) -> Callable[[Any], None]:
        return lambda code: exec(code, self.variables)
