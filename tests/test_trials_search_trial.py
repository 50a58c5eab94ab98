"""Tests of the kind "search": the states that the grader serves, and workers that search them."""

from collections.abc import Iterator
from textwrap import dedent, indent

import pytest

from helpers.grading import NoClient, loaded, question_tests, write
from pacgrid import Action, State
from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.question import Search
from pacgrid.autograder.sandbox.worker_library import source_of
from pacgrid.autograder.trials.search_trial import StateServer, run
from pacgrid.autograder.worker_client import SubmissionError, WorkerClient
from pacgrid.autograder.worker_replies import Expand
from pacgrid.common.failure import Failure

CORRIDOR = "%%%%%%\n%.P1 %\n%%%%%%"
ROOM = "%%%%%%%\n%.   .%\n%  P  %\n%  1  %\n%%%%%%%"


# The states that the grader serves.


def server(drawing: str = ROOM, max_nodes: int = 1000) -> StateServer:
    return StateServer(State.parse(drawing), max_nodes, NoClient())


def request(number: int, action: str) -> Expand:
    return Expand.model_validate({"kind": "expand", "state": number, "action": action})


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


def test_a_successor_is_the_one_of_the_state_and_is_counted():
    states = server()
    after = State.parse(ROOM).successor(Action.NORTH)
    summary = states.expand(request(0, "north"))
    assert (summary["state"], summary["to_move"], summary["score"]) == (1, 1, after.score)
    assert summary["legal"] == [str(action) for action in after.legal_actions()]
    assert states.expanded == 1


def test_equal_states_have_the_same_number_whatever_the_path():
    states = server(ROOM.replace("1", " "))
    north = states.expand(request(0, "north"))["state"]
    east = states.expand(request(0, "east"))["state"]
    assert north != east
    one, two = (states.expand(request(*step)) for step in ((north, "east"), (east, "north")))
    assert one == two
    assert states.expand(request(0, "north"))["state"] == north
    assert states.expanded == 5


def test_a_finished_game_has_no_legal_actions():
    states = server("%%%%%%\n%P.1 %\n%%%%%%")
    won = states.expand(request(0, "east"))
    assert (won["is_win"], won["is_loss"], won["legal"]) == (True, False, [])
    with pytest.raises(SubmissionError, match="asked for a successor that does not exist"):
        states.expand(request(won["state"], "stop"))


@pytest.mark.parametrize(("number", "action"), [(1, "stop"), (10**30, "stop"), (0, "east")])
def test_requesting_an_impossible_successor_ends_the_worker(number, action):
    with pytest.raises(SubmissionError) as caught:
        server(CORRIDOR.replace("P1", "P%")).expand(request(number, action))
    assert str(caught.value) == "asked for a successor that does not exist"
    assert caught.value.gone


def test_exceeding_the_budget_names_it():
    states = server(max_nodes=2500)
    for _ in range(2500):
        states.expand(request(0, "north"))
    with pytest.raises(SubmissionError, match=r"^asked for more than 2,500 successors in one sea"):
        states.expand(request(0, "north"))


# Workers that search.

MINIMAX = source_of("minimax")
SEARCHER = """
class {name}(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
"""
BODIES = {
    "Boards": "return state.pacman",
    "Catches": """
        try: state.successor(Action.NORTH)
        except ValueError: return Action.WEST
    """,
    "GoesNorth": "state.successor(Action.NORTH)",
    "Claims": """
        self.report = Report(nodes=1, values={})
        for _ in range(7): state.successor(Action.WEST)
        return Action.WEST
    """,
    "Draws": """
        drawn = random.choice(state.legal_actions())
        for _ in range(random.randrange(50)):
            state.successor(self.rng.choice(state.legal_actions()))
        return drawn
    """,
}


def searchers(bodies: dict[str, str]) -> str:
    """Searchers by name, with these bodies of `act`."""
    classes = (
        SEARCHER.format(name=name) + indent(dedent(body).strip(), " " * 8) + "\n"
        for name, body in bodies.items()
    )
    return "import random\nfrom pacgrid import Action, Agent, Report\n" + "".join(classes)


def search(*drawings: str, **changes: object) -> Search:
    (test,) = question_tests("minimax")
    assert isinstance(test, Search)
    positions = [State.parse(drawing) for drawing in drawings or [CORRIDOR]]
    return test.model_copy(update={"positions": positions, **changes})


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerClient]:
    """A worker with searchers that don't end it."""
    text = (
        MINIMAX + searchers(BODIES) + searchers({"Narrow": "pass"}).replace("depth, eval", "w, v")
    )
    with loaded(write(tmp_path_factory.mktemp("agents"), text)) as client:
        yield client


