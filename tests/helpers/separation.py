"""Which known mistakes some tasks don't tell apart."""

from collections.abc import Callable, Hashable, Iterable, Sequence

from pacgrid.autograder.diagnosis.hypothesis import Behaviour, behaviours
from pacgrid.autograder.diagnosis.mistake import Mistake
from pacgrid.autograder.diagnosis.search_task import SearchTask
from pacgrid.tree.reference_search import RIGHT_SEARCHES

RIGHT = "right"
"""The name of the right search in a group."""


def inseparable(
    mistakes: Sequence[Mistake],
    tasks: Iterable[SearchTask],
    aspect: Callable[[Behaviour], Hashable] = lambda behaviour: behaviour,
) -> tuple[tuple[str, ...], ...]:
    """The groups of mistakes, by the names of their findings and `RIGHT`, that behave the same in
    all of these tasks, or in one `aspect` of their behaviour."""
    searches = [RIGHT_SEARCHES[mistakes[0].search], *(each.mutant for each in mistakes)]
    names = [RIGHT, *(each.finding.mistake for each in mistakes)]
    shown = zip(*([*map(aspect, behaviours(task, searches))] for task in tasks), strict=True)
    groups: dict[tuple[Hashable, ...], set[str]] = {}
    for name, behaviour in zip(names, shown, strict=True):
        groups.setdefault(behaviour, set()).add(name)
    return tuple(sorted({tuple(sorted(group)) for group in groups.values() if len(group) > 1}))
