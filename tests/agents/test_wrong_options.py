"""Options of agents that make no sense are refused in one line."""

import pytest

from pacgrid.agent_loader import load_agent
from pacgrid.errors import AgentError

WRONG = {
    "minimax:depth=0": "depth must be a whole number of rounds from 1, not 0",
    "minimax:depth=-1": "depth must be a whole number of rounds from 1, not -1",
    "minimax:depth=1.5": "depth must be a whole number of rounds from 1, not 1.5",
    "minimax:depth=two": "depth must be a whole number of rounds from 1, not 'two'",
    "minimax:evaluation=best": "no evaluation 'best'; choose score, linear",
    "alpha_beta:pruning=loose": "pruning must be strict or book, not 'loose'",
    "alpha_beta:pruning=book,compiled=true": "a compiled search prunes strictly",
    "expectimax:ghosts=reflex": "reflex has no distribution",
    "expectiminimax:ghosts=mni": "no layer or agent 'mni'; did you mean 'min'?",
    "expectiminimax:ghosts=min,chanse": "no layer or agent 'chanse'; did you mean 'chance'?",
    "expectiminimax:ghosts=minmax_ghost": "'minmax_ghost'; did you mean 'minimax_ghost'?",
    "expectiminimax:ghosts=reflex": "reflex has no distribution(state) to average over",
    "expectiminimax:ghosts=7": "7 has no distribution(state) to average over",
    "expectiminimax:ghosts=min,[]": "[] has no distribution(state) to average over",
    "expectiminimax:ghosts=[]": "ghosts is empty",
    "expectiminimax:ghosts=directional_ghost:attack=2": "a probability from 0 to 1, not 2",
    "expected_utility:utility=brave": "choose linear, concave, convex, logarithmic, s_shaped, sqrt "
    "or my_file.py:my_function",
    "expected_utility:utility=logaritmic": "'logaritmic'; did you mean 'logarithmic'?",
    "expected_utility:utility=logarithmic:welth=3": "the options of logarithmic are: wealth",
    "expected_utility:utility=linear:wealth=3": "the options of linear are: none",
    "expected_utility:utility=logarithmic:wealth=0": "wealth must be points above 0, not 0",
    "expected_utility:utility=concave:risk_tolerance=0": "tolerance must be points above 0, not 0",
    "expected_utility:utility=convex:risk_tolerance=-5": "must be points above 0, not -5",
    "expected_utility:utility=s_shaped:reference=here": "reference must be points, not 'here'",
    "expected_utility:utility=s_shaped:exponent=2": "exponent must be at most 1, not 2",
    "expected_utility:utility=s_shaped:loss_aversion=0": "loss_aversion must be above 0, not 0",
    "expected_utility:utility=3": "a utility must be a name or a function, not 3",
    "expected_utility:risk_tolerance=0": "risk_tolerance must be points above 0, not 0",
    "expected_utility:risk_tolerance=high": "risk_tolerance must be points above 0, not 'high'",
    "iterative_deepening:depth=0": "depth must be a whole number of rounds from 1, not 0",
    "iterative_deepening:nodes=4": "nodes must be a whole number from 5, not 4",
    "iterative_deepening:nodes=True": "nodes must be a whole number from 5, not True",
    "iterative_deepening:table=0": "table must be a whole number from 1, not 0",
    "iterative_deepening:quiescence=-1": "quiescence must be a whole number from 0, not -1",
    "iterative_deepening:cpu_seconds=0": "cpu_seconds must be a number above 0, not 0",
    "iterative_deepening:cpu_seconds=1s": "cpu_seconds must be a number above 0, not '1s'",
    "iterative_deepening:ordering=killer": "no ordering 'killer'; choose from last, captures",
    "iterative_deepening:symmetry=True": "symmetry needs a table; add table=100000",
    "mcts:playouts=0": "playouts must be a whole number from 1, not 0",
    "mcts:playouts=2.5": "playouts must be a whole number from 1, not 2.5",
    "mcts:cpu_seconds=-1": "cpu_seconds must be a number from 0, not -1",
    "mcts:exploration=much": "exploration must be a number from 0, not 'much'",
    "mcts:rollout=-1": "rollout must be a whole number from 0, not -1",
    "mcts:ghosts=mim": "no layer or agent 'mim'; did you mean 'min'?",
    "champion:nodes=5": "nodes must be a whole number from 100, not 5",
    "champion:nodes=1e6": "nodes must be a whole number from 100, not 1000000.0",
    "champion:cpu_seconds=0": "cpu_seconds must be a number above 0, not 0",
    "arcade_ghost:personality=lazy": "no personality 'lazy'; choose chaser, ambusher",
    "directional_ghost:attack=1.2": "attack must be a probability from 0 to 1, not 1.2",
    "directional_ghost:flee=-0.1": "flee must be a probability from 0 to 1, not -0.1",
    "minimax_ghost:error=-0.1": "error must be a probability from 0 to 1, not -0.1",
    "minimax_ghost:error=1.5": "error must be a probability from 0 to 1, not 1.5",
    "minimax_ghost:error=often": "error must be a probability from 0 to 1, not 'often'",
}


@pytest.mark.parametrize("name", WRONG)
def test_an_option_that_makes_no_sense_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(AgentError) as caught:
        load_agent(name)
    assert WRONG[name] in str(caught.value)
    assert "\n" not in str(caught.value)
