"""The templates of a ladder's pages."""

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

from jinja2 import Environment
from markupsafe import Markup

from pacgrid.render.web.page import source_of

from ...model.aim import counted
from ...reports.template import environment_of
from ..table_text import interval, probability


@lru_cache
def template(name: str) -> Callable[..., str]:
    """Renders `templates/NAME` with the values it is given; HTML is escaped."""
    return _environment().get_template(name).render


@lru_cache
def _environment() -> Environment:
    environment = environment_of("pacgrid.autograder.ladder.pages", "pacgrid.autograder.reports")
    environment.filters |= {
        "counted": counted,
        "interval": interval,
        "probability": probability,
        "script": script,
        "source": lambda name: source_of(script(name)),
        "signed": _signed,
        "shade": lambda number: f"m{-number}" if number < 0 else f"p{number}",
    }
    return environment


@lru_cache
def script(name: str) -> Markup:
    """The text of a script, for a page."""
    text = (files("pacgrid.autograder.ladder.pages") / "templates" / name).read_text("utf-8")
    return Markup(text)


def _signed(value: float, digits: int = 1) -> str:
    return f"{value:+.{digits}f}"
