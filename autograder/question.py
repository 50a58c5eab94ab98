"""A question of an assignment, and the tests that grade an answer to it."""

from dataclasses import replace
from functools import cache
from hashlib import file_digest, sha256
from math import isclose
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    InstanceOf,
    PlainSerializer,
    ValidationInfo,
    model_validator,
)

from pacgrid.agent import Agent
from pacgrid.agent_loader import MAX_AGENT_BYTES, AgentSpec, load_agent
from pacgrid.agents.evaluation import WEIGHTS
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.analysis.search_judge import FEWEST_NODES
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.graded_test import GradedTest
from pacgrid.autograder.strict_model import (
    Identifier,
    Option,
    Points,
    StrictModel,
    errors_as_invalid,
    invalid,
)
from pacgrid.autograder.test_cases.course_game_tree import CourseGameTree
from pacgrid.autograder.test_cases.course_games import CourseGames
from pacgrid.autograder.test_cases.course_test import CourseTest
from pacgrid.autograder.test_cases.course_trees import CourseTrees
from pacgrid.autograder.test_cases.rules import Rule
from pacgrid.autograder.test_cases.unknown_test import UnknownTest
from pacgrid.common.files import read_regular_file
from pacgrid.layout import Layout
from pacgrid.state import State
from pacgrid.teams import TEAMS, ghost_names

SearchName = Literal["minimax", "alpha_beta", "expectimax"]

Pruning = Literal["strict", "either"]
"""Whether alpha-beta must go on where a value equals a bound, or may prune."""

MOST_NODES = 5_000
"""Successors for each move of a search that is observed."""
MOST_GENERATED = 200
ANALYSIS_NODES = 20_000
MOST_ANALYSIS_NODES = 1_000_000
MOST_MOVES = 10

UnansweredRule = Literal["zero", "left out"]
"""How a question without an answer counts: with zero points, or not at all."""


def _load_layout(name: object, info: ValidationInfo) -> object:
    """Loads a shipped layout by its name, or one from a file beside the assignment."""
    if not isinstance(name, str):
        raise invalid("name a layout, or a .lay file beside the assignment")
    with errors_as_invalid():
        source = str(_beside(name, info) or name)
        layout = Layout.load(source)
    return layout if source in Layout.shipped() else replace(layout, name=source)


def _check_ghost(spec: object, info: ValidationInfo) -> object:
    """Resolves the path of a ghost's file that is beside the assignment, and builds it once; a team
    stays as it is."""
    if not isinstance(spec, str):
        raise invalid("name an agent, such as random_ghost")
    with errors_as_invalid():
        source = AgentSpec.parse(spec).source
        if source.endswith(".py") and (path := _beside(source, info)):
            spec = f"{path}{spec.removeprefix(source)}"
        if spec not in TEAMS:
            load_agent(spec)
    return spec


def _beside(name: str, info: ValidationInfo) -> Path | None:
    """The file `name` in the assignment's folder, if there is one."""
    path: Path = (info.context or {}).get("folder", Path()) / name
    return path if path.is_file() else None


def _check_catalogue(name: object, info: ValidationInfo) -> object:
    """Resolves the path of a file of known mistakes that is beside the assignment, and loads it."""
    from pacgrid.autograder.diagnosis.catalogue import check_catalogue

    if not (isinstance(name, str) and name.endswith(".py")):
        raise invalid("name a Python file with mistakes, such as 'our_mistakes.py'")
    with errors_as_invalid():
        path = _beside(name, info) or Path(name)
        check_catalogue(path)
    return str(path)


def _check_solution(name: object, info: ValidationInfo) -> object:
    """Resolves the path of a solution that is beside the assignment."""
    if not isinstance(name, str):
        raise invalid("name a file that `pacgrid solve` wrote")
    path = _beside(name, info) or Path(name)
    if not path.is_file():
        raise invalid(f"{name}: no such file; write one with `pacgrid solve`")
    return str(path)


