"""The templates of the pages."""

from collections.abc import Callable
from functools import lru_cache

from ...reports.template import environment_of


@lru_cache
def template(name: str) -> Callable[..., str]:
    """Renders `templates/NAME` with the values it is given; HTML is escaped."""
    packages = ("pacgrid.autograder.copies.pages", "pacgrid.autograder.reports")
    return environment_of(*packages).get_template(name).render
