"""Finds what answers each question in a submission: a class or a function."""

from collections.abc import Mapping
from dataclasses import dataclass

from pacgrid.common.failure import HAND_IN, Failure
from pacgrid.common.sanitize import brief

from ..kinds.search import Search
from ..model.diagnosis import SearchName
from ..submissions.submission import ClassNotes
from ..worker_client.replies import AgentSummary, Loaded
from .assignment import Assignment, Question

_MAX_NAMES = 8
"""How many names a reason lists at most."""


@dataclass(frozen=True)
class Unanswered:
    """A question that a submission doesn't answer."""

    reason: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", brief(self.reason))


Answer = str | Failure | Unanswered
"""The name of the class or function that answers a question, or why there is none."""


def answers(
    assignment: Assignment,
    loaded: Loaded | Failure,
    notes: ClassNotes = ClassNotes({}, {}),  # noqa: B008 # it is never changed
) -> Mapping[str, Answer]:
    """By question: what answers it in the submission that `loaded` describes, or why it can't be
    loaded.

    A question is answered by the class or function of the name that it asks for, or of another of
    its `answer_names`. If a submission has none of these agents, but a single one of another name,
    this one answers every agent question whose options it accepts, except those that give no depth
    to one that takes it. Of several searches, it answers the one that its code looks most like.
    Classes that aren't graded by the `notes` answer none.
    """
    if isinstance(loaded, Failure):
        return {question.name: loaded for question in assignment.questions}

    def unfit_for(question: Question) -> Mapping[str, str]:
        return notes.ghosts if question.tests_ghosts else notes.pacman

    own = _own_agent(assignment, loaded)
    others = {name for q in assignment.questions for name in answer_names(q.asks_for)[1:]}
    is_course_file = bool(others & {*loaded.agents, *loaded.functions})
    by_question = {
        q.name: _fit(
            _answer(q, loaded, own, answer_names(q.asks_for)[is_course_file]), unfit_for(q)
        )
        for q in assignment.questions
    }
    if isinstance(own, str):
        takes_depth = "depth" in (loaded.agents[own].options or ())
        # A search answers only the questions that give it a depth, if there are any.
        is_search = takes_depth and any(map(_gives_depth, assignment.questions))
        for q in assignment.questions:
            if q.agent and own in unfit_for(q):
                by_question[q.name] = Unanswered(unfit_for(q)[own])
            elif by_question[q.name] == own and is_search and not _gives_depth(q):
                by_question[q.name] = Unanswered(f"no {q.asks_for}; {own} takes a depth")
        _as_one_search(assignment, by_question, own, notes.search)
    reasons = [answer.reason for answer in by_question.values() if isinstance(answer, Unanswered)]
    if len(reasons) < len(by_question):
        return by_question
    missing = {f"no {question.asks_for}" for question in assignment.questions}
    hints = "; ".join(dict.fromkeys(reason for reason in reasons if reason not in missing))
    message = f"can't be graded: {hints}" if hints else _what_to_write(assignment)
    message += "" if assignment.is_imported else f"; {HAND_IN}"
    return dict.fromkeys(by_question, Failure(message))


def _fit(answer: Answer, unfit: Mapping[str, str]) -> Answer:
    return Unanswered(unfit[answer]) if isinstance(answer, str) and answer in unfit else answer


def _answer(question: Question, loaded: Loaded, own: str | Failure | None, missing: str) -> Answer:
    """What answers `question`; if nothing does, a name is `missing`."""
    if not (asked := question.asks_for):  # all its tests are of unknown classes
        return ""
    similar = loaded.similar.get(asked)
    for name in answer_names(asked):
        if question.function and name in loaded.functions:
            return name
        if question.agent and name in loaded.agents:
            return _unfinished(name, loaded.agents[name]) or _others(question, loaded) or name
    if similar == asked:
        is_not = "is not a function" if question.function else "doesn't inherit from pacgrid.Agent"
        return Failure(f"{asked} {is_not}")
    if similar:
        return Unanswered(f"{similar}: did you mean {missing}?")
    if question.function or own is None or question.is_imported:
        return Unanswered(f"no {missing}")
    if isinstance(own, str) and (refusal := _refusal(own, loaded.agents[own], question)):
        return Unanswered(refusal)
    return own


