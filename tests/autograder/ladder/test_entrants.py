from typing import Any

import pytest

from helpers.grading import write
from helpers.ladders import small_rules
from pacgrid.agent_loader import TEAMS, ready_names
from pacgrid.autograder.ladder.entrants import (
    DEFAULT_ANCHORS,
    AnchorError,
    Role,
    anchors,
    check_anchors,
    entrant_of,
    role_of,
)
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.autograder.worker_client.replies import AgentSummary, Loaded
from pacgrid.common.failure import Failure

ANN = Submission("ann", (("agent.py", b""),), main="agent.py")


def loaded(**agents: dict[str, Any]) -> Loaded:
    summaries = {name: AgentSummary(**values) for name, values in agents.items()}
    return Loaded(kind="loaded", agents=summaries)


GHOST: dict[str, Any] = {"is_ghost": True}


@pytest.mark.parametrize(
    ("found", "roles"),
    [
        (loaded(Mine={}), {"pacman": "Mine"}),
        (loaded(Team=GHOST), {"ghosts": "Team"}),
        (loaded(Mine={}, Team=GHOST), {"pacman": "Mine", "ghosts": "Team"}),
        (loaded(Base={"missing_methods": ["act"]}, Mine={}), {"pacman": "Mine"}),
    ],
)
def test_the_roles_follow_from_the_classes(found, roles):
    entrant = entrant_of(ANN, found)
    assert {str(role): entrant.spec(role) for role in entrant.players} == roles
    assert entrant.problem == ""
    assert not entrant.is_anchor


NO_AGENT = (
    "has no agent; write a class that inherits from pacgrid.Agent or one that inherits from"
    " pacgrid.GhostTeam"
)
MUST_WORK = "Mine must work without arguments; it requires depth"


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (Failure("can't be imported"), "can't be imported"),
        (loaded(), NO_AGENT),
        (loaded(One={}, Two={}), "has several agents for Pac-Man, One, Two; keep one"),
        (loaded(Mine={"missing_methods": ["act"]}), "Mine lacks the method act"),
        (loaded(Mine={"required": ["depth"]}), MUST_WORK),
    ],
)
def test_who_cannot_play_is_told_why(found, problem):
    entrant = entrant_of(ANN, found)
    assert (entrant.players, entrant.problem) == ({}, problem)


def test_there_are_three_default_anchors_for_each_role():
    roles = [role for entrant in anchors(DEFAULT_ANCHORS) for role in entrant.players]
    assert roles == [Role.PACMAN] * 3 + [Role.GHOSTS] * 3


def test_ghosts_and_teams_are_ghosts_and_all_others_are_pacmen():
    for name in (*ready_names(), *TEAMS):
        is_ghost = name.endswith("_ghost") or name in TEAMS
        assert role_of(name) is (Role.GHOSTS if is_ghost else Role.PACMAN), name


def test_an_anchor_never_has_the_name_of_an_entrant():
    reflex, ghosts = anchors(["reflex", "reflex", "random_ghost"], taken=["reflex"])
    assert (reflex.name, ghosts.name) == ("reflex (anchor)", "random_ghost")
    assert reflex.is_anchor
    assert reflex.spec(Role.PACMAN) == "reflex"
    (other,) = anchors(["reflex"], taken=["reflex", "reflex (anchor)"])
    assert other.name == "reflex (anchor) (anchor)"


def test_an_anchor_that_cannot_play_is_refused_in_one_line(tmp_path):
    for spec, message in (
        ("reflexx", "no agent 'reflexx'; did you mean 'reflex'?"),
        ("reflex:depht=3", "got an unexpected keyword argument 'depht'"),
        ("nowhere.py", ""),
    ):
        assert refusal(spec).startswith(f"anchor {spec}: {message}")
    text = "class Small(Agent):\n    most_cells = 3\n    def act(self, state): ..."
    file = write(tmp_path, f"from pacgrid import Agent\n{text}")
    reason = "can't play on tiny, which has more than 3 open cells"
    assert refusal(str(file)) == f"anchor {file}: {reason}"


def refusal(spec: str) -> str:
    conditions = small_rules().conditions(Level.PROCESS).values()
    with pytest.raises(AnchorError) as error:
        check_anchors(anchors([spec]), conditions)
    assert "\n" not in str(error.value)
    return str(error.value)
