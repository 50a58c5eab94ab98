from typing import Any

import pytest

from pacgrid.autograder.ladder.entrant import entrant_of, namesakes
from pacgrid.autograder.ladder.pairing import Role
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.autograder.worker_client.replies import AgentSummary, Loaded
from pacgrid.common.failure import Failure

ANN = Submission("ann", (("agent.py", b""),), main="agent.py")


def loaded(**agents: dict[str, Any]) -> Loaded:
    summaries = {name: AgentSummary(**values) for name, values in agents.items()}
    return Loaded(kind="loaded", agents=summaries)


GHOST: dict[str, Any] = {"is_ghost": True}


@pytest.mark.parametrize(
    ("found", "classes", "roles"),
    [
        (loaded(Mine={}), {}, {"pacman": "Mine"}),
        (loaded(Team=GHOST), {}, {"ghosts": "Team"}),
        (loaded(Mine={}, Team=GHOST), {}, {"pacman": "Mine", "ghosts": "Team"}),
        (
            loaded(Mine={}, Other={}, Team=GHOST),
            {"pacman": "Other"},
            {"pacman": "Other", "ghosts": "Team"},
        ),
        (loaded(Hunter={}, Mine={}), {"ghosts": "Hunter"}, {"pacman": "Mine", "ghosts": "Hunter"}),
        (loaded(Base={"missing_methods": ["act"]}, Mine={}), {}, {"pacman": "Mine"}),
        (loaded(Mine={}), {"pacman": "Asked"}, {"pacman": "Mine"}),
    ],
)
def test_the_roles_follow_from_the_classes(found, classes, roles):
    entrant = entrant_of(ANN, found, {Role(role): name for role, name in classes.items()})
    assert {str(role): entrant.spec(role) for role in entrant.players} == roles
    assert entrant.problem == ""
    assert not entrant.is_anchor


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (Failure("can't be imported"), "can't be imported"),
        (
            loaded(),
            "has no agent; write a class that inherits from pacgrid.Agent or one that inherits from"
            " pacgrid.GhostTeam",
        ),
        (
            loaded(One={}, Two={}),
            "has several agents for Pac-Man, One, Two; keep one, or name it in the ladder's rules",
        ),
        (loaded(Mine={"missing_methods": ["act"]}), "Mine lacks the method act"),
        (
            loaded(Mine={"required": ["depth"]}),
            "Mine must work without arguments; it requires depth",
        ),
    ],
)
def test_who_cannot_play_is_told_why(found, problem):
    entrant = entrant_of(ANN, found, {})
    assert (entrant.players, entrant.problem) == ({}, problem)


def test_one_role_is_played_even_if_the_other_one_is_not_clear():
    entrant = entrant_of(ANN, loaded(One={}, Two={}, Team=GHOST), {})
    assert list(entrant.players) == [Role.GHOSTS]
    assert entrant.problem.startswith("has several agents for Pac-Man")


def test_namesakes_are_named_in_one_line():
    names = ["Ann", "ann (2)", "ann (3)", "bob", "carl (2)", "dora (x)"]
    assert namesakes(names) == [
        "3 entrants are called Ann; the others are shown as ann (2), ann (3)"
    ]
