"""Tests of the kind "search": what the grader holds, and real workers that search it."""

from pathlib import Path
from textwrap import indent

import pytest

from helpers.grading import limits, question_tests, write
from pacgrid import Action, State
from pacgrid.autograder.grade import Outcome
from pacgrid.autograder.messages import Expand
from pacgrid.autograder.question import Search
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.sandbox.worker_library import source_of
from pacgrid.autograder.trials.search_trial import StateServer, run
from pacgrid.autograder.worker_client import SubmissionError, WorkerClient
from pacgrid.common.failure import Failure

CORRIDOR = "%%%%%%\n%.P1 %\n%%%%%%"
ROOM = "%%%%%%%\n%.   .%\n%  P  %\n%  1  %\n%%%%%%%"

MINIMAX = source_of("minimax")
BODY = """
class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
"""


class NoClient:
    """What ends a worker, without one."""

    def kill(self, reason: str) -> SubmissionError:
        return SubmissionError(Failure(reason), gone=True)


def server(drawing: str = ROOM, max_nodes: int = 1000) -> StateServer:
    return StateServer(State.parse(drawing), max_nodes, NoClient())  # type: ignore[arg-type]


def asks(number: int, action: str) -> Expand:
    return Expand.model_validate({"kind": "expand", "state": number, "action": action})


def search(**changes: object) -> Search:
    (test,) = question_tests("minimax")
    assert isinstance(test, Search)
    return test.model_copy(update=changes)


def tried(folder: Path, text: str, test: Search) -> Outcome:
    with WorkerClient(write(folder, text), limits(), strongest()) as client:
        client.load()
        return run(test, client, "Minimax")


def acting(body: str) -> str:
    """A Minimax with that body of `act`; `summary` forges what a worker tells the grader."""
    return (
        "import socket, sys, time\nfrom pacgrid import Action, Agent\n"
        "def summary(message):\n"
        "    channel = socket.socket(fileno=int(HANDLE))\n"
        "    channel.sendall(len(message).to_bytes(4, 'big') + message)\n"
        "    channel.detach()\n"
        "    time.sleep(60)\n"
        "def sockets():\n"
        "    for handle in range(3, 64):\n"
        "        try: socket.socket(fileno=handle).detach(); yield handle\n"
        "        except OSError: pass\n"
        "HANDLE = next(sockets())\n"
        f"{BODY}{indent(body.strip(), ' ' * 8)}\n"
    )


def test_the_summary_of_a_state_has_no_board():
    state = State.parse(ROOM)
    assert server().root == {
        "state": 0,
        "legal": [str(action) for action in state.legal_actions()],
        "to_move": 0,
        "num_agents": 2,
        "is_win": False,
        "is_loss": False,
        "score": 0,
    }


def test_a_successor_is_the_states_own_and_is_counted():
    states = server()
    after = State.parse(ROOM).successor(Action.NORTH)
    summary = states.expand(asks(0, "north"))
    assert (summary["state"], summary["to_move"], summary["score"]) == (1, 1, after.score)
    assert summary["legal"] == [str(action) for action in after.legal_actions()]
    assert states.expanded == 1


def test_equal_states_have_the_same_number_however_they_are_reached():
    states = server(ROOM.replace("1", " "))
    north = states.expand(asks(0, "north"))["state"]
    east = states.expand(asks(0, "east"))["state"]
    assert north != east
    one, two = (
        states.expand(asks(number, action)) for number, action in ((north, "east"), (east, "north"))
    )
    assert one == two
    assert states.expand(asks(0, "north"))["state"] == north
    assert states.expanded == 5


def test_a_game_that_is_over_has_no_legal_actions():
    states = server("%%%%%%\n%P.1 %\n%%%%%%")
    won = states.expand(asks(0, "east"))
    assert (won["is_win"], won["is_loss"], won["legal"]) == (True, False, [])
    with pytest.raises(SubmissionError, match="asked for a successor that does not exist"):
        states.expand(asks(won["state"], "stop"))


@pytest.mark.parametrize(("number", "action"), [(1, "stop"), (10**30, "stop"), (0, "east")])
def test_asking_for_an_impossible_successor_ends_the_worker(number, action):
    with pytest.raises(SubmissionError) as caught:
        server(CORRIDOR.replace("P1", "P%")).expand(asks(number, action))
    assert str(caught.value) == "asked for a successor that does not exist"
    assert caught.value.gone


def test_one_successor_too_many_names_the_budget():
    states = server(max_nodes=2500)
    for _ in range(2500):
        states.expand(asks(0, "north"))
    with pytest.raises(SubmissionError, match=r"^asked for more than 2,500 successors in one sea"):
        states.expand(asks(0, "north"))


