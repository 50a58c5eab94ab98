"""What was observed of an agent: each move it chose for a probe, and how it searched."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import why_illegal
from pacgrid.common.failure import Failure
from pacgrid.state import State
from pacgrid.tree.search_log import SearchEventKind

from ..model.searches import MOST_NODES
from .footprint import Footprint
from .path import Path
from .probe import Probe
from .recorder import Recorder
from .search_order import SearchOrder, search_order
from .tree_position import TreePosition
from .watched_state import WatchedState


@dataclass(frozen=True)
class Decision:
    """One move that an agent chose, and all that it asked before, in order."""

    log: Recorder
    chosen: Action | None
    """None if it failed."""
    values: Mapping[Action, float] = field(default_factory=dict)
    """What the agent reports as the values of its actions, if it does."""
    returned: Mapping[Path, float] = field(default_factory=dict)
    """What its functions returned for states, as far as that was seen."""
    failure: Failure | None = None

    @property
    def root(self) -> TreePosition | State:
        root: TreePosition | State = self.log.nodes[0].state  # type: ignore[assignment]
        return root

    @cached_property
    def generated(self) -> tuple[Path, ...]:
        """The states that it generated, in order; one that is generated twice is there twice."""
        return tuple(self.log.paths[1:])

    @cached_property
    def expanded(self) -> frozenset[Path]:
        """The states that it generated successors of."""
        return frozenset(path.parent for path in self.generated)

    @cached_property
    def evaluated(self) -> frozenset[Path]:
        """The states that it evaluated with the evaluation it was given."""
        return self._asked(SearchEventKind.EVALUATE)

    @cached_property
    def scored(self) -> frozenset[Path]:
        """The states whose score it read."""
        return self._asked(SearchEventKind.SCORE)

    @cached_property
    def order(self) -> SearchOrder:
        """The order in which it tried actions."""
        return search_order(self.log)

    @cached_property
    def footprint(self) -> Footprint:
        """The states that it used."""
        return Footprint(
            self.expanded,
            self.evaluated - self.expanded,
            self.scored - self.expanded,
            frozenset(path for path, times in Counter(self.generated).items() if times > 1),
        )

    def _asked(self, kind: SearchEventKind) -> frozenset[Path]:
        events = (event for event in self.log.events if event.kind is kind)
        return frozenset(self.log.paths[event.state] for event in events)


@dataclass(frozen=True)
class Observation:
    """What was observed of an agent that was asked about a probe."""

    probe: Probe
    decisions: tuple[Decision, ...]
    """The moves of one instance, in order. The last one may have failed."""


@dataclass(frozen=True)
class ObservedTest:
    """What was observed of an agent in a test: in one process, in this order."""

    observations: tuple[Observation, ...]
    again: tuple[Observation, ...] = ()
    """What it did when it was asked about some of the probes once more."""


def observe(
    probe: Probe, build: Callable[[], Any], roots: Sequence[TreePosition | State] = ()
) -> Observation:
    """Observes an agent of this process, built by `build`, with that probe. With `roots`, it is
    asked about these positions in turn, whatever it chooses. Never use it for submissions."""
    agent = build()
    decisions: list[Decision] = []
    root: TreePosition | State | None = probe.root
    while root is not None and len(decisions) < (len(roots) or probe.moves):
        root = roots[len(decisions)] if roots else root
        decisions.append(decide(agent, probe, root))
        chosen = decisions[-1].chosen
        if chosen is None:
            break
        root = root if roots else probe.after(root, chosen)
    return Observation(probe, tuple(decisions))


def decide(
    agent: Any, probe: Probe, root: TreePosition | State, most_nodes: int = MOST_NODES
) -> Decision:
    """Observes one move of an agent of this process, which may ask for so many successors."""
    recorder = Recorder(probe, root, most_nodes)
    try:
        chosen = agent.act(WatchedState(recorder))
    except Exception as error:
        failure = Failure(f"{type(error).__name__}: {error}")
        return Decision(recorder, None, failure=failure)
    if why := why_illegal(chosen, root):  # type: ignore[arg-type]
        return Decision(recorder, None, failure=Failure(why))
    values = dict(getattr(getattr(agent, "report", None), "values", None) or {})
    return Decision(recorder, chosen, values)
