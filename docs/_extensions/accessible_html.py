"""What Sphinx and the theme write, said more clearly to readers and screen readers."""

import re
from typing import Any

from sphinx.application import Sphinx

_SIGNATURE = re.compile(r'<dt class="sig .*?</dt>', re.DOTALL)
_LINES = {
    "<dl>": '<span class="sig-lines">',
    "<dd>": '<span class="sig-line">',
    "</dl>": "</span>",
    "</dd>": "</span>",
}
_LISTS = re.compile("|".join(_LINES))
_CELL = re.compile(r"<(t[dh])\b.*?</\1>", re.DOTALL)
_HYPHENATED = re.compile(r"(<[^>]*>)|([^\s<>]*-[^\s<>]+)")


def name_what_is_nameless(*event: Any) -> None:
    """Parameters on lines of their own are no list of definitions; what opens a part of the menu
    has a name; names with hyphens stay whole in the narrow columns of tables."""
    context: dict[str, Any] = event[3]
    if body := context.get("body"):
        body = _SIGNATURE.sub(
            lambda signature: _LISTS.sub(lambda tag: _LINES[tag[0]], signature[0]), body
        )
        context["body"] = _CELL.sub(lambda cell: _HYPHENATED.sub(_whole, cell[0]), body)
    if toctree := context.get("generate_toctree_html"):

        def named(*args: Any, **kwargs: Any) -> Any:
            return str(toctree(*args, **kwargs)).replace(
                "<summary>", '<summary aria-label="Pages of this section">'
            )

        context["generate_toctree_html"] = named


def _whole(found: re.Match[str]) -> str:
    return found[1] or f'<span class="pre">{found[2]}</span>'


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", name_what_is_nameless, priority=900)  # after the theme
    return {"parallel_read_safe": True, "parallel_write_safe": True}