def _parse_position(drawing: object) -> object:
    if not isinstance(drawing, str):
        raise invalid("draw a position, as print(state) does")
    with errors_as_invalid():
        state = State.parse(drawing, "drawing")
    if state.is_terminal:
        raise invalid("the game is over; draw a position in which Pac-Man can move")
    if state.to_move != 0:
        raise invalid("it is a ghost's turn; draw a position in which Pac-Man moves")
    return state


def _parse_tree(text: object) -> object:
    if not isinstance(text, str):
        raise invalid("write a tree as text: MAX, and its children below it")
    with errors_as_invalid():
        root = TreePosition.parse(text, "")  # an error begins with `:line:column:`
    if root.is_terminal or root.to_move != 0:
        raise invalid("Pac-Man can't move at the root; write MAX there")
    return root


def _check_evaluation(name: str) -> str:
    if name not in (known := ("score", *WEIGHTS)):
        raise invalid(f"no evaluation {name!r}; choose {', '.join(known)}")
    return name


def _check_kind(test: object) -> object:
    """Refuses what TOML can't express, since tests from files are read elsewhere."""
    kind = test.get("kind", "games") if isinstance(test, dict) else "games"
    if kind not in ("games", "positions", "search"):
        raise invalid("kind should be one of 'games', 'positions', 'search'")
    return test


def _with_digest(spec: str) -> str:
    """`spec`; if it names a file, without its folder and with a hash of its content."""
    source = AgentSpec.parse(spec).source
    if not source.endswith(".py"):
        return spec
    file = Path(source)
    digest = sha256(read_regular_file(file, MAX_AGENT_BYTES)).hexdigest()
    return f"{file.name}{spec.removeprefix(source)} {digest}"


@cache
def _file_with_digest(file: str) -> str:
    """The name of a large `file`, which doesn't change while it is graded, and its hash."""
    with Path(file).open("rb") as data:
        return f"{Path(file).name} {file_digest(data, 'sha256').hexdigest()}"


BoardLayout = Annotated[
    InstanceOf[Layout],
    BeforeValidator(_load_layout),
    PlainSerializer(lambda layout: [Path(layout.name).stem, str(layout)]),
]
Catalogue = Annotated[str, BeforeValidator(_check_catalogue), PlainSerializer(_with_digest)]
Ghost = Annotated[str, BeforeValidator(_check_ghost), PlainSerializer(_with_digest)]
Position = Annotated[InstanceOf[State], BeforeValidator(_parse_position), PlainSerializer(str)]
Solution = Annotated[str, BeforeValidator(_check_solution), PlainSerializer(_file_with_digest)]
Tree = Annotated[InstanceOf[TreePosition], BeforeValidator(_parse_tree), PlainSerializer(str)]
EvaluationName = Annotated[str, AfterValidator(_check_evaluation)]


class Threshold(StrictModel):
    """A result that the games must reach to earn some points."""

    points: Points
    wins: Annotated[int, Field(ge=0)] | None = None
    average_score: Annotated[float, Field(allow_inf_nan=False)] | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.wins is None) == (self.average_score is None):
            raise invalid("give either wins or average_score")
        return self


class Analysis(StrictModel):
    """How games are analysed."""

    nodes: Annotated[int, Field(ge=FEWEST_NODES, le=MOST_ANALYSIS_NODES)] = ANALYSIS_NODES
    """How many positions are searched for a move."""
    solution: Solution | None = None
    """A solution of the board, which replaces the search."""


def _read_analysis(value: object) -> object:
    """`true` is an analysis with the default values."""
    if not isinstance(value, bool | dict):
        raise invalid("write true, or a table such as {nodes = 50000}")
    return ({} if value else None) if isinstance(value, bool) else value


