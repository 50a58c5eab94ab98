"""Lectures: pages that can be shown as slides, and downloaded as notebooks.

```` :::{key-point} ```` is what a listener should take home: a box in the page, large on a slide.
`slides.js` makes the slides in the reader's browser, from the page that is there.
"""

from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FOLDER = "lectures"


class KeyPoint(SphinxDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        return [
            nodes.container("", *self.parse_content_to_nodes(), classes=["key-point"], is_div=True)
        ]


def is_lecture(page: str) -> bool:
    """Whether the page with that name is a lecture: all in their folder but its index."""
    folder, _, name = page.rpartition("/")
    return folder == FOLDER and name != "index"


def add_tools(app: Sphinx, doctree: nodes.document) -> None:
    """Put a button for the slides and a link to the notebook below the title of a lecture."""
    if not is_lecture(app.env.docname):
        return
    file = f"{app.env.docname.rpartition('/')[2]}.ipynb"
    tools = (
        '<p class="lecture-tools">'
        '<button type="button" class="lecture-slides" hidden>Show as slides</button> '
        f'<a href="{escape(file)}" download>Download as a notebook</a></p>'
    )
    title = next(iter(doctree.findall(nodes.title)))
    title.parent.insert(1, nodes.raw("", tools, format="html"))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("key-point", KeyPoint)
    app.connect("doctree-read", add_tools)
    app.add_css_file("slides.css")
    app.add_js_file("slides.js", type="module")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
