"""Searches that the page shows: of the file's agents at a position, and of drawn trees."""

from typing import Any

from pacgrid.agent_loader import load_agent, suitable_agent
from pacgrid.errors import PacgridError
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.games.game_loader import tree_text as shipped_tree
from pacgrid.layout import Layout
from pacgrid.render.web.tree_page import tree_page
from pacgrid.site.in_page.playing import OWN
from pacgrid.site.in_page.workspace import own_agent, save
from pacgrid.state import State
from pacgrid.tree.folding import MOST_NODES
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.tree_text import tree_text
from pacgrid.tree.whole_tree import leaves_come_first, whole_tree

LONGEST_TEXT = 100_000
"""Characters of a drawn tree."""


class SearchError(PacgridError):
    """A search that can't be shown."""


def of_position(text: str, agent: str, depth: int, layout: str, position: str) -> dict[str, Any]:
    """The page that steps through the search of `agent` at a `position`, as it is printed, or at
    the start of `layout`; and the tree as text. Raises PacgridError."""
    save(text)
    state = State.parse(position) if position.strip() else State.initial(Layout.load(layout))
    return _searched(state, agent, depth, "this position" if position.strip() else layout)


def of_game(text: str, agent: str, depth: int, game: str) -> dict[str, Any]:
    """The same at the start of another game, such as `tictactoe`. Raises PacgridError."""
    save(text)
    return _searched(load_game(game), agent, depth, game)


def of_drawn_tree(tree: str, agent: str) -> dict[str, Any]:
    """The same of a drawn tree, searched to its end by a shipped agent. Raises PacgridError."""
    if len(tree) > LONGEST_TEXT:
        raise SearchError(f"a tree has at most {LONGEST_TEXT:,} characters")
    root = DrawnTree.parse(tree, "my.tree")
    if root.is_terminal:
        raise SearchError("the tree has only one node, so there is nothing to search")
    return _searched(root, agent, root.height, "my.tree")


def drawn_tree(name: str) -> str:
    """The text of a shipped tree."""
    return shipped_tree(f"{name}.tree")


def _searched(state: Any, agent: str, depth: int, title: str) -> dict[str, Any]:
    if state.is_terminal:
        raise SearchError(f"{title}: the game is over here, so there is nothing to search")
    trees = record_search(load_agent(_spec(state, agent, depth)), state)
    last = trees[-1]
    return {
        "page": tree_page(trees, title),
        "text": _text(last, whole=leaves_come_first(trees)),
        "failure": last.failure.message if last.failure else "",
    }


def _spec(state: Any, agent: str, depth: int) -> str:
    if agent.startswith(OWN):
        return own_agent(agent.removeprefix(OWN), depth)
    return f"{agent or suitable_agent(state)}:depth={depth}"


def _text(tree: SearchTree, *, whole: bool) -> str:
    shown = whole_tree(tree) if whole else tree
    return tree_text(shown, most_nodes=len(shown.nodes) if shown.is_whole else MOST_NODES)
