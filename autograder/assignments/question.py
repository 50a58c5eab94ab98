"""A question of an assignment, and the tests that grade an answer to it."""

from math import isclose
from typing import Annotated, Self

from pydantic import (
    BeforeValidator,
    Field,
    InstanceOf,
    SerializeAsAny,
    ValidationInfo,
    model_validator,
)

from pacgrid.common.gone import gone

from ..kinds.kind import GradedTest
from ..kinds.kinds import KINDS
from ..model.rules import Rule
from ..model.strict_model import Identifier, StrictModel, invalid


def _read_test(test: object, info: ValidationInfo) -> object:
    """A test in TOML, by its kind."""
    if isinstance(test, GradedTest):
        return test
    if not isinstance(test, dict):
        raise invalid("should be a table")
    *names, last = map(repr, KINDS)
    if "kind" not in test:
        raise invalid(f"kind is missing; add {', '.join(names)} or {last}")
    if (kind := test["kind"]) not in [*KINDS]:
        known = f"kind should be one of {', '.join([*names, last])}"
        raise invalid(gone(f'kind = "{kind}"') or known)
    return KINDS[kind].model_validate(test, context=info.context)


_Test = Annotated[SerializeAsAny[InstanceOf[GradedTest]], BeforeValidator(_read_test)]


class Question(StrictModel):
    """What a submission must define, its points, and its tests."""

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
    tests: Annotated[list[_Test], Field(min_length=1)]

    @property
    def asks_for(self) -> str:
        """The name that a submission must define."""
        return self.agent or self.function or ""

    @property
    def agents(self) -> list[str]:
        """The names of the classes that its tests build."""
        names = [self.agent, *(test.own_agent for test in self.tests)]
        return list(dict.fromkeys(name for name in names if name))

    def answer_to(self, test: GradedTest, answer: str) -> str:
        """The class or function that `test` builds if `answer` answers the question: another one,
        if it is from a file that names another one."""
        return answer if test.own_agent in ("", self.agent) else test.own_agent

    @property
    def numbered_tests(self) -> list[GradedTest]:
        """The tests in the order of their numbers: visible ones first."""
        return sorted(self.tests, key=lambda test: test.is_hidden)

    @property
    def authored_tests(self) -> list[GradedTest]:
        """The tests that can be written in TOML."""
        return [test for test in self.tests if not test.is_imported]

    @property
    def is_imported(self) -> bool:
        """Whether its tests are from test-case files."""
        return not self.authored_tests

    @property
    def tests_ghosts(self) -> bool:
        """Whether it asks for ghosts, rather than a Pac-Man."""
        return any(test.tests_ghosts for test in self.tests)

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
        is_unknown = all(test.skipped for test in self.tests)
        if bool(self.agent) == bool(self.function) and not is_unknown:
            raise invalid("give either agent or function")
        for number, test in enumerate(self.tests):
            if self.function and not test.tests_function:
                raise invalid(f"tests.{number}: a function is tested by games with a search")
            if self.agent and test.tests_function:
                raise invalid(f"tests.{number}: search is for functions only; remove it")
        if len({test.tests_ghosts for test in self.tests}) > 1:
            raise invalid("some tests are for ghosts and some for Pac-Man; make two questions")
        if self.authored_tests and self.rule not in ("sum", "all"):
            raise invalid(f"rule {self.rule!r} is for test cases from files; write 'sum' or 'all'")
        if self.rule != "sum" and any(test.is_hidden for test in self.tests):
            raise invalid(f"rule {self.rule!r} would give hidden tests away; make them visible")
        total = sum(test.possible for test in self.tests)
        if self.rule == "sum" and not isclose(total, self.points + self.extra):
            given = f"points is {self.points:g}" + f", extra {self.extra:g}" * bool(self.extra)
            raise invalid(f"{given}, but its tests are worth {total:g}; make them equal")
        return self
