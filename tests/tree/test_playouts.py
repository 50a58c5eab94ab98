import pytest

from helpers.student_searches import Resimulating
from pacgrid import Agent
from pacgrid.agents.mcts import MCTS
from pacgrid.games.game_loader import load_game
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Layer, StepKind, ValueSource


@pytest.mark.parametrize(
    "agent",
    [MCTS(playouts=150), MCTS(playouts=150, rollout=None), Resimulating(150)],
    ids=["cut off at once", "to the end", "without a tree"],
)
def test_every_playout_is_counted_once_on_its_way_to_the_root(agent: Agent) -> None:
    (tree,) = record_search(agent, load_game("tictactoe"))
    assert tree.root.visits == 150
    for node in tree.nodes:
        children = [tree.nodes[child] for child in node.children]
        assert node.visits >= sum(child.visits for child in children)
        assert (node.source is ValueSource.PLAYOUTS) == bool(children)
        assert node.number == 0 or tree.nodes[node.parent or 0].visits > 1
    most = max(tree.root.children, key=lambda child: tree.nodes[child].visits)
    assert tree.principal_variation[:2] == (0, most)


@pytest.mark.parametrize("game", ["pig:target=5", "book", "two_mins"])
def test_the_means_and_visits_are_those_of_the_agent(game: str) -> None:
    agent = MCTS(playouts=100)
    (tree,) = record_search(agent, load_game(game))
    children = [tree.nodes[child] for child in tree.root.children]
    assert {child.action: child.value for child in children} == pytest.approx(agent.report.values)
    visits = {child.action: child.visits for child in children}
    assert visits == agent.report.action_details["visits"]
    assert (Layer.CHANCE in {node.layer for node in tree.nodes}) == (game == "pig:target=5")


def test_steps_say_what_each_playout_changes() -> None:
    (tree,) = record_search(MCTS(playouts=60), load_game("tictactoe"))
    entered = [step.node for step in tree.steps if step.kind is StepKind.ENTER]
    assert entered == list(range(len(tree.nodes)))
    assert tree.steps[-2].words.startswith("a playout is worth")
    assert "the mean of 60 is" in tree.steps[-2].words
    final = {step.node: step.value for step in tree.steps}
    assert final == {node.number: node.value for node in tree.nodes}


@pytest.mark.parametrize("name", ["tictactoe", "nim", "book"])
def test_a_short_search_by_playouts_is_not_taken_for_one_that_cuts(name: str) -> None:
    for playouts in (10, 14, 18, 24):
        (tree,) = record_search(MCTS(playouts=playouts), load_game(name))
        assert not tree.cut_nodes
    assert tree.root.source is ValueSource.PLAYOUTS or name == "nim"
