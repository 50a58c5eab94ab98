"""Parts of pages whose Markdown is generated while the site is built.

A page has a fence, such as ```` ```{commands} ````, for each; Markdown with headings takes its
place before the page is parsed, so that it gets anchors, entries in menus and a place in the
search.
"""

import re
from collections.abc import Callable, Mapping

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

Generator = Callable[[Sphinx, str, Mapping[str, str]], str]
"""The Markdown for a fence, given its argument and its options."""


def add_generated(app: Sphinx, name: str, generator: Generator) -> dict[str, bool]:
    """Have `generator` write what stands for the fences called `name`."""
    fence = re.compile(rf"^```{{{name}}} ?(.*)\n((?:.*\n)*?)```$", re.MULTILINE)

    def replace(app: Sphinx, page: str, source: list[str]) -> None:
        def generated(match: re.Match[str]) -> str:
            options = dict(re.findall(r"^:([\w-]+): *(.*)$", match[2], re.MULTILINE))
            try:
                return generator(app, match[1].strip(), options)
            except (AttributeError, KeyError, OSError, ValueError) as error:
                problem = f"{page}: {name}: {type(error).__name__}: {error}"
                raise ExtensionError(problem, error) from error

        source[0] = fence.sub(generated, source[0])

    app.connect("source-read", replace)
    return {"parallel_read_safe": True}


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(cell, line))} |" for line in lines)


def cell(text: str) -> str:
    """Markdown that can stand in a cell of a table."""
    return text.replace("|", r"\|").replace("\n", " ")


def code(text: str) -> str:
    """Text as code, whatever is in it."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"


def plain(text: str) -> str:
    """Text in which only backticks mean something in Markdown."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        for letter in r"\*_<>[]{}#$":
            parts[i] = parts[i].replace(letter, f"\\{letter}")
    return "`".join(parts)
