"""A search tree as an SVG document."""

from pacgrid.render.board_svg import Svg
from pacgrid.render.pictures.diagram_svg import diagram_svg
from pacgrid.session.themes import THEMES, ThemeName
from pacgrid.session.tree_diagram import tree_diagram
from pacgrid.tree.search_tree import SearchTree


def tree_svg(
    tree: SearchTree,
    step: int | None = None,
    *,
    most_nodes: int | None = None,
    theme: str = ThemeName.LIGHT,
    boards: bool | None = None,
    ids: str | None = None,
) -> Svg:
    """A picture of a search tree after one of its steps; by default, after the last.

    Args:
        most_nodes: a larger tree is folded to what matters; None: smaller with boards.
        theme: `dark`, `light`, `colour-blind` or `colour-blind-light`.
        boards: whether each node has its position as a small board; None: if it is small.
        ids: as in `diagram_svg`; the number of a node is that in the tree.

    Raises:
        ValueError: one line that names the argument.
    """
    if theme not in THEMES:
        raise ValueError(f"theme: must be one of {', '.join(THEMES)}, not {theme!r}")
    diagram = tree_diagram(tree, step, most_nodes=most_nodes, boards=boards)
    return diagram_svg(diagram, THEMES[ThemeName(theme)], ids=ids)
