"""The templates of a ladder's pages."""

from collections.abc import Callable
from functools import lru_cache

from jinja2 import Environment

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
        "interval": interval,
        "probability": probability,
        "signed": _signed,
        "shade": lambda number: f"m{-number}" if number < 0 else f"p{number}",
    }
    return environment


def _signed(value: float, digits: int = 1) -> str:
    return f"{value:+.{digits}f}"