def _as_one_search(
    assignment: Assignment, by_question: dict[str, Answer], own: str, search: SearchName
) -> None:
    """Of the questions about different searches that the agent answers, leaves it those about the
    one that it looks most like."""
    answered = [q for q in assignment.questions if by_question[q.name] == own]
    searches = {q.name: {t.search for t in q.tests if isinstance(t, Search)} for q in answered}
    asked = set[SearchName]().union(*searches.values())
    if len(asked) < 2:
        return
    graded = next(each for each in (search, "minimax", "alpha_beta") if each in asked)
    like = next(q.asks_for for q in answered if graded in searches[q.name])
    for q in answered:
        if searches[q.name] and graded not in searches[q.name]:
            rename = f"rename it to {q.asks_for} to be graded for that"
            reason = f"{rename}; {own} looks most like {like}"
            by_question[q.name] = Unanswered(reason)


def _gives_depth(question: Question) -> bool:
    return any("depth" in options for options in question.options)


def _others(question: Question, loaded: Loaded) -> Unanswered | None:
    """Which of the other classes that its tests build is missing."""
    missing = [name for name in question.agents[1:] if name not in loaded.agents]
    return Unanswered(f"no {_listed(missing, 'and')}") if missing else None


def _own_agent(assignment: Assignment, loaded: Loaded) -> str | Failure | None:
    """The only agent of a submission that has none of the names asked for, nor a similar one. None
    if no question asks for an agent."""
    asked = assignment.agents
    known = {name for agent in asked for name in answer_names(agent)}
    if not asked or loaded.agents.keys() & {*known, *loaded.similar.values()}:
        return None
    usable = [name for name, agent in loaded.agents.items() if not agent.missing_methods]
    if len(usable) == 1:
        return usable[0]
    if usable:
        return Failure(
            f"has several agents, {_listed(usable, 'and')}, and none is called "
            f"{_listed(asked, 'or')}; rename the one to grade; {HAND_IN}"
        )
    for name, agent in loaded.agents.items():
        return _unfinished(name, agent)
    return None


def _unfinished(name: str, agent: AgentSummary) -> Failure | None:
    if not agent.missing_methods:
        return None
    return Failure(f"{name} lacks the method {_listed(agent.missing_methods, 'and')}")


def _refusal(name: str, agent: AgentSummary, question: Question) -> str:
    """Why the agent can't be built with the options of `question`; "" if it can."""
    for options in question.options:
        if agent.options is not None and (unknown := sorted(options - set(agent.options))):
            return f"{name} doesn't accept {_listed(unknown, 'or')}"
        if needed := sorted(set(agent.required) - options):
            return f"{name} requires {_listed(needed, 'and')}"
    return ""


def _what_to_write(assignment: Assignment) -> str:
    agents, functions = assignment.agents, assignment.functions
    if not agents:
        return f"has no function called {_listed(functions, 'or')}"
    if assignment.is_imported:
        return f"has no class {_listed(agents, 'or')}"
    classes = f"a class that inherits from pacgrid.Agent, called {_listed(agents, 'or')}"
    function = f"; or a function called {_listed(functions, 'or')}" if functions else ""
    return f"has no agent; write {classes}{function}"


def _listed(names: list[str], last: str) -> str:
    """`A, B and C`; of many names, the first ones."""
    if len(names) > _MAX_NAMES:
        names = [*names[: _MAX_NAMES - 1], f"{len(names) - _MAX_NAMES + 1} more"]
        last = "and"
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


SUFFIX = "Agent"

_FUNCTIONS = {"evaluate": ("betterEvaluationFunction", "better")}


def answer_names(asked: str) -> tuple[str, ...]:
    """The names of a class or function that may answer a question, the one `asked` for first.

    >>> answer_names("Minimax")
    ('Minimax', 'MinimaxAgent')
    >>> answer_names("evaluate")
    ('evaluate', 'betterEvaluationFunction', 'better')
    """
    if others := _FUNCTIONS.get(asked):
        return (asked, *others)
    return (asked, asked.removesuffix(SUFFIX) if asked.endswith(SUFFIX) else f"{asked}{SUFFIX}")
