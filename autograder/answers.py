"""Which class or function of a submission answers which question."""

from collections.abc import Mapping
from dataclasses import dataclass

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.messages import Loaded, SeenAgent
from pacgrid.autograder.question import Question
from pacgrid.common.failure import Failure


@dataclass(frozen=True)
class Unanswered:
    """A question that a submission doesn't answer."""

    reason: str
    """Such as `no Minimax`."""


Answer = str | Failure | Unanswered
"""The name of what answers a question, or what stands in the way, or why nothing does."""


def answers(assignment: Assignment, loaded: Loaded) -> Mapping[str, Answer]:
    """By question: the answer to it in a submission that has what `loaded` says.

    A question is answered by the class or function of the name that it asks for. A submission that
    has none of the agents asked for, but a single one of another name, answers with it every agent
    question whose options it takes.
    """
    own = _own_agent(assignment, loaded)
    found = {q.name: _answer(q, loaded, own) for q in assignment.questions}
    reasons = [answer.reason for answer in found.values() if isinstance(answer, Unanswered)]
    if len(reasons) < len(found):
        return found
    missing = {f"no {question.asks_for}" for question in assignment.questions}
    hints = "; ".join(dict.fromkeys(reason for reason in reasons if reason not in missing))
    failure = Failure(f"can't be graded: {hints}" if hints else _what_to_write(assignment))
    return dict.fromkeys(found, failure)


def _answer(question: Question, loaded: Loaded, own: str | Failure | None) -> Answer:
    asked = question.asks_for
    near = loaded.near.get(asked)
    if question.function:
        if asked in loaded.functions:
            return asked
        if near == asked:
            return Failure(f"{asked} is not a function")
    else:
        if asked in loaded.agents:
            return _unfinished(asked, loaded.agents[asked]) or asked
        if near == asked:
            return Failure(f"{asked} doesn't inherit from pacgrid.Agent")
    if near:
        return Unanswered(f"{near}: did you mean {asked}?")
    if question.function or own is None:
        return Unanswered(f"no {asked}")
    if isinstance(own, str) and (refusal := _refusal(own, loaded.agents[own], question)):
        return Unanswered(refusal)
    return own


def _own_agent(assignment: Assignment, loaded: Loaded) -> str | Failure | None:
    """The single agent of a submission that has none of those asked for, nor one that may be meant
    for one of them."""
    asked = assignment.agents
    if loaded.agents.keys() & {*asked, *loaded.near.values()}:
        return None
    usable = [name for name, seen in loaded.agents.items() if not seen.lacks]
    if len(usable) == 1:
        return usable[0]
    if usable:
        return Failure(
            f"has several agents, {_listed(usable, 'and')}, and none is called "
            f"{_listed(asked, 'or')}; rename the one that is to be graded"
        )
    for name, seen in loaded.agents.items():
        return _unfinished(name, seen)
    return None


def _unfinished(name: str, seen: SeenAgent) -> Failure | None:
    if not seen.lacks:
        return None
    return Failure(f"{name} lacks the method {_listed(seen.lacks, 'and')}")


def _refusal(name: str, seen: SeenAgent, question: Question) -> str:
    """Why the agent can't be built as `question` would have it; "" if it can."""
    for options in question.options:
        if seen.takes is not None and (unknown := sorted(options - set(seen.takes))):
            return f"{name} takes no {_listed(unknown, 'and')}"
        if needed := sorted(set(seen.needs) - options):
            return f"{name} needs {_listed(needed, 'and')}"
    return ""


def _what_to_write(assignment: Assignment) -> str:
    agents, functions = assignment.agents, assignment.functions
    if not agents:
        return f"has no function called {_listed(functions, 'or')}"
    classes = f"a class that inherits from pacgrid.Agent, called {_listed(agents, 'or')}"
    function = f"; or a function called {_listed(functions, 'or')}" if functions else ""
    return f"has no agent; write {classes}{function}"


def _listed(names: list[str], last: str) -> str:
    """`A, B and C`."""
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
