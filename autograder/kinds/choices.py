"""What tests of single positions share."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from pacgrid.action import Action
from pacgrid.state import State

from ..model.aim import counted
from ..model.amount import worth
from ..model.searches import SearchName
from ..model.strict_model import Points
from .drawing import written
from .illustration import Illustration
from .kind import GradedTest
from .optimal import optimal_actions


class ChoiceTest(GradedTest):
    """Positions; in each, the submission must choose an optimal action, which the shipped `search`
    finds."""

    search: SearchName
    depth: Annotated[int, Field(ge=1)]
    points: Points
    partial: bool = False
    """Whether some of the positions earn a share of the points."""

    @property
    def possible(self) -> float:
        return self.points

    @property
    @abstractmethod
    def drawn(self) -> list[State]:
        """The positions that are drawn."""

    @property
    def evaluation_name(self) -> str:
        """The evaluation of the drawn positions."""
        return "score"

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, int]:
        """How many positions of which sort it has: `{"position": 3, "tree": 2}`."""

    @property
    def summary(self) -> str:
        asked = " and ".join(counted(count, sort) for sort, count in self.parts.items() if count)
        return f"the best action in {asked}, {counted(self.depth, 'round')} ahead"

    @property
    def full_size(self) -> int:
        return sum(self.parts.values())

    @property
    def goals(self) -> str:
        each = ", a share for each" if self.partial else ""
        several = f" in each of {self.size} {self.positions_noun}{each}" if self.size > 1 else ""
        return f"the best action{several}{self.conditions}: {worth(self.points)}"

    @property
    def positions_noun(self) -> str:
        return self.noun

    @property
    def conditions(self) -> str:
        """What else the points need."""
        return ""

    def earned(self, correct: int) -> float:
        """The points for `correct` correct positions."""
        if self.partial:
            return self.points * correct / self.size
        return self.points if correct == self.size else 0

    def illustration(self, answer: str, module: str, /) -> Illustration | None:
        """The drawn position that is clearest: preferably a single action is best, and Pac-Man
        moves."""
        solved = [(state, self._best(state)) for state in self.drawn]
        if not solved:
            return None
        ranks = [2 * (len(best) > 1) + (Action.STOP in best) for _, best in solved]
        state, best = solved[ranks.index(min(ranks))]
        example = self._example(state, best[0], answer, module) if len(best) == 1 else ""
        rounds = counted(self.depth, "round")
        return Illustration(
            state, self.caption(f"Looking {rounds} ahead", best), best, example, min(ranks)
        )

    def caption(self, where: str, best: Sequence[object]) -> str:
        """What the search finds, in Markdown."""
        names = " or ".join(f"**{action}**" for action in best)
        return f"{where}, `{self.search}` finds that {names} is best."

    def _best(self, state: State) -> tuple[Action, ...]:
        return optimal_actions(state, self.search, self.depth, self.evaluation_name)

    def _example(self, state: State, action: Action, agent: str, module: str) -> str:
        """An interpreter session in which the class `agent` chooses `action`."""
        arguments = {name: repr(value) for name, value in self.agent_options.items()}
        lines = ["from pacgrid import State", f"from {module} import {agent}"]
        if evaluation := arguments.get("evaluation"):
            is_score = evaluation == "'score'"
            arguments["evaluation"] = "score" if is_score else f"evaluation_named({evaluation})"
            name = "score" if is_score else "evaluation_named"
            lines.insert(1, f"from pacgrid.search import {name}")
        lines.append("state = State.parse('''")
        options = ", ".join(f"{name}={value}" for name, value in arguments.items())
        call = f"print({agent}({options}).act(state))"
        rows = [f"... {row}" for row in [*written(state).splitlines(), "''')"]]
        return "\n".join([*(f">>> {line}" for line in lines), *rows, f">>> {call}", str(action)])