def test_an_optimal_search_gets_the_points_and_its_nodes_are_counted(client):
    test = search(CORRIDOR, ROOM)
    outcome = run(test, client, "Minimax")
    assert (outcome.result, outcome.points) == ("optimal in 2 of 2", 1)
    assert (outcome.failure, outcome.advice) == (None, "")
    # One for each action, and one for each answer to it, unless the game is over before.
    nodes = 0
    for root in test.positions:
        for state in map(root.successor, root.legal_actions()):
            nodes += 1 + (0 if state.is_terminal else len(state.legal_actions()))
    assert outcome.nodes == nodes


def test_the_nodes_that_a_submission_reports_do_not_count(client):
    assert run(search(), client, "Claims").nodes == 7


def test_the_budget_is_for_each_position(client):
    nodes = run(search(), client, "Minimax").nodes
    outcome = run(search(*[CORRIDOR] * 3, nodes=nodes), client, "Minimax")
    assert (outcome.points, outcome.nodes) == (1, 3 * nodes)


def test_a_search_that_reads_the_board_fails_with_what_the_state_has(client):
    outcome = run(search(), client, "Boards")
    assert outcome.failure
    assert outcome.failure.message.startswith(
        "AttributeError: the state of a search question has no pacman; it has to_move, "
        "num_agents, legal_actions(), successor(action), is_terminal, score (agent.py, line "
    )


def test_an_illegal_action_raises_in_the_authors_own_line(client):
    assert run(search(), client, "Catches").points == 1
    outcome = run(search(), client, "GoesNorth")
    assert outcome.failure
    assert outcome.failure.message.startswith("ValueError: can't play north; legal is ")
    assert "(agent.py, line " in outcome.failure.message
    assert "state.successor(Action.NORTH)" in outcome.failure.frames


def test_a_search_that_cannot_be_built_is_not_tried(client):
    outcome = run(search(), client, "Narrow")
    assert outcome.result == "not tried"
    assert outcome.failure == Failure(
        "Narrow can't be built: its __init__ must accept depth and evaluation"
    )


def test_a_search_draws_the_same_numbers_in_every_run(client):
    one, two = (run(search(*[ROOM] * 4), client, "Draws") for _ in range(2))
    assert one == two


def test_exceeding_the_budget_loses_the_remaining_positions(tmp_path):
    with loaded(write(tmp_path, MINIMAX)) as client:
        outcome = run(search(CORRIDOR, ROOM, nodes=3), client, "Minimax")
    assert outcome.failure == Failure("asked for more than 3 successors in one search")
    assert (outcome.place, outcome.points) == ("position 1", 0)
    assert outcome.result == "failed in position 1 of 2"
    assert outcome.nodes == 4


FORGES = """
import socket, time
def is_socket(handle):
    try: socket.socket(fileno=handle).detach()
    except OSError: return False
    return True
CHANNEL = next(filter(is_socket, range(3, 64)))
def send(message):
    channel = socket.socket(fileno=CHANNEL)
    channel.sendall(len(message).to_bytes(4, "big") + message)
    channel.detach()
    time.sleep(60)
"""


@pytest.mark.parametrize(
    ("message", "failure"),
    [
        (b'{"kind":"expand","state":99,"action":"west"}', "asked for a successor that does not e"),
        (b'{"kind":"expand","state":0,"action":"north"}', "asked for a successor that does not e"),
        (b'{"kind":"expand","state":-1,"action":"west"}', "sent the grader an invalid message"),
        (b'{"kind":"done"}', "sent the grader a reply of the wrong kind"),
    ],
    ids=["unknown state", "illegal action", "negative state", "wrong kind"],
)
@pytest.mark.slow
def test_a_forged_request_ends_the_worker(tmp_path, message, failure):
    text = FORGES + searchers({"Minimax": f"send({message!r})"})
    with loaded(write(tmp_path, text)) as client:
        outcome = run(search(), client, "Minimax")
    assert outcome.failure
    assert outcome.failure.message.startswith(failure)
    assert outcome.points == 0


WRONG = MINIMAX.replace("class Minimax", "class Wrong").replace("min(", "max(")


def test_a_wrong_search_loses_points_in_the_shipped_positions(tmp_path):
    """`test_trials_position_trial.py` has many more mistakes, and plays them without a worker."""
    assignment = Assignment.load()
    tests = [test for test in assignment.question("minimax").tests if isinstance(test, Search)]
    with loaded(write(tmp_path, MINIMAX + WRONG), assignment.limits) as client:
        correct, wrong = (
            [run(test, client, name) for test in tests] for name in ("Minimax", "Wrong")
        )
    assert [outcome.points for outcome in correct] == [test.points for test in tests]
    assert [outcome.failure for outcome in wrong] == [None] * len(tests)
    assert sum(outcome.points for outcome in wrong) < sum(test.points for test in tests)
