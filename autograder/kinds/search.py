"""A test of a search."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pacgrid.state import State

from ..model.searches import MOST_NODES, Pruning
from ..model.strict_model import Identifier, Option, invalid
from .choices import ChoiceTest
from .fields import Catalogue, EvaluationName, Position, Tree
from .kind import NeededFile

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
    observes all that it asks about them, see `pacgrid.autograder.kinds.probe_server.ProbeServer`.
    If it is more, the grader only counts successors, which is faster, see
    `pacgrid.autograder.kinds.search_trial.StateServer`.
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
