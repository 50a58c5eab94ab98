import pytest
from hypothesis import given, settings

from helpers.positions import pacman_states, tree_states
from pacgrid import Action, State
from pacgrid.agent import AgentError
from pacgrid.agent_loader import load_agent
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.expectiminimax import Expectiminimax
from pacgrid.agents.minimax import Minimax
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.search import CHANCE, GameState, Searcher


def values(agent: Searcher, state: GameState) -> dict[Action, float]:
    agent.act(state)
    return agent.report.values


@given(tree_states(0, 1, 2, CHANCE))
def test_trees_have_the_values_of_expectimax_if_all_others_are_chance(tree: DrawnTree) -> None:
    mixed = Expectiminimax(depth=9, ghosts="chance")
    assert values(mixed, tree) == values(Expectimax(depth=9), tree)


@given(tree_states(0, 1, 2))
def test_trees_have_the_values_of_minimax_if_all_others_are_min(tree: DrawnTree) -> None:
    assert values(Expectiminimax(depth=9), tree) == values(Minimax(depth=9), tree)


@given(pacman_states())
@settings(max_examples=25)
def test_pacman_positions_have_the_values_of_the_plain_searches(state: State) -> None:
    model = "directional_ghost:attack=0.7"
    assert values(Expectiminimax(), state) == values(Minimax(), state)
    for ghosts in ("chance", model, [model, "chance"]):
        assert values(Expectiminimax(ghosts=ghosts), state) == values(
            Expectimax(ghosts=ghosts), state
        )


@pytest.mark.parametrize(
    ("ghosts", "value"),
    [
        ("min", 6),
        ("max", 9),
        ("chance", 7.5),
        ("min,chance", 6.5),
        ("chance,min", 7),
        ("max,chance", 8.5),
        ("[chance,max]", 8),
    ],
)
def test_each_ghost_has_the_layer_that_it_is_given(ghosts: str, value: float) -> None:
    agent = load_agent(f"expectiminimax:ghosts={ghosts},depth=1")
    assert isinstance(agent, Expectiminimax)
    assert values(agent, load_game("two_mins"))["a"] == value  # type: ignore[index]


def test_a_chance_node_of_the_game_has_its_own_distribution() -> None:
    assert values(Expectiminimax(depth=1), load_game("gamble")) == pytest.approx(
        {"gamble": -1.1, "safe": -1}
    )
    agent = Expectiminimax(depth=4)
    assert agent.act(load_game("pig:target=8").successor("roll").successor(6)) == "roll"


def test_its_principal_variation_ends_before_a_chance_layer() -> None:
    state = load_game("two_mins")
    for ghosts, line in (("min", "a22"), ("max", "a11"), (["max", "chance"], "a1")):
        agent = Expectiminimax(depth=1, ghosts=ghosts)
        agent.explain(state, agent.act(state))
        assert "".join(map(str, agent.report.principal_variation)) == line


@pytest.mark.parametrize(
    ("ghosts", "message"),
    [
        ("mni", "no layer or agent 'mni'; did you mean 'min'?"),
        ("min,chanse", "no layer or agent 'chanse'; did you mean 'chance'?"),
        ("minmax_ghost", "no agent 'minmax_ghost'; did you mean 'minimax_ghost'?"),
        ("reflex", "reflex has no distribution(state) to average over"),
        ("7", "7 has no distribution(state) to average over"),
        ("min,[]", "[] has no distribution(state) to average over"),
        ("[]", "ghosts is empty"),
        ("directional_ghost:attack=2", "attack must be a probability from 0 to 1, not 2"),
    ],
)
def test_an_unknown_layer_is_refused_in_one_line(ghosts: str, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        load_agent(f"expectiminimax:ghosts={ghosts}")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
