"""Where the nodes of a drawn tree stand.

The rules of E. M. Reingold and J. S. Tilford, "Tidier Drawings of Trees", IEEE Transactions on
Software Engineering 7(2), 1981: the nodes of a ply stand in a row, in order, and don't overlap; a
parent stands in the middle above its children; equal subtrees look equal, and a mirrored tree is
drawn mirrored. Computed as in A. J. Kennedy, "Drawing Trees", Journal of Functional Programming
6(3), 1996, for nodes of any width.
"""

from collections.abc import Mapping, Sequence

Size = tuple[float, float]
"""How far a node reaches to the left and to the right."""
Outline = list[tuple[float, float]]
"""By ply, from a subtree's root down: its left and its right end, seen from the root."""


def tree_positions(
    root: int, children: Mapping[int, Sequence[int]], sizes: Mapping[int, Size], gap: float
) -> dict[int, float]:
    """The `x` of each node of a tree, whose left end is at 0.

    Args:
        children: of each node that has some, in order.
        gap: the least distance between two neighbours.
    """
    order = [root]
    for node in order:
        order += children.get(node, ())
    outlines: dict[int, Outline] = {}
    positions: dict[int, float] = {}
    for node in reversed(order):
        below = [outlines.pop(child) for child in children.get(node, ())]
        shifts = _spread(below, gap)
        positions.update(zip(children.get(node, ()), shifts, strict=True))
        left, right = sizes[node]
        outlines[node] = [(-left, right), *_joined(below, shifts)]
    positions[root] = -min(left for left, _ in outlines[root])
    for node in order:  # parents come first
        for child in children.get(node, ()):
            positions[child] += positions[node]
    return positions


def _spread(outlines: Sequence[Outline], gap: float) -> list[float]:
    """Where siblings stand, seen from their parent: in the middle between being packed to the left
    and being packed to the right."""
    mirrored = [[(-right, -left) for left, right in each] for each in reversed(outlines)]
    from_left, from_right = _packed(outlines, gap), _packed(mirrored, gap)
    return [(a - b) / 2 for a, b in zip(from_left, reversed(from_right), strict=True)]


def _packed(outlines: Sequence[Outline], gap: float) -> list[float]:
    """Where siblings stand if each is as far to the left as those before it allow."""
    shifts: list[float] = []
    ends: list[float] = []  # by ply, the right end of all subtrees before
    for outline in outlines:
        distances = (end + gap - left for end, (left, _) in zip(ends, outline, strict=False))
        shift = max(distances, default=0)
        shifts.append(shift)
        ends[: len(outline)] = [shift + right for _, right in outline]
    return shifts


def _joined(outlines: Sequence[Outline], shifts: Sequence[float]) -> Outline:
    """The outline of siblings' subtrees together."""
    joined: Outline = []
    for outline, shift in zip(outlines, shifts, strict=True):
        moved = [(left + shift, right + shift) for left, right in outline]
        both = zip(joined, moved, strict=False)
        joined = [
            *((min(a, c), max(b, d)) for (a, b), (c, d) in both),
            *joined[len(moved) :],
            *moved[len(joined) :],
        ]
    return joined