def test_an_honest_search_gets_the_points_and_its_nodes_are_counted(tmp_path):
    test = search(positions=[State.parse(CORRIDOR), State.parse(ROOM)])
    outcome = tried(tmp_path, MINIMAX, test)
    assert (outcome.result, outcome.points) == ("optimal in 2 of 2", 1)
    assert (outcome.failure, outcome.advice) == (None, "")
    # One for each action, and one for each answer to it, unless the game is over before.
    nodes = 0
    for root in test.positions:
        for state in map(root.successor, root.legal_actions()):
            nodes += 1 + (0 if state.is_terminal else len(state.legal_actions()))
    assert outcome.nodes == nodes


@pytest.mark.slow
def test_what_the_submission_says_of_its_nodes_counts_for_nothing(tmp_path):
    body = "self.report = Report(nodes=1, values={})\n"
    body += "for _ in range(7): state.successor(Action.WEST)\nreturn Action.WEST"
    text = "from pacgrid import Report\n" + acting(body)
    assert tried(tmp_path, text, search()).nodes == 7


def test_a_budget_that_is_overrun_is_named_and_the_positions_that_remain_are_lost(tmp_path):
    test = search(nodes=3, positions=[State.parse(CORRIDOR), State.parse(ROOM)])
    outcome = tried(tmp_path, MINIMAX, test)
    assert outcome.failure == Failure("asked for more than 3 successors in one search")
    assert (outcome.place, outcome.points) == ("position 1", 0)
    assert outcome.result == "failed in position 1 of 2"
    assert outcome.nodes == 4


@pytest.mark.slow
def test_the_budget_is_for_each_position(tmp_path):
    test = search(positions=[State.parse(CORRIDOR)] * 3)
    nodes = tried(tmp_path, MINIMAX, test).nodes or 0
    outcome = tried(tmp_path, MINIMAX, search(**vars(test) | {"nodes": nodes // 3}))
    assert (outcome.points, outcome.nodes) == (1, nodes)


def test_a_search_that_looks_for_the_board_is_told_what_there_is(tmp_path):
    outcome = tried(tmp_path, acting("return state.pacman"), search())
    assert outcome.failure
    assert outcome.failure.message.startswith(
        "AttributeError: the state of a search question has no pacman; it has to_move, "
        "num_agents, legal_actions(), successor(action), is_terminal, score (agent.py, line "
    )


def test_an_illegal_action_fails_in_the_authors_own_line_and_ends_nothing(tmp_path):
    body = "try: state.successor(Action.NORTH)\nexcept ValueError: return Action.WEST"
    assert tried(tmp_path, acting(body), search()).points == 1
    outcome = tried(tmp_path, acting("state.successor(Action.NORTH)"), search())
    assert outcome.failure
    assert outcome.failure.message.startswith("ValueError: can't play north; legal is ")
    assert "(agent.py, line " in outcome.failure.message
    assert "state.successor(Action.NORTH)" in outcome.failure.frames


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            b'{"kind":"expand","state":99,"action":"west"}',
            "asked for a successor that does not exist",
        ),
        (
            b'{"kind":"expand","state":0,"action":"north"}',
            "asked for a successor that does not exist",
        ),
        (
            b'{"kind":"expand","state":-1,"action":"west"}',
            "sent the grader an invalid message",
        ),
        (b'{"kind":"done"}', "sent the grader a reply of the wrong kind"),
    ],
)
@pytest.mark.slow
def test_a_forged_request_ends_the_worker(tmp_path, message, said):
    outcome = tried(tmp_path, acting(f"summary({message!r})"), search())
    assert outcome.failure == Failure(said)
    assert outcome.points == 0


def test_one_that_can_not_be_built_is_not_tried(tmp_path):
    outcome = tried(tmp_path, acting("pass").replace("depth, evaluation):", "width):"), search())
    assert outcome.result == "not tried"
    assert outcome.failure == Failure(
        "Minimax can't be built: its __init__ must accept depth and evaluation"
    )


@pytest.mark.slow
def test_the_same_position_is_searched_alike_every_time(tmp_path):
    body = """
import random
drawn = random.choice(state.legal_actions())
for _ in range(random.randrange(50)): state.successor(self.rng.choice(state.legal_actions()))
return drawn
"""
    test = search(positions=[State.parse(ROOM)] * 4)
    one, two = (tried(tmp_path, acting(body), test) for _ in range(2))
    assert one == two
