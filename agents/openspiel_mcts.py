"""The Monte Carlo tree search of OpenSpiel, written in Python: its `MCTSBot`, with random playouts.

pacgrid play openspiel_mcts:simulations=200 --layout small
"""

from typing import Any

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.common.named_options import number_from_0, whole_number
from pacgrid.errors import AgentError
from pacgrid.state import State


class OpenSpielMCTS(Agent):
    """Plays what OpenSpiel's bot plays if every agent plays for itself.

    Args:
        simulations: how many playouts a move takes.
        exploration: the constant C of UCT, as a share of the range of scores.
        rounds: after how many rounds a playout is cut off.

    Raises AgentError: OpenSpiel isn't installed.
    """

    def __init__(self, *, simulations: int, exploration: float = 0.1, rounds: int = 10) -> None:
        self.simulations = whole_number("simulations", simulations, 2)
        self.exploration = number_from_0("exploration", exploration)
        self.rounds = whole_number("rounds", rounds, 1)
        try:
            from pacgrid.openspiel import PacgridGame
        except ImportError as error:
            raise AgentError(f"openspiel_mcts: {error}") from None
        self.new_game = PacgridGame

    def start(self, state: State) -> None:
        from numpy.random import RandomState
        from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

        self.game = game = self.new_game({"rounds": self.rounds}, start=state)
        rng = RandomState(self.rng.randrange(2**32))
        constant = self.exploration * (game.max_utility() - game.min_utility())
        playouts = RandomRolloutEvaluator(random_state=rng)
        self.bot = MCTSBot(game, constant, self.simulations, playouts, random_state=rng)

    def act(self, state: State) -> Action:
        root: Any = self.bot.mcts_search(self.game.new_initial_state(state))
        sign = -1 if state.to_move else 1  # a ghost's return is minus the score
        means = {
            Action(child.action): sign * float(child.total_reward) / child.explore_count
            for child in root.children
            if child.explore_count
        }
        visits = {Action(child.action): child.explore_count for child in root.children}
        self.report = Report(root.explore_count, means, action_details={"visits": visits})
        return Action(root.best_child().action)
