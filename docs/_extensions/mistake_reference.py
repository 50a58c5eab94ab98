"""```` ```{mistakes} ````: the mistakes in a search that grading can name."""

import re
from collections.abc import Iterator, Mapping

from generated import add_generated, plain, table
from sphinx.application import Sphinx

from pacgrid.autograder.diagnosis.catalogue import SHIPPED, mistakes_in
from pacgrid.autograder.diagnosis.mistake import EVERY_SEARCH, Mistake

ABOUT = re.compile(r"Mistakes (in|with) (?P<about>.+?)[.:]")
"""How the docstring of a module with mistakes begins."""
HEADS = ("Your search …", "in", "hint", "read")


def row(mistakes: list[Mistake]) -> tuple[str, ...]:
    """One mistake, which several searches may have."""
    finding = mistakes[0].finding
    searches = dict.fromkeys(mistake.search.replace("_", "-") for mistake in mistakes)
    which = ", ".join(searches) if len(searches) < len(EVERY_SEARCH) else "all"
    remark = " (a remark)" * mistakes[0].is_remark
    section = finding.section.rpartition(" ")[2]
    return plain(finding.title) + remark, which, plain(finding.hint), section


def parts() -> Iterator[str]:
    """For each module with mistakes: a heading and a table."""
    for module in SHIPPED:
        found: dict[str, list[Mistake]] = {}
        for search in EVERY_SEARCH:
            for mistake in mistakes_in(module, search):
                found.setdefault(mistake.finding.mistake, []).append(mistake)
        about = ABOUT.search(module.__doc__ or "")
        if not about:
            raise ValueError(f"the docstring of {module.__name__} doesn't say what it is about")
        yield f"### {about['about'].capitalize()}"
        yield table(HEADS, [row(mistakes) for mistakes in found.values()])


def markdown(_app: Sphinx, _argument: str, _options: Mapping[str, str]) -> str:
    """The tables of all modules."""
    return "\n\n".join(parts())


def setup(app: Sphinx) -> dict[str, bool]:
    return add_generated(app, "mistakes", markdown)
