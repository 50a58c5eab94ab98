"""Generated trees that look like those of a course's test cases."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from pacgrid.games.drawn_tree import Branch, TreeNode

from ...diagnosis.further_questions import further_probes
from ...diagnosis.generator import generate
from ...diagnosis.named_position import NamedPosition
from ...diagnosis.probe import Probe
from ...diagnosis.tree_position import TreePosition
from ...model.searches import SearchName

COUNT = 40
"""How many probes are generated; some are positions on a board."""
_NAMES = ("North", "East", "South", "West", "Stop")


@lru_cache
def course_probes(search: SearchName) -> Sequence[Probe]:
    """Trees in which known mistakes show, small ones first. They have no names, because no test
    case has them."""
    return tuple(_as_in_a_course(generate(search, COUNT, seed=0)))


def further_course_probes(search: SearchName) -> Iterator[Probe]:
    """Others, to tell apart mistakes that explain the same."""
    return _as_in_a_course(further_probes(search))


def _as_in_a_course(probes: Iterable[Probe]) -> Iterator[Probe]:
    """Those of `probes` that are trees."""
    for probe in probes:
        if isinstance(root := probe.root, TreePosition):
            tree = NamedPosition(_named(root.tree), root.num_agents)
            yield Probe("", tree, probe.search, probe.depth, scores_finished=True)


def _named(tree: TreeNode) -> TreeNode:
    """`tree` with the names that course files know for the actions."""
    branches = (
        Branch(name, _named(branch.child))
        for name, branch in zip(_NAMES, tree.branches, strict=False)
    )
    return replace(tree, branches=tuple(branches))
