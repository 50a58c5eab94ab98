from pacgrid import State
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.kinds.probes import probes
from pacgrid.autograder.kinds.search import Search

POSITION = "%%%%%%\n%.P1 %\n%%%%%%"
TREE = "MAX\n  MIN: 3 12\n  MIN: 2 4"


def search(**more: object) -> Search:
    data = {"kind": "search", "search": "minimax", "depth": 2, "points": 1, **more}
    return Search.model_validate(data)


def test_positions_trees_and_generated_probes_are_numbered_in_turn():
    test = search(positions=[POSITION], trees=[TREE], generate=2, evaluation="linear", moves=3)
    position, tree, *generated = probes(test)
    assert (position.name, position.root) == ("position 1", State.parse(POSITION))
    assert (position.depth, position.evaluation, position.moves) == (2, "linear", 3)
    assert (tree.name, tree.root, tree.depth) == ("tree 2", TreePosition.parse(TREE), 2)
    assert [probe.name.split()[1] for probe in generated] == ["3", "4"]
    assert test.size == 4


def test_another_seed_generates_others():
    one, same, other = (probes(search(generate=2, seed=seed)) for seed in (1, 1, 2))
    assert one == same != other


def test_a_hidden_test_cannot_be_recognised():
    asked = {"positions": [POSITION], "trees": [TREE], "generate": 3}
    shown = probes(search(**asked))
    seen = [probes(search(**asked, visibility="hidden", seed=seed)) for seed in range(5)]
    for number, probe in enumerate(shown):
        hidden = [each[number] for each in seen]
        assert len({str(each.root) for each in hidden} - {str(probe.root)}) > 1
        assert {each.name for each in hidden} == {probe.name}