class Games(GradedTest):
    """Whole games; each threshold that they reach earns its points."""

    kind: Literal["games"]
    layout: BoardLayout
    """A shipped layout, or one from a file: then its name is the file's path."""
    ghosts: list[Ghost] = Field(default_factory=list)
    """A team, or agents for the layout's ghosts; repeated in order if there are more ghosts than
    agents."""
    games: Annotated[int, Field(ge=1)] = 1
    seed: int = 0
    """Seed of the first game; the next game has the next number. A loaded assignment has large ones
    for hidden games: see `hidden_seeds`."""
    rounds: Annotated[int, Field(ge=1)] = 1000
    """Pac-Man's moves after which a game is cut off."""
    options: dict[Identifier, Option] = Field(default_factory=dict)
    """The options that the submission's agent is built with."""
    search: SearchName | None = None
    """For a function: the shipped search agent that uses it as its evaluation."""
    depth: Annotated[int, Field(ge=1)] = 1
    """For a function: the depth of that search."""
    sensitivity: Annotated[int, Field(ge=0, le=20)] = 0
    """For a function with features: how many of the games are played again for each weight, with
    the weight at 0 and doubled."""
    analyse: Annotated[Analysis | None, BeforeValidator(_read_analysis)] = None
    """How lost games are analysed for the feedback, if they are; only while it isn't hidden."""
    thresholds: Annotated[list[Threshold], Field(min_length=1)]

    @property
    def judge(self) -> JudgeChoice | None:
        """The judge of lost games, if they are analysed."""
        if self.analyse is None or self.is_hidden:
            return None
        solution = self.analyse.solution
        return JudgeChoice(Path(solution) if solution else None, self.analyse.nodes)

    @property
    def points(self) -> float:
        return sum(threshold.points for threshold in self.thresholds)

    @property
    def full_size(self) -> int:
        return self.games

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    def only(self, number: int) -> Self:
        thresholds = [
            each.model_copy(update={"wins": 1}) if each.wins else each for each in self.thresholds
        ]
        narrowed = self.model_copy(update={"thresholds": thresholds, "sensitivity": 0})
        return super(Games, narrowed).only(number)

    def ghost_agents(self) -> list[Agent]:
        """A new agent for each ghost of the layout."""
        count = len(self.layout.ghosts) if self.ghosts else 0
        return [load_agent(name) for name in ghost_names(self.ghosts, count, self.layout.name)]

    @property
    def agent_options(self) -> dict[str, Option]:
        """The options that the submission's agent is built with."""
        return dict(self.options)

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        with errors_as_invalid():
            ghost_names(self.ghosts, len(self.layout.ghosts), self.layout.name)
        for number, threshold in enumerate(self.thresholds):
            if (threshold.wins or 0) > self.games:
                raise invalid(
                    f"thresholds.{number} asks for {threshold.wins} wins of {self.games} games; "
                    "ask for fewer wins or play more games"
                )
        if self.sensitivity > (self.games if self.search else 0):
            raise invalid("sensitivity: at most the number of games, and only with a search")
        if self.analyse and self.analyse.solution:
            start = State.initial(self.layout, ghosts=None if self.ghosts else 0)
            with errors_as_invalid():
                choice = JudgeChoice(Path(self.analyse.solution))
                choice.check(start, Path(self.layout.name).stem)
        return self


class _ChoiceTest(GradedTest):
    """Positions; in each, the submission must choose an optimal action, which the shipped `search`
    finds."""

    search: SearchName
    depth: Annotated[int, Field(ge=1)]
    points: Points
    partial: bool = False
    """Whether some of the positions earn a share of the points."""

    def earned(self, correct: int) -> float:
        """The points for `correct` correct positions."""
        if self.partial:
            return self.points * correct / self.size
        return self.points if correct == self.size else 0


class Positions(_ChoiceTest):
    """Drawn positions that the submission sees completely, as in a game. The reference search uses
    the score as its evaluation."""

    kind: Literal["positions"]
    positions: Annotated[list[Position], Field(min_length=1)]
    options: dict[Identifier, Option] = Field(default_factory=dict)
    """The options that the submission's agent is built with."""

    @property
    def full_size(self) -> int:
        return len(self.positions)

    @property
    def agent_options(self) -> dict[str, Option]:
        """The options that the submission's agent is built with."""
        return dict(self.options)


