"""Plain-text templates. (The HTML pages have their own, with escaping.)"""

from jinja2 import Environment, PackageLoader, StrictUndefined


def render_template(name: str, **values: object) -> str:
    """Renders `templates/NAME`. Raises UndefinedError if one of its values is missing."""
    environment = Environment(
        loader=PackageLoader("pacgrid.autograder.authoring"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return environment.get_template(name).render(values)
