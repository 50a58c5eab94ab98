"""The templates of feedback and of the index page."""

from collections.abc import Callable
from functools import lru_cache

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from ..model.aim import counted
from ..model.amount import amount, full, worth
from . import evaluation_text
from .diagnosis_text import diagnosis_text


@lru_cache
def template(name: str) -> Callable[..., str]:
    """Renders `templates/NAME` with the values it is given; HTML is escaped."""
    return _environment().get_template(name).render


def environment_of(*packages: str) -> Environment:
    """Loads templates from these packages, of two with one name the first; HTML is escaped. The
    filter `script` gives the text of a script, and `source` what the page's policy calls it."""
    loader = ChoiceLoader([PackageLoader(package) for package in packages])
    environment = Environment(
        loader=loader,
        autoescape=select_autoescape(["html.j2", "css.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )

    def script(name: str) -> Markup:
        return Markup(loader.get_source(environment, name)[0])

    def source(name: str) -> str:
        from pacgrid.render.web.page import source_of

        return source_of(script(name))

    environment.filters |= {"counted": counted, "script": script, "source": source}
    return environment


@lru_cache
def _environment() -> Environment:
    environment = environment_of("pacgrid.autograder.reports")
    environment.filters |= {
        "amount": amount,
        "full": full,
        "worth": worth,
        "share": _share,
        "evaluation_notes": evaluation_text.evaluation_notes,
        "heading": evaluation_text.heading,
        "said": evaluation_text.said,
        "drawings": evaluation_text.drawings,
        "senses_heading": evaluation_text.senses_heading,
        "features_heading": evaluation_text.features_heading,
        "feature_rows": evaluation_text.feature_rows,
        "diagnosis_text": diagnosis_text,
    }
    return environment


def _share(points: float, possible: float) -> str:
    """The share of points in percent, for the style sheet."""
    return amount(100 * min(1, points / possible)) if possible else "0"
