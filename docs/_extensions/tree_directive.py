"""```` ```{tree} book ````: a search, stepped through, drawn or as text.

The search is the one that `pacgrid tree` shows. The content, if there is some, is a drawn tree.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from frames import MadeDirective, made_picture
from plain_pages import Picture, add_made, text_picture
from sphinx.application import Sphinx

from pacgrid.cli.tree import RecordedSearch, recorded_search
from pacgrid.render.svg import tree_svg
from pacgrid.render.web.tree_page import tree_page
from pacgrid.session.themes import ThemeName
from pacgrid.tree.tree_text import tree_text

VIEWS = ("steps", "svg", "text")


class TreeDirective(MadeDirective):
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {
        "agent": directives.unchanged_required,
        "game": directives.unchanged_required,
        "position": directives.unchanged_required,
        "layout": directives.unchanged_required,
        "after": directives.unchanged_required,
        "view": lambda text: directives.choice(text, VIEWS),
        "step": directives.nonnegative_int,
        "max-nodes": directives.positive_int,
        "boards": directives.flag,
        "caption": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        search = self.made(self._search)
        return [self.made(lambda: self._shown(search))]

    def _search(self) -> RecordedSearch:
        if not self.content:
            return self._recorded(self.arguments[0] if self.arguments else self.options.get("game"))
        with TemporaryDirectory() as folder:
            path = Path(folder, "drawn.tree")
            path.write_text("\n".join(self.content) + "\n", "utf-8")
            search = self._recorded(str(path))
        title = self.arguments[0] if self.arguments else "a drawn tree"
        return RecordedSearch(title, search.agent, search.trees)

    def _recorded(self, game: str | None) -> RecordedSearch:
        options, position = self.options, self.options.get("position")
        agent = options.get("agent")
        return recorded_search(
            self.beside_page(game) if game else None,
            self.beside_page(agent) if agent and ".py" in agent else agent,
            layout=options.get("layout"),
            position=self.beside_page(position) if position else None,
            after=options.get("after", ""),
        )

    def _shown(self, search: RecordedSearch) -> nodes.Node:
        trees, most = search.trees, self.options.get("max-nodes")
        step, view = self.options.get("step"), self.options.get("view", "steps")
        more = {"most_nodes": most} if most else {}
        words = tree_text(trees[-1], step, **more)
        if view == "text":
            add_made(self.env, Picture("Tree", text_picture(words)))
            return nodes.literal_block(words, words, language="text")
        title = f"The search of {search.agent} on {search.title}"
        boards = True if "boards" in self.options else None
        drawn = {
            theme: tree_svg(trees[-1], step, most_nodes=most, theme=theme, boards=boards)
            for theme in (ThemeName.LIGHT, ThemeName.DARK)
        }
        add_made(self.env, Picture("Tree", drawn[ThemeName.LIGHT]))
        if view == "steps":
            page = tree_page(trees, search.title, most_nodes=most, boards=boards)
            return self.frame(page, title, "tree", words)
        files = {theme: self.write(picture, ".svg") for theme, picture in drawn.items()}
        caption = self.options.get("caption", "")
        return made_picture("", **files, alt=title, caption=caption, text=words)


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("frames")
    app.add_directive("tree", TreeDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
