"""A test of a search."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from pacgrid.agent_loader import load_agent
from pacgrid.state import State
from pacgrid.tree.recorder import record_search

from ...diagnosis.diagnose import searches_right
from ...diagnosis.generator import generate
from ...diagnosis.observation import Observation, ObservedTest
from ...diagnosis.packed_observations import packed, unpacked
from ...diagnosis.probe import Probe
from ...diagnosis.transformation import transformed
from ...model.outcome import Outcome
from ...model.placed_failure import placed_failures
from ...model.searches import MOST_NODES, Pruning
from ...model.strict_model import Identifier, Option, invalid
from ...worker_client.replies import Acted
from ..choices import ChoiceTest
from ..drawing import with_path
from ..fields import Catalogue, EvaluationName, Position, Tree
from ..illustration import Illustration
from ..kind import NeededFile, Part
from ..tally import tally_choices
from .examiner import Examiner, is_optimal, to_repeat, unpruned_nodes
from .state_server import StateServer

MOST_GENERATED = 200
MOST_MOVES = 10

_GENERATED = (
    "Many of the trees and positions are small ones, generated so that common mistakes in a search "
    "show."
)
_OBSERVED = (
    "“Found by a right search” means that the search itself counts: choosing the best action isn't "
    "enough if your search leaves out states that matter, or looks at states that it shouldn't."
)


class Search(ChoiceTest):
    """Positions that the submission can search but not look into: Pac-Man's, and drawn trees.

    The grader keeps the states. The submission gets what every game has
    (`pacgrid.search.GameState`) but no board. If `nodes` is at most `MOST_NODES`, the grader
    observes all that it asks about them, see `probe_server.ProbeServer`. If it is more, the grader
    only counts successors, which is faster, see `state_server.StateServer`.
    """

    sees_board = False
    kind: Literal["search"]
    positions: list[Position] = Field(default_factory=list)
    trees: list[Tree] = Field(default_factory=list)
    generate: Annotated[int, Field(ge=0, le=MOST_GENERATED)] = 0
    """How many more trees and positions are generated."""
    seed: Annotated[int, Field(ge=0)] = 0
    """From which they are generated. A loaded assignment has a large one for a hidden test, whose
    drawn positions and trees it transforms, too: see `hidden_seeds`."""
    evaluation: EvaluationName = "score"
    """For drawn positions. Trees, and what is generated, have their own."""
    moves: Annotated[int, Field(ge=1, le=MOST_MOVES)] = 1
    """How many moves of the same instance are asked for in each drawn position."""
    pruning: Pruning = "either"
    """What alpha-beta may prune."""
    mistakes: list[Catalogue] = Field(default_factory=list)
    """Files with more known mistakes, for the diagnosis."""
    options: dict[Identifier, Option] | None = None
    """The options that the agent is built with; if left out, `depth` and `evaluation`."""
    nodes: Annotated[int, Field(ge=1)] = MOST_NODES
    """The number of successors that the submission may ask for in each position."""

    @property
    def drawn(self) -> list[State]:
        return self.positions

    @property
    def evaluation_name(self) -> str:
        return self.evaluation

    @property
    def parts(self) -> Mapping[str, int]:
        return {
            "position": len(self.positions),
            "tree": len(self.trees),
            "generated position": self.generate,
        }

    @property
    def positions_noun(self) -> str:
        return "trees and positions" if self.trees or self.generate else self.noun

    @property
    def conditions(self) -> str:
        found = ", found by a right search" if self.is_observed else ""
        return f"{found}, with at most {self.nodes:,} successors each"

    @property
    def notes(self) -> tuple[str, ...]:
        return (_GENERATED,) * bool(self.generate) + (_OBSERVED,) * self.is_observed

    @property
    def own_seed(self) -> int:
        return self.seed

    @property
    def seeded_by(self) -> list[object]:
        return [self.search, self.depth, [*map(str, self.positions)], [*map(str, self.trees)]]

    @property
    def for_students(self) -> Self:
        """Without the files of known mistakes."""
        return self.model_copy(update={"mistakes": []})

    @property
    def needed_files(self) -> Iterator[NeededFile]:
        for file in self.mistakes:
            yield NeededFile(file, Path(file).name, is_program=True)

    def relocated(self, paths: Mapping[str, str], /) -> dict[str, object]:
        return {"mistakes": [paths[file] for file in self.mistakes]} if self.mistakes else {}

    def shortened(self, most: int, /) -> Self:
        positions = self.positions[:most]
        trees = self.trees[: most - len(positions)]
        generate = min(self.generate, most - len(positions) - len(trees))
        changes = {"positions": positions, "trees": trees, "generate": generate}
        return self.model_copy(update=changes)

    @property
    def is_observed(self) -> bool:
        """Whether the grader observes the search, not only counts successors."""
        return self.nodes <= MOST_NODES

    @property
    def agent_options(self) -> dict[str, Option]:
        if self.options is None:
            return {"depth": self.depth, "evaluation": self.evaluation}
        return dict(self.options)

    @model_validator(mode="after")
    def _has_positions(self) -> Self:
        if not self.size:
            raise invalid("has nothing to search; add positions, trees or generate")
        if self.generate and self.options is not None:
            raise invalid("options don't go with generate, where depths differ; remove one of them")
        if self.search != "alpha_beta" and self.pruning == "strict":
            raise invalid(f"{self.search} doesn't prune; remove pruning")
        simple = (self.trees, self.generate, self.moves - 1, self.evaluation != "score")
        if not self.is_observed and any(simple):
            raise invalid(
                f"with more than {MOST_NODES:,} nodes, there can only be positions, for one move, "
                "with the score as evaluation; lower nodes"
            )
        return self

    @property
    def probes(self) -> tuple[Probe, ...]:
        """What a submission is asked about: positions, trees, and what is generated. They are
        numbered from 1, as in `tree 7`. Hidden ones are transformed by the seed, so that a
        submission can't recognise them."""
        search, depth = self.search, self.depth
        every = [
            *(Probe("", p, search, depth, self.evaluation, self.moves) for p in self.positions),
            *(Probe("", tree, search, depth) for tree in self.trees),
            *generate(search, self.generate, self.seed),
        ]
        if self.is_hidden:
            every = [transformed(probe, self.seed) for probe in every]
        return tuple(
            replace(probe, name=f"{probe.kind} {number}", test=self.number)
            for number, probe in enumerate(every, start=1)
            if number in self.numbers
        )

    def illustration(self, answer: str, module: str, /) -> Illustration:
        """A drawn position; without one, the first tree."""
        if shown := super().illustration(answer, module):
            return shown
        probe = self.probes[0]
        agent = load_agent(f"{self.search}:depth={probe.depth}")
        agent.evaluate = probe.evaluate  # type: ignore[attr-defined]
        tree = record_search(agent, probe.root)[0]
        return Illustration(tree, self.caption("In this tree", [tree.chosen]))

    def run(self, part: Part, /) -> Outcome:
        return self.observed(part) if self.is_observed else self.counted(part)

    def counted(self, part: Part) -> Outcome:
        """Has the class search in each position, and counts the successors."""
        client = part.client
        server = StateServer(self.nodes, client)

        def choose(state: State) -> Acted:
            client.start_search(server.start(state), seed=0)
            acted = client.act([], server.expand)
            server.count(acted.used)
            return acted

        positions: list[Any] = [probe.root for probe in self.probes]
        return tally_choices(self, positions, part, choose).outcome(nodes=server.used)

    def observed(self, part: Part) -> Outcome:
        """Asks the class about all probes, a new instance each."""
        examiner = Examiner(part, self.agent_options, self.nodes)
        observations: list[Observation] = []
        for probe in self.probes:
            asked = replace(probe, scores_finished=part.client.is_course_file)
            observations.append(examiner.observe(asked, seed=0))
            part.on_game()
            if examiner.is_gone or not examiner.is_built:
                break
        if not examiner.is_built:
            failure = observations[0].decisions[0].failure
            return Outcome(self.description, "not tried", 0, self.points, failure=failure)
        repeated = () if examiner.is_gone else to_repeat(observations)
        again = [examiner.observe(each.probe, seed=1) for each in repeated]
        observed = ObservedTest((*observations,), (*again,))
        return replace(self._outcome(observations), observed=packed(observed))

    def what_was_observed(self, text: str) -> ObservedTest:
        """Reverses `packed` for what was observed in this test."""
        return unpacked(text, self.probes)

    def _outcome(self, observations: Sequence[Observation]) -> Outcome:
        """What its choices earn."""
        right = sum(map(is_optimal, observations))
        last = zip(self.numbers, (each.decisions[-1] for each in observations), strict=False)
        failed = [(n, with_path(each.failure, each)) for n, each in last if each.failure]
        parts = [f"right in {right} of {self.size}"]
        if failed:
            parts.append(f"failed in {len(failed)}")
        failures = placed_failures("position", failed, self.numbers[len(observations) :])
        return Outcome(
            self.description,
            ", ".join(parts),
            self.earned(right),
            self.points,
            failure=failures[0].failure if failures else None,
            place=failures[0].place if failures else "",
            other_failures=failures[1:],
            nodes=sum(len(each.generated) for o in observations for each in o.decisions),
            unpruned_nodes=None if failed else sum(map(unpruned_nodes, observations)),
        )

    def accused(self, outcome: Outcome, observations: Sequence[Observation]) -> Outcome:
        """`outcome` with fewer points: all its choices are right, but not how it searches."""
        wrong = sum(not searches_right(each) for each in observations)
        result = f"{outcome.result}, searched wrongly in {wrong}"
        return replace(outcome, result=result, points=self.earned(self.size - wrong))
