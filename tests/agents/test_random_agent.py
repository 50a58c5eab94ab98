from pacgrid import Action, State
from pacgrid.agents.random_agent import RandomAgent


def test_stopping_can_be_turned_off() -> None:
    state = State.parse("%%%%%%\n%P. .%\n%%%%%%")
    assert RandomAgent().distribution(state) == {Action.EAST: 0.5, Action.STOP: 0.5}
    assert RandomAgent(stops=False).distribution(state) == {Action.EAST: 1}


def test_an_agent_with_nowhere_to_go_stops_anyway() -> None:
    state = State.parse("%%%%%\n%P%.%\n%%%%%")
    assert RandomAgent(stops=False).act(state) is Action.STOP
