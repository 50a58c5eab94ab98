"""How Sphinx builds the site; see developing.md."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_extensions"))

project = "Pacgrid"
author = "The Pacgrid developers"
copyright = author  # noqa: A001 - Sphinx's name
version = release = installed_version("pacgrid")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    # docs/_extensions:
    "plain_pages",
    "tree_directive",
    "game_directive",
    "quiz_directive",
    "run_python",
    "value_role",
    "slides",
    "notebooks",
    "api_reference",
    "command_reference",
    "environment_reference",
    "message_reference",
    "mistake_reference",
    "accessible_html",
    "project_files",
    "shelves",
    "internal_links",
]
source_suffix = {".md": "markdown"}
exclude_patterns = ["README.md", "_extensions", "_build"]

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4  # as a Git host makes them: [text](page.md#heading)

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
smartquotes = False  # --option stays as it is typed

html_theme = "pydata_sphinx_theme"
html_title = "Pacgrid"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "favicon.ico"
html_extra_path = ["favicon.ico"]  # at the top, too: browsers ask there for pages in frames
html_search_scorer = str(HERE / "_extensions" / "search_order.js")
templates_path = ["_templates"]
# `-t playground`: the site will have the playground, too; see .ci/docs.
_has_playground = tags.has("playground")  # type: ignore[name-defined]  # noqa: F821
_playground = ["playground-link"] if _has_playground else []
html_js_files = [("playground_frame.js", {"type": "module"})] if _has_playground else []
html_theme_options = {
    "navbar_center": ["navbar-nav", *_playground],
    "show_prev_next": True,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
}
html_context = {"default_mode": "auto"}
html_show_sourcelink = html_copy_source = html_use_index = html_domain_indices = False
html_sidebars = {"index": []}  # no pages below it
