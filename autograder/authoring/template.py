"""Plain texts with places to fill in. (Pages for a browser have an escape of their own.)"""

from jinja2 import Environment, PackageLoader, StrictUndefined


def filled(template: str, **values: object) -> str:
    """The text of that name in `templates/`, with `values` in its places."""
    environment = Environment(
        loader=PackageLoader("pacgrid.autograder.authoring"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return environment.get_template(template).render(values)
