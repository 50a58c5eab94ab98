"""Leaves out of the navigation what isn't there: a section whose first page is missing."""

import re

from sphinx.application import Sphinx

_SECTION = re.compile(r"^[\w -]+ <([\w/-]+)>\n", re.MULTILINE)


def read_source(app: Sphinx, page: str, source: list[str]) -> None:
    if page == app.config.root_doc:
        found = app.env.found_docs
        source[0] = _SECTION.sub(lambda line: line[0] if line[1] in found else "", source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", read_source)
    return {"parallel_read_safe": True}
