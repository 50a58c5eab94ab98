"""The templates of a ladder's pages."""

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from pacgrid.render.web.page import source_of

from ...model.aim import counted
from ..table_text import interval, probability


@lru_cache
def template(name: str) -> Callable[..., str]:
    """Renders `templates/NAME` with the values it is given; HTML is escaped."""
    return _environment().get_template(name).render


@lru_cache
def _environment() -> Environment:
    loaders = [PackageLoader("pacgrid.autograder.ladder.pages")]
    loaders.append(PackageLoader("pacgrid.autograder.reports"))
    environment = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=select_autoescape(["html.j2", "css.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
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
