import subprocess
import sys

import pytest

from pacgrid import Action, Layout, State, play
from pacgrid.agents.champion import ACTIVE_PRIOR, WAITING_ROUNDS, Champion
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.game import Limits
from pacgrid.games.game_setup import Ending
from pacgrid.kernel import jit

compiles = pytest.mark.slow
"""For what compiles the search of the champion, which takes long."""


@compiles
def test_it_takes_capsules_and_eats_ghosts_before_the_last_food() -> None:
    board = Layout.parse("""
%%%%%%%%%%%%%
%  1     2  %
% %%% %%%%% %
% %%% %%%%% %
%   oP     .%
%%%%%%%%%%%%%
""")
    record = play(board, [Champion(nodes=2000), RandomGhost(), RandomGhost()], seed=1)
    assert record.score > 850
    lure = play(Layout.load("lure"), [Champion(nodes=2000), MinimaxGhost()], seed=1)
    assert lure.won, "it takes the capsule before the dead end that tempts"


@compiles
@pytest.mark.parametrize(("ghost", "eats"), [("1 ", False), ("  ", True)])
def test_it_eats_in_a_dead_end_only_if_no_ghost_follows(ghost: str, eats: bool) -> None:
    state = State.parse(f"""
%%%%%%%%%%%%
%          %
% %%%% %%%%%
%   {ghost}P...%%
% %%%%%%%%%%
%{" " if ghost.strip() else "1"}        .%
%%%%%%%%%%%%
""")
    assert (Champion(nodes=5000).act(state) is Action.EAST) == eats


@compiles
def test_it_plays_a_small_board_as_well_as_can_be() -> None:
    for seed in range(4):
        record = play(Layout.load("pocket"), [Champion(), DirectionalGhost()], seed=seed)
        assert record.score == 510  # what `pacgrid solve` finds


@compiles
def test_it_knows_what_each_action_is_worth_on_a_small_board_unless_that_does_not_help() -> None:
    champion, state = Champion(nodes=100), State.initial(Layout.load("den"))
    assert champion.act(state) is Action.STOP
    assert champion.report.nodes == 0
    champion.idle = WAITING_ROUNDS + 1
    champion.act(state)
    assert champion.report.nodes > 0, "it gained no points for so long"
    champion = Champion(nodes=500)
    champion.start(state)
    pursues = {rule: float(rule[0] == "pursue") for rule in ACTIVE_PRIOR}
    for model in champion.active_models:
        for _ in range(3):
            model.update(pursues)
    champion.act(state)
    assert champion.report.nodes > 0, "it didn't solve the board for ghosts that pursue him"


@compiles
def test_it_finds_out_how_a_ghost_plays() -> None:
    agent = Champion(nodes=300)
    ghosts = [DirectionalGhost(attack=1), RandomGhost()]
    play(Layout.load("small"), [agent, *ghosts], seed=4)
    chaser, wanderer = (model.posterior for model in agent.active_models)
    assert chaser["attack", 0.8] + chaser["attack", 1.0] > 0.9
    assert sum(wanderer["attack", share] for share in (0.0, 0.25, 0.5)) > 0.9


@compiles
def test_it_reports_what_it_searched_and_believes() -> None:
    agent, state = Champion(nodes=1000), State.initial(Layout.load("small"))
    assert agent.act(state) in state.legal_actions()
    assert set(agent.report.values) == set(state.legal_actions())
    assert 0 < agent.report.nodes <= 1000
    assert agent.report.details["rounds"] >= 1
    assert any(name.startswith("ghost 2: ") for name in agent.report.details)


GAME = """
from pacgrid import Layout, play
from pacgrid.agents.champion import Champion
from pacgrid.agents.random_ghost import RandomGhost
record = play(Layout.load("training"), [Champion(nodes=500), RandomGhost()], seed=5)
print(record.score, *(move.action.name for move in record.moves))
"""


@compiles
def test_a_budget_of_nodes_plays_the_same_game_in_any_process() -> None:
    done = [
        subprocess.run([sys.executable, "-c", GAME], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert done[0].stdout == done[1].stdout != ""


@compiles
@pytest.mark.parametrize("nodes", [100, 250, 1000])
def test_it_eats_without_delay_where_there_are_no_ghosts(nodes: int) -> None:
    record = play(Layout.load("training"), [Champion(nodes=nodes)])
    assert record.ending is Ending.WON
    assert record.rounds < 30


@compiles
def test_it_keeps_to_its_nodes_even_where_a_round_is_many_more_and_to_its_time() -> None:
    state = State.parse("""
%%%%%%%%%%
%.      P%
%        %
% 1 2 3  %
% 4 5 6  %
% 7 8 9  %
%        %
%%%%%%%%%%
""")
    champion = Champion(nodes=100)
    assert champion.act(state) in state.legal_actions()
    assert champion.report.nodes <= 100
    hasty, limits = Champion(cpu_seconds=0.001), Limits(rounds=5)
    assert play(Layout.load("training"), [hasty], limits=limits).forfeit is None


@compiles
def test_it_eats_what_it_can_reach_though_much_food_is_out_of_reach() -> None:
    wall = "%" * 18
    state = State.parse(f"{wall}\n%P .            %%\n{wall}\n%..............%%%\n{wall}")
    champion = Champion(nodes=100)
    for _ in range(2):
        state = state.successor(champion.act(state))
    assert state.score == 8


def test_it_plays_no_ghost_and_needs_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    state = State.initial(Layout.load("training"))
    with pytest.raises(ValueError, match="champion plays Pac-Man, not a ghost"):
        Champion().act(state.successor(Action.EAST))
    monkeypatch.setattr(jit, "is_disabled", lambda: True)
    with pytest.raises(ValueError, match="unset NUMBA_DISABLE_JIT"):
        Champion().start(state)
