"""An assignment: its questions, the tests that grade an answer to each, and the limits for
submissions."""

import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from math import isclose
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    InstanceOf,
    PrivateAttr,
    SerializeAsAny,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from pacgrid.common.files import read_regular_file
from pacgrid.common.gone import gone
from pacgrid.common.sanitize import did_you_mean, one_line, similar_file
from pacgrid.errors import PacgridError

from ..kinds.games import Games, GhostGames
from ..kinds.kind import GradedTest
from ..kinds.positions import Positions
from ..kinds.search import Search
from ..model.diagnosis import Hints
from ..model.outcome import Rule
from ..model.schema import (
    Identifier,
    Line,
    StrictModel,
    SubmissionLimits,
    TomlError,
    invalid,
    parse_toml,
)

KINDS: Mapping[str, type[GradedTest]] = {
    "games": Games,
    "ghosts": GhostGames,
    "positions": Positions,
    "search": Search,
}
"""The kinds by name. A new kind needs nothing else than its class and a line here."""
SHIPPED = "pacman"
"""The default assignment."""
MAX_BYTES = 4 << 20
SALT_DIGITS = 32
"""A salt has so many digits: 128 bits in hexadecimal."""


class AssignmentError(PacgridError):
    """An assignment that can't be used; names the file, the place in it, and what is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


def _read_test(test: object, info: ValidationInfo) -> object:
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


def check_file_name(name: str) -> str:
    """`name`, if it is that of a Python file. Raises pydantic's error otherwise."""
    if not re.fullmatch(r"[\w-]+\.py", name):
        raise invalid(f"{name!r} is not the name of a Python file; write one such as 'agent.py'")
    return name


def _check_salt(salt: str) -> str:
    if len(salt) < SALT_DIGITS:
        raise invalid(f"can be guessed; write {SALT_DIGITS} random digits or more")
    return salt


