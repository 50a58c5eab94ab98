"""A search tree as text: for terminals, e-mails and screen readers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pacgrid.common.sanitize import one_line
from pacgrid.state import State
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, ValueSource
from pacgrid.tree.tree_view import MOST_NODES, FoldedTree, SearchProgress, folded
from pacgrid.tree.wording import (
    actions_label,
    bounds_label,
    by_rule_label,
    cut_label,
    edge_label,
    layer_label,
    utility_notes,
)

COLUMNS = 80

_SYMBOLS = dict(zip(Layer, ("▲ ", "▼ ", "● ", "▲ ", "◆ ", ""), strict=True))

_ASCII = (
    dict.fromkeys(("▲ ", "▼ ", "● ", "◆ "), "")
    | dict(zip("■□├│└─╱★−", "=~||`-/*-", strict=True))
    | {"∞": "inf", "≤": "<=", "≥": ">=", "…": "...", "◀": "<--"}
)

_LEAST_COLUMNS = 40
"""Words have at least so much room, however deep a node is."""


@dataclass(frozen=True)
class TreeRow:
    branch: str
    """The lines that lead to the node: `│  ├─ `."""
    words: str
    """The node and its value: `left: ▼ MIN = 2`."""
    notes: str = ""
    """More about the node: its bounds, its cut."""
    node: int | None = None
    """The number of the node; None for what was pruned or folded up."""
    is_pruned: bool = False


def tree_text(
    tree: SearchTree,
    step: int | None = None,
    *,
    most_nodes: int = MOST_NODES,
    columns: int = COLUMNS,
    ascii_only: bool = False,
    boards: bool = False,
) -> str:
    """A search tree as text, after one of its steps; by default, after the last.

    ▲ is MAX, ▼ is MIN, ● is chance, ◆ an agent whose values are none of these, ■ the end of a game,
    and □ where the search went no further. `[3, ∞]` are alpha and beta when the search entered the
    node, and ★ marks best play. In a whole tree, ╱╱ is what the search skipped.

    Args:
        boards: whether each node has its position below it.

    Raises ValueError if there is no such step.
    """
    progress = SearchProgress.of(tree, step)
    lines = []
    shown = folded(tree, progress.current, most_nodes=most_nodes)
    for row in tree_rows(progress, shown, boards=boards):
        line = "  ".join(filter(None, (row.branch + row.words, row.notes)))
        line = in_ascii(line) if ascii_only else line
        more = "..." if ascii_only else "…"
        if (deep := len(row.branch) - columns + _LEAST_COLUMNS) > 0:
            line = more + line[deep + len(more) :]
        if len(line) > columns:
            line = line[: columns - len(more)] + more
        lines.append(line)
    return "\n".join(lines)


def in_ascii(text: str) -> str:
    """The text of a tree for a terminal that can't show its signs."""
    for sign, letters in _ASCII.items():
        text = text.replace(sign, letters)
    return text


def tree_rows(
    progress: SearchProgress, shown: FoldedTree, *, boards: bool = False
) -> Iterator[TreeRow]:
    """The lines of a tree: its shown nodes in order, and what was pruned or folded up; with
    `boards`, each node's position below it."""
    waiting = [(_node_row(progress, progress.tree.root), "")]
    while waiting:
        row, indent = waiting.pop()
        yield row
        if row.node is None:
            continue
        nodes = (progress.tree.nodes[child] for child in shown.children[row.node])
        below = [_node_row(progress, node) for node in nodes]
        below += _other_rows(progress, progress.tree.nodes[row.node], shown.hidden[row.node])
        for line in _board_lines(progress.tree.nodes[row.node].state) if boards else ():
            yield TreeRow(indent + ("│  " if below else "   "), line)
        lines = [("├─ ", "│  ")] * (len(below) - 1) + [("└─ ", "   ")]
        waiting += [
            (replace(each, branch=indent + branch), indent + more)
            for each, (branch, more) in reversed([*zip(below, lines, strict=False)])
        ]


def _board_lines(state: Any) -> Sequence[str]:
    """A position as text; a drawn tree has none."""
    if hasattr(state, "tree"):
        return ()
    lines = str(state).splitlines()
    return lines[: state.maze.height] if isinstance(state, State) else lines


def _node_row(progress: SearchProgress, node: SearchNode) -> TreeRow:
    value, cut = progress.value(node.number), progress.cut(node.number)
    is_whole, is_reached = progress.tree.is_whole, progress.last_step(node.number) is not None
    if node.layer is Layer.LEAF:
        kind = "■" if node.source is ValueSource.TERMINAL else "□"
    else:
        kind = _SYMBOLS[node.layer] + layer_label(node.layer, node.state.to_move)
    edge, name = edge_label(progress.tree, node), one_line(getattr(node.state, "name", ""))
    is_best = progress.is_final and node.number in progress.tree.principal_variation
    skipped = "╱╱" * (is_whole and node.number in progress.skipped)
    words = [edge and f"{edge}:", skipped, name, kind]
    if value is not None:
        text = progress.value_text(node.number)
        words.append(text if node.layer is Layer.LEAF else f"= {text}")
    notes = [*utility_notes(progress.tree, node, value)]
    if progress.is_returned(node.number):
        notes.append(f"returned; {by_rule_label(node)}")
    if progress.has_bounds(node.number):
        notes.append(bounds_label(node.alpha, node.beta))
    if cut:
        notes.append(f"cut: {cut_label(cut, value)}")
    if node.same_as is not None and (is_reached or not is_whole):
        notes.append(f"same state as node {node.same_as}")
    if node.visits > 1 and (is_reached or not is_whole):
        notes.append(f"{node.visits} visits")
    words += ["★"] * is_best
    return TreeRow("", " ".join(filter(None, words)), "  ".join(notes), node.number)


def _other_rows(progress: SearchProgress, node: SearchNode, hidden: int) -> Iterator[TreeRow]:
    if hidden:
        yield TreeRow("", f"+ {hidden:,} node{'s' * (hidden != 1)}")
    if progress.tree.is_whole:
        return
    if cut := progress.cut(node.number):
        yield TreeRow("", f"╱╱ pruned: {actions_label(node.state, cut.actions)}", is_pruned=True)
    if node.untried and progress.is_final:
        yield TreeRow("", f"not tried: {actions_label(node.state, node.untried)}")
