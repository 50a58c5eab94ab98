"""```` ```{run-python} ````: code with its output, which is computed while the site is built.

The cells of a page share their variables. In a site with the playground, `run_python.js` lets a
reader change a cell and run it. Options: `:hidden:` runs a cell without showing it, and
`:raises: NameError` expects an error.
"""

from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from game_directive import game_picture
from page_namespace import PageNamespace
from plain_pages import Picture, add_made, text_picture
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from pacgrid.common.markup import markup
from pacgrid.records.record import Record


class RunPython(SphinxDirective):
    has_content = True
    option_spec: ClassVar = {
        "hidden": directives.flag,
        "raises": directives.unchanged_required,
        "caption": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        code = "\n".join(self.content)
        printed, value = self._run(code)
        if "hidden" in self.options:
            add_made(self.env)
            # Others need its variables when a reader runs them.
            hidden = f'<div class="run-python-code"><pre>{escape(code)}</pre></div>'
            hidden = f'<div class="run-python-hidden" hidden>{hidden}</div>'
            return [nodes.raw("", hidden, format="html")]
        block = nodes.literal_block(code, code, language="python", classes=["run-python-code"])
        cell = nodes.container("", block, classes=["run-python"], is_div=True)
        picture = None if value is None else markup(value)
        if value is not None and picture is None:
            printed += f"{value!r}\n"
        made = []
        if printed:
            output = printed.rstrip("\n")
            made.append(Picture("Output", text_picture(output)))
            cell += nodes.literal_block(
                output, output, language="text", classes=["run-python-output"]
            )
        if picture is not None:
            is_game = isinstance(value, Record)
            made.append(Picture("Picture", game_picture(value) if is_game else picture))
            cell += nodes.raw("", f'<div class="run-python-picture">{picture}</div>', format="html")
        add_made(self.env, *made)
        return [cell]

    def _run(self, code: str) -> tuple[str, Any]:
        source, _ = self.get_source_info()
        expected = self.options.get("raises")
        try:
            # Empty lines before it, so that errors name the line of the page.
            found = PageNamespace.of(self.env).run("\n" * self.content_offset + code, source)
        except (Exception, SystemExit) as error:
            if type(error).__name__ == expected:
                return f"{expected}: {error}", None
            raise self.error(f"run-python: {type(error).__name__}: {error}") from error
        if expected:
            raise self.error(f"run-python: raises no {expected}")
        return found


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("run-python", RunPython)
    if app.tags.has("playground"):  # see .ci/docs
        app.add_js_file("run_python.js", type="module")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
