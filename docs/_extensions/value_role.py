"""``{value}`expression` ``: the value of a Python expression, computed while the site is built.

It sees the variables of the page's `run-python` cells above it.
"""

from typing import Any

from docutils import nodes
from page_namespace import PageNamespace
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

_LOGGER = logging.getLogger(__name__)


def shown(value: Any) -> str:
    """A value in a sentence: whole numbers with commas."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if is_whole else str(value)


def values_of(env: BuildEnvironment) -> list[str]:
    """The values of the page that is read now, in their order."""
    found: list[str] = env.temp_data.setdefault("pacgrid_values", [])
    return found


def _value(env: BuildEnvironment, expression: str) -> nodes.Text:
    text = shown(PageNamespace.of(env).value(expression))
    values_of(env).append(text)
    return nodes.Text(text)


class ValueRole(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            return [_value(self.env, self.text)], []
        except Exception as error:
            problem = f"value: {self.text}: {type(error).__name__}: {error}"
            _LOGGER.error(problem, location=self.get_location())
            return [nodes.literal(self.text, self.text)], []


class ValueDirective(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        (expression,) = self.arguments
        try:
            return [nodes.paragraph("", "", _value(self.env, expression))]
        except Exception as error:
            problem = f"value: {expression}: {type(error).__name__}: {error}"
            raise self.error(problem) from error


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_role("value", ValueRole())
    app.add_directive("value", ValueDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