class Search(_ChoiceTest):
    """Positions that the submission can search but not look into: Pac-Man's, and drawn trees.

    The grader keeps the states. The submission gets what every game has
    (`pacgrid.search.GameState`) but no board. If `nodes` is at most `MOST_NODES`, the grader
    observes all that it asks about them, see `pacgrid.autograder.trials.probe_server.ProbeServer`.
    If it is more, the grader only counts successors, which is faster, see
    `pacgrid.autograder.trials.search_trial.StateServer`.
    """

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
    def full_size(self) -> int:
        return len(self.positions) + len(self.trees) + self.generate

    @property
    def is_observed(self) -> bool:
        """Whether the grader observes the search, not only counts successors."""
        return self.nodes <= MOST_NODES

    @property
    def agent_options(self) -> dict[str, Option]:
        """The options that the submission's agent is built with."""
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


AuthoredTest = Games | Positions | Search
"""A test of an assignment in TOML."""

ImportedTest = CourseTrees | CourseGameTree | CourseGames | UnknownTest
"""A test from test-case files."""

Test = AuthoredTest | ImportedTest


class Question(StrictModel):
    """One class or function that a submission must define, its points, and its tests."""

    name: Identifier
    agent: Identifier | None = None
    """The name of the agent class to write."""
    function: Identifier | None = None
    """The name of the evaluation function to write."""
    points: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    extra: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0
    """Extra points on top of full ones. A bonus question has only these."""
    rule: Rule = "sum"
    """How its points follow from its tests."""
    requires: list[Identifier] = Field(default_factory=list)
    """Earlier questions that must be complete; else it gets no points."""
    tests: Annotated[
        list[Annotated[Test, Field(discriminator="kind"), BeforeValidator(_check_kind)]],
        Field(min_length=1),
    ]

    @property
    def asks_for(self) -> str:
        """The name that a submission must define."""
        return self.agent or self.function or ""

    @property
    def agents(self) -> list[str]:
        """The names of the classes that its tests build."""
        names = [self.agent, *(test.agent for test in self.tests if isinstance(test, CourseTest))]
        return list(dict.fromkeys(name for name in names if name))

    def answer_to(self, test: Test, answer: str) -> str:
        """The class or function that `test` builds if `answer` answers the question: another one,
        if it is from a file that names another one."""
        if isinstance(test, CourseTest) and test.agent not in ("", self.agent):
            return test.agent
        return answer

    @property
    def numbered_tests(self) -> list[Test]:
        """The tests in the order of their numbers: visible ones first."""
        return sorted(self.tests, key=lambda test: test.is_hidden)

    @property
    def authored_tests(self) -> list[AuthoredTest]:
        """The tests that can be written in TOML."""
        return [test for test in self.tests if not isinstance(test, CourseTest)]

    @property
    def is_imported(self) -> bool:
        """Whether its tests are from test-case files."""
        return not self.authored_tests

    @property
    def options(self) -> list[set[str]]:
        """For each test, the names of the options that the agent is built with."""
        return [set(test.agent_options) for test in self.tests]

    @model_validator(mode="after")
    def _numbers_tests(self) -> Self:
        for number, test in enumerate(self.numbered_tests, start=1):
            test._number = number
        return self

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        is_unknown = all(isinstance(test, UnknownTest) for test in self.tests)
        if (self.agent is None) == (self.function is None) and not is_unknown:
            raise invalid("give either agent or function")
        for number, test in enumerate(self.tests):
            if self.function and not (isinstance(test, Games) and test.search):
                raise invalid(f"tests.{number}: a function is tested by games with a search")
            if self.agent and isinstance(test, Games) and test.search:
                raise invalid(f"tests.{number}: search is for functions only; remove it")
        if self.authored_tests and self.rule not in ("sum", "all"):
            raise invalid(f"rule {self.rule!r} is for test cases from files; write 'sum' or 'all'")
        if self.rule != "sum" and any(test.is_hidden for test in self.tests):
            raise invalid(f"rule {self.rule!r} would give hidden tests away; make them visible")
        total = sum(test.points for test in self.tests)
        if self.rule == "sum" and not isclose(total, self.points + self.extra):
            given = f"points is {self.points:g}" + f", extra {self.extra:g}" * bool(self.extra)
            raise invalid(f"{given}, but its tests are worth {total:g}; make them equal")
        return self
