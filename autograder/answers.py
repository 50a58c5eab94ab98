"""Which class or function of a submission answers which question."""

from collections.abc import Iterable, Mapping

from pacgrid.failure import Failure

from .assignment import Assignment
from .messages import Loaded


def answers(assignment: Assignment, loaded: Loaded) -> Mapping[str, str | Failure | None]:
    """By question: the name of what answers it in a submission that defines `loaded`; None if
    nothing does; or the failure that says what stands in the way.

    A question is answered by the class or function of the name that it asks for. A submission that
    defines a single agent, by a name that no question asks for, answers every agent question.
    """
    asked = [question.agent for question in assignment.questions if question.agent]
    usable = [name for name, lacks in loaded.agents.items() if not lacks]
    own = None if set(asked) & loaded.agents.keys() else _own_agent(usable, loaded, asked)
    found: dict[str, str | Failure | None] = {}
    for question in assignment.questions:
        if question.function:
            found[question.name] = question.function if _has(loaded, question.function) else None
        elif question.agent in usable:
            found[question.name] = question.agent
        elif lacks := loaded.agents.get(question.agent or ""):
            found[question.name] = _unfinished(question.agent or "", lacks)
        else:
            found[question.name] = own
    if not any(found.values()):
        functions = [question.function for question in assignment.questions if question.function]
        failure = Failure(
            "has no agent; write a class that inherits from pacgrid.Agent, called "
            f"{_either([*asked, *functions])}"
            if asked
            else f"has no function called {_either(functions)}"
        )
        return dict.fromkeys(found, failure)
    return found


def _own_agent(usable: list[str], loaded: Loaded, asked: list[str]) -> str | Failure | None:
    """The single agent of a submission that has none of those `asked` for."""
    if len(usable) == 1:
        return usable[0]
    if usable:
        return Failure(
            f"has several agents, {_listed(usable, 'and')}, and none is called {_either(asked)}; "
            "rename the one that is to be graded"
        )
    for name, lacks in loaded.agents.items():
        return _unfinished(name, lacks)
    return None


def _has(loaded: Loaded, function: str) -> bool:
    return function in loaded.functions


def _unfinished(name: str, lacks: Iterable[str]) -> Failure:
    return Failure(f"{name} lacks the method {_listed(list(lacks), 'and')}")


def _either(names: list[str]) -> str:
    return _listed(names, "or")


def _listed(names: list[str], last: str) -> str:
    """`A, B and C`."""
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