class Assignment(StrictModel):
    """Questions, and the limits for answering them."""

    title: Line
    salt: Annotated[str, AfterValidator(_check_salt)] = Field(default="", exclude=True, repr=False)
    """Makes the seeds of hidden tests secret. A loaded assignment has the seeds, and no salt."""
    file: Annotated[str, AfterValidator(check_file_name)] = "agent.py"
    """The name of the file to grade, in a submission of several files."""
    hints: Hints = "line"
    limits: SubmissionLimits = SubmissionLimits()
    questions: Annotated[list[Question], Field(min_length=1)]
    _guessable: tuple[str, ...] = PrivateAttr(default=())

    @classmethod
    def load(cls, source: str | Path = SHIPPED) -> Self:
        """Loads a shipped assignment by its name, or one from a TOML file.

        Raises:
            AssignmentError: one line with the file, the key or line, and what is wrong there.
        """
        if str(source) in shipped_assignments():
            shipped = files("pacgrid.autograder.assignments") / f"{source}.toml"
            return cls.parse(shipped.read_text("utf-8"), f"{source}.toml")
        try:
            text = read_regular_file(source, MAX_BYTES).decode("utf-8-sig")
        except FileNotFoundError:
            known = shipped_assignments()
            close = similar_file(source) or did_you_mean(str(source), known)
            hint = close or f"shipped: {', '.join(known)}"
            raise AssignmentError(f"{source}: no such assignment or file; {hint}") from None
        except OSError as error:
            raise AssignmentError(f"{source}: can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise AssignmentError(f"{source}: is not UTF-8 text; write it in TOML") from None
        return cls.parse(text, str(source), Path(source).parent)

    @classmethod
    def parse(cls, text: str, source: str, folder: Path | None = None) -> Self:
        """Parses the assignment in `text`; `source` is its name in errors.

        Paths of layouts and ghosts are relative to `folder`. Raises AssignmentError, see `load`.
        """
        try:
            context = {"folder": folder or Path()}
            assignment = cls.model_validate(parse_toml(text), context=context)
        except TomlError as error:
            raise AssignmentError(f"{source}:{error}") from None
        except ValidationError as error:
            raise AssignmentError(f"{source}: {describe(error)}") from None
        questions = with_hidden_seeds(assignment.questions, assignment.salt)
        loaded = assignment.model_copy(update={"questions": questions, "salt": ""})
        if not assignment.salt:
            seeds = hidden_seeds(assignment.questions)
            loaded._guessable = tuple(name for name, seed in seeds.items() if seed < SMALLEST)
        return loaded

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def is_imported(self) -> bool:
        """Whether it was read from a folder of test cases, which gave it its title."""
        return all(question.is_imported for question in self.questions)

    @property
    def test_limits(self) -> SubmissionLimits:
        """The limits for each test."""
        return self.limits.for_each_of(sum(len(question.tests) for question in self.questions))

    @property
    def has_hidden_tests(self) -> bool:
        """Whether there are tests that students can't see yet."""
        return any(t.is_hidden for q in self.questions for t in q.tests)

    @property
    def guessable_tests(self) -> tuple[str, ...]:
        """The hidden tests, such as `minimax.2`, whose seeds can be guessed since the file has no
        salt."""
        return self._guessable

    @property
    def agents(self) -> list[str]:
        """The names of the agent classes to write."""
        return list(dict.fromkeys(name for q in self.questions for name in q.agents))

    @property
    def functions(self) -> list[str]:
        """The names of the functions to write."""
        return list(dict.fromkeys(q.function for q in self.questions if q.function))

    def question(self, name: str) -> Question:
        """The question called `name`. Raises AssignmentError if there is none."""
        for question in self.questions:
            if question.name == name:
                return question
        names = [question.name for question in self.questions]
        hint = did_you_mean(name, names) or f"choose {', '.join(names)}"
        raise AssignmentError(f"no question {name!r}; {hint}")

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [question.name for question in self.questions]
        if duplicates := {name for name in names if names.count(name) > 1}:
            raise invalid(f"two questions are called {min(duplicates)}; rename one")
        return self

    @model_validator(mode="after")
    def _requires_earlier_questions(self) -> Self:
        """Points that depend on hidden tests would give these away."""
        earlier: dict[str, Question] = {}
        for question in self.questions:
            for name in question.requires:
                if name not in earlier:
                    raise invalid(f"{question.name} requires {name}, which is no earlier question")
                if any(test.is_hidden for test in earlier[name].tests):
                    raise invalid(
                        f"{question.name} requires {name}, which has hidden tests, and would give"
                        f" away their results; make all tests of {name} visible, or leave {name}"
                        f" out of requires"
                    )
            earlier[question.name] = question
        return self


def shipped_assignments() -> tuple[str, ...]:
    """The names of the shipped assignments, in alphabetical order."""
    entries = (Path(entry.name) for entry in files("pacgrid.autograder.assignments").iterdir())
    return tuple(sorted(path.stem for path in entries if path.suffix == ".toml"))


_MESSAGES = {
    "missing": "missing; add this key",
    "dict_type": "should be a table",
    "model_type": "should be a table",
    "list_type": "should be an array",
}
"""Plainer messages than pydantic's own, by the type of the error."""


def describe(error: ValidationError) -> str:
    """What is wrong in TOML: `key: message` for the first error; `key:line:column: message` if it
    is in a text there."""
    first = error.errors(include_url=False, include_input=False)[0]
    plain = _MESSAGES.get(first["type"])
    message = plain.format(**first.get("ctx", {})) if plain else first["msg"]
    keys = ".".join(map(str, first["loc"]))
    return f"{keys}{'' if message.startswith(':') or not keys else ': '}{message}"


# Large seeds for hidden tests: a submission that guesses a seed can predict the ghosts, or
# recognise the positions that it is asked about.

SMALLEST = 10**15
"""Smaller seeds can be guessed."""
LARGEST = 2**63 - 10**6
"""The seeds of the games after it must also fit a TOML file, which has 64-bit integers."""


def with_hidden_seeds(questions: Iterable[Question], salt: str) -> list[Question]:
    """`questions`, with large seeds for hidden games and searches that have small ones. A seed
    depends only on the `salt`, which makes it secret, and on what its test asks: its
    `seeded_by`."""

    def changed(question: Question, test: GradedTest) -> GradedTest:
        if not test.is_hidden or test.own_seed is None or test.own_seed >= SMALLEST:
            return test
        text = json.dumps([question.asks_for, test.kind, test.own_seed, *test.seeded_by])
        digest = hmac.digest(salt.encode(), text.encode(), "sha256")
        seed = SMALLEST + int.from_bytes(digest) % (LARGEST - SMALLEST)
        return test.model_copy(update={"seed": seed})

    return [
        question.model_copy(update={"tests": [changed(question, test) for test in question.tests]})
        for question in questions
    ]


def hidden_seeds(questions: Iterable[Question]) -> dict[str, int]:
    """The seed of each hidden test that has one, by its name, such as `minimax.2`."""
    return {
        f"{question.name}.{test.number}": test.own_seed
        for question in questions
        for test in question.numbered_tests
        if test.is_hidden and test.own_seed is not None
    }


# Parts of an assignment, for a first or a closer look: their points are not a grade

_MOST_NAMES = 6
"""An error names so many test cases at most."""


class SelectionError(PacgridError):
    """A selector that names nothing, or too much."""


def select(assignment: Assignment, selectors: Iterable[str]) -> list[Question]:
    """The questions of `assignment` with only what the `selectors` name: `minimax`, `minimax.2`
    for its second test, `minimax.2.7` for the seventh game or position of that. A part of a test's
    title that no other test has does for its number. A test case from a file is named as the file
    is, `q2/0-small-tree`, or by a part of that: `q2/0`.

    Raises:
        AssignmentError, SelectionError: there is no such question, test, game or position.
    """
    chosen: dict[str, dict[int, GradedTest]] = {}
    tests: Sequence[GradedTest]
    for selector in selectors:
        folder, _, case = selector.removesuffix(".test").rpartition("/")
        name, _, rest = selector.partition(".")
        question = assignment.question(folder.rpartition("/")[2] or name)
        if folder and question.is_imported:
            tests = [_case(question, case)]
        else:
            tests = [_test(question, rest)] if rest else question.tests
        found = chosen.setdefault(question.name, {})
        for test in tests:
            earlier, is_whole = found.get(test.number), test.size == test.full_size
            found[test.number] = earlier.also(test.numbers) if earlier and not is_whole else test
    return [
        narrowed(question, chosen[question.name].values())
        for question in assignment.questions
        if question.name in chosen
    ]


def narrowed(question: Question, tests: Iterable[GradedTest]) -> Question:
    """`question` with only these `tests`, and their points if they simply add up."""
    ordered = sorted(tests, key=lambda test: test.number)
    changes: dict[str, object] = {"tests": ordered}
    if question.rule == "sum":
        total = sum(test.possible for test in ordered)
        extra = min(question.extra, total)
        changes |= {"points": total - extra, "extra": extra}
    return question.model_copy(update=changes)


def _test(question: Question, text: str) -> GradedTest:
    """The test that `text` names, or only one of its games, positions or test cases."""
    name, _, last = text.rpartition(".")
    if not (name and last.isdecimal()):
        name, last = text, ""
    test = _named(question, name)
    if not last:
        return test
    if int(last) not in test.numbers:
        noun = test.noun
        raise SelectionError(
            f"{question.name}.{test.number} has {noun} 1 to {test.size}, but no {noun[:-1]} {last}"
        )
    return test.only(int(last))


def _case(question: Question, text: str) -> GradedTest:
    """The test with only the test case in the file called `text`, or in the only one whose name
    contains that."""
    cases: dict[str, GradedTest] = {}
    for test in question.tests:
        for number, name in enumerate(test.case_names, start=1):
            is_alone = len(test.case_names) == 1
            cases[name.rpartition("/")[2]] = test if is_alone else test.only(number)
    found = [name for name in cases if text == name] or [name for name in cases if text in name]
    if len(found) == 1:
        return cases[found[0]]
    names = found or [*cases]
    known = ", ".join(names[:_MOST_NAMES]) + ", …" * (len(names) > _MOST_NAMES)
    problem = "several test cases" if found else "no test case"
    raise SelectionError(f"{question.name} has {problem} {text!r}; choose from {known}")


def _named(question: Question, name: str) -> GradedTest:
    """The test with that number, or with `name` in its title."""
    titles = {test.number: test.description for test in question.numbered_tests}
    if name.isdecimal():
        found = [number for number in titles if number == int(name)]
    else:
        found = [number for number, title in titles.items() if name.lower() in title.lower()]
    if len(found) == 1:
        return question.numbered_tests[found[0] - 1]
    problem = "several tests" if found else "no test"
    known = "; ".join(f"{number}. {title}" for number, title in titles.items())
    raise SelectionError(f"{question.name} has {problem} {name!r}; choose from {known}")


FIRST_LOOK = 3
"""The most games or positions in a test."""


def first_look(assignment: Assignment) -> Assignment:
    """`assignment` with at most `FIRST_LOOK` games or positions in each test, for the same points.
    Of fewer games, as large a part must be won."""
    questions = [
        question.model_copy(
            update={"tests": [test.shortened(FIRST_LOOK) for test in question.tests]}
        )
        for question in assignment.questions
    ]
    title = f"{assignment.title} (first look)"
    return assignment.model_copy(update={"title": title, "questions": questions})


def advice(assignment: Assignment, source: str) -> str:
    """What to do about hidden tests of the assignment at `source` whose seeds can be guessed; "" if
    there are none."""
    if not (tests := assignment.guessable_tests):
        return ""
    return (
        f"the seeds of hidden tests can be guessed ({', '.join(tests)}); to make them secret, write"
        f' this as the first line of {source}: salt = "{token_hex(SALT_DIGITS // 2)}"'
    )
