"""The champion: expectimax over what it believes of the ghosts, deepened until a budget is spent.

Before each move it

1. looks at what each ghost did since its last move, and updates how likely it takes the ghost to
   play by each of some rules (`pacgrid.learning.opponent_model`);
2. searches with compiled code, every ghost being a chance player that mixes these rules
   (`pacgrid.kernel.champion`);
3. plays the action with the highest value.

How it estimates a position: `pacgrid.kernel.champion.estimate`. On a small board, it computes
what every position is worth before its first move, and needs no search.
"""

from collections.abc import Mapping
from math import exp, inf
from typing import TYPE_CHECKING

from pacgrid.action import Action
from pacgrid.agent import Agent, ChanceAgent, Report
from pacgrid.agents.arcade_ghost import PERSONALITIES, ArcadeGhost, scatters
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.common.named_options import number_above_0, whole_number
from pacgrid.kernel import MOST_CELLS
from pacgrid.learning.opponent_model import OpponentModel, actions_between, posterior_in_team
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.kernel.champion.champion_search import ChampionSearch
    from pacgrid.solutions.solution import Solution

NODES = 20_000
LEAST_NODES = 100
ROUND_NODES = 5_000
"""So many nodes suffice to look a round ahead with four ghosts."""

CHANCES: Mapping[float, float] = {0.0: 4, 0.25: 0.5, 0.5: 1, 0.8: 8, 1.0: 1}
"""The probabilities of attacking or fleeing that it tells apart, and in proportion, how likely each
is at first. `random_ghost` and `directional_ghost`, as shipped, are the likeliest."""

Rule = tuple[str, float]
"""A rule of `pacgrid.kernel.champion.champion_search`, and the probability that a ghost follows
it."""

ACTIVE_PRIOR: Mapping[Rule, float] = {
    **{("attack", chance): weight for chance, weight in CHANCES.items()},
    ("pursue", 0.95): 1,
    ("minimise", 0.9): 1,
    **{(personality, 1): 0.25 for personality in PERSONALITIES},
}
"""The rules of an active ghost, and how likely each is at first, in proportion."""

SCARED_PRIOR: Mapping[Rule, float] = {
    **{("flee", chance): weight for chance, weight in CHANCES.items()},
    ("minimise", 0.9): 1,
}

HURRY_ROUNDS = 20
"""After so many rounds without a point, food is twice as urgent."""

WAITING_ROUNDS = 60
"""After so many rounds without a point, capsules count for nothing, so it stops waiting for
ghosts."""

SOLVED = 0.0, 0.8
"""On a small board, it computes what every position is worth against ghosts that attack with these
probabilities: `random_ghost` and `directional_ghost`, as shipped."""

LEAST_ODDS = 0.2
"""If the solved ghosts are less likely together, it searches instead: then its beliefs are worth
more than exact values against other ghosts."""

TEMPERATURE = 10
"""The temperature, in points, of the softmax over the actions of a ghost that minimises."""


class Champion(Agent):
    """The strongest agent shipped.

    Args:
        nodes: visit at most so many positions for a move. Default, if there is no other budget:
            20,000, a few milliseconds.
        cpu_seconds: take about so many CPU seconds for a move; it is designed for 0.05.

    Raises ValueError for an option that makes no sense.
    """

    plays_ghosts = False
    most_cells = MOST_CELLS

    def __init__(self, *, nodes: int | None = None, cpu_seconds: float | None = None) -> None:
        if nodes is None and cpu_seconds is None:
            nodes = NODES
        self.nodes = None if nodes is None else whole_number("nodes", nodes, LEAST_NODES)
        self.cpu_seconds = (
            inf if cpu_seconds is None else number_above_0("cpu_seconds", cpu_seconds)
        )
        self.search: ChampionSearch | None = None
        self.solutions: dict[float, Solution] = {}
        self.solved_start: State | None = None

    def start(self, state: State) -> None:
        from pacgrid.kernel.champion.champion_search import ChampionSearch

        if self.search is None or self.search.maze != state.maze:
            self.search = ChampionSearch(state.maze)
        self.rounds = self.idle = 0
        self.score = state.score
        self.after_move: State | None = None  # after its last move, before the ghosts'
        self.active_models = [OpponentModel(ACTIVE_PRIOR) for _ in state.ghosts]
        self.scared_models = [OpponentModel(SCARED_PRIOR) for _ in state.ghosts]
        self.directional = {
            chance: DirectionalGhost(attack=chance, flee=chance) for chance in CHANCES
        }
        self.arcade = {name: ArcadeGhost(personality=name) for name in PERSONALITIES}
        # Compile it now.
        self.search.search(state, [{} for _ in state.ghosts], rounds=1, nodes=LEAST_NODES)
        if state != self.solved_start:
            self.solve(state)

    def act(self, state: State) -> Action:
        if state.to_move:
            raise ValueError("champion plays Pac-Man, not a ghost")
        if self.search is None or self.search.maze != state.maze:
            self.start(state)
        assert self.search
        self.learn(state)
        self.idle = 0 if state.score > self.score else self.idle + 1
        self.score = state.score
        if values := self.solved_values(state):
            self.report = Report(values=values, details=self.likeliest_rules())
            return self.played(state, max(values, key=lambda a: round(values[a], 2)))
        result = self.search.search(
            state,
            [self.belief(state, number) for number in range(len(state.ghosts))],
            scatters=[scatters(self.rounds + ahead) for ahead in range(50)],
            nodes=self.nodes,
            cpu_seconds=self.cpu_seconds,
            capsule_factor=max(0, 1 - self.idle / WAITING_ROUNDS),
            urgency=min(self.idle / HURRY_ROUNDS, 4),
        )
        # Of equally good actions, the one that scores sooner; else it could put that off for ever.
        action = max(
            result.values, key=lambda a: (round(result.values[a], 6), result.first_values[a])
        )
        details = {"rounds": result.rounds} | self.likeliest_rules()
        self.report = Report(nodes=result.nodes, values=result.values, details=details)
        return self.played(state, action)

    def played(self, state: State, action: Action) -> Action:
        """`action`, which it remembers to play in `state`."""
        self.after_move = state.successor(action)
        self.rounds += 1
        return action

    # What it solves.

    def solve(self, start: State) -> None:
        """If the board is small, solve it against ghosts that attack with each of the probabilities
        in `SOLVED`."""
        from pacgrid.solutions.solve import solve_small_board

        self.solved_start, self.solutions = start, {}
        for chance in SOLVED if start.ghosts else ():
            ghost = DirectionalGhost(attack=chance, flee=chance)
            if solution := solve_small_board(start, [ghost] * len(start.ghosts)):
                self.solutions[chance] = solution

    def solved_values(self, state: State) -> dict[Action, float]:
        """What each action is worth on a solved board, as if the ghosts' rule were known after it;
        empty if the board isn't solved, or the ghosts more likely play by another rule."""
        if self.idle > WAITING_ROUNDS or state not in next(iter(self.solutions.values()), ()):
            return {}
        posteriors = [posterior_in_team(self.active_models, n) for n in range(len(state.ghosts))]
        odds = {chance: min(each["attack", chance] for each in posteriors) for chance in SOLVED}
        if sum(odds.values()) < LEAST_ODDS:
            return {}
        values = dict.fromkeys(state.legal_actions(), 0.0)
        for chance, solution in self.solutions.items():
            for action, value in solution.action_values(state).items():
                values[action] += odds[chance] / sum(odds.values()) * value
        return values

    # What it believes of the ghosts.

    def learn(self, state: State) -> None:
        """Learn from what the ghosts did before `state`."""
        if self.after_move is None:
            return
        for ghost in self.arcade.values():
            ghost.moves = self.rounds - 1
        for before, action in actions_between(self.after_move, state):
            number = before.to_move - 1
            models = self.scared_models if before.ghosts[number].scared else self.active_models
            models[number].update(
                {rule: self.chances(before, rule)[action] for rule in models[number].posterior}
            )

    def chances(self, state: State, rule: Rule) -> Mapping[Action, float]:
        """The probability of each action of the ghost to move, if it plays by `rule`."""
        name, chance = rule
        if name == "minimise":
            return self.minimising(state)
        if name == "pursue":
            return self.pursuing(state, chance)
        agent: ChanceAgent = self.arcade.get(name) or self.directional[chance]
        return agent.distribution(state)

    def minimising(self, state: State) -> Mapping[Action, float]:
        """The probabilities for a ghost that looks a round ahead for what is worst for Pac-Man."""
        assert self.search
        beliefs = [{"minimise": 0.9}] * len(state.ghosts)
        values = self.search.search(
            state, beliefs, rounds=1, capsule_factor=0, nodes=ROUND_NODES
        ).values
        least = min(values.values())
        weights = {action: exp((least - value) / TEMPERATURE) for action, value in values.items()}
        return {action: weight / sum(weights.values()) for action, weight in weights.items()}

    def pursuing(self, state: State, chance: float) -> Mapping[Action, float]:
        """The probabilities for a ghost that nearly always takes the shortest path to Pac-Man."""
        maze, actions = state.maze, state.legal_actions()
        near = maze.neighbours[maze.cells[state.ghosts[state.to_move - 1].position]]
        steps = maze.steps_from(maze.cells[state.pacman])
        choice = min(actions, key=lambda action: steps[near[action]])
        return {a: (1 - chance) / len(actions) + chance * (a is choice) for a in actions}

    def belief(self, state: State, number: int) -> dict[str, float]:
        """The probability of each rule for ghost `number`, counted from 0."""
        active = posterior_in_team(self.active_models, number)
        scared = posterior_in_team(self.scared_models, number)
        belief = dict.fromkeys((name for name, _ in (*ACTIVE_PRIOR, *SCARED_PRIOR)), 0.0)
        for (name, chance), probability in (*active.items(), *scared.items()):
            if name != "minimise":
                belief[name] += chance * probability
        now = scared if state.ghosts[number].scared else active
        belief["minimise"] = 0.9 * now["minimise", 0.9]
        return belief

    def likeliest_rules(self) -> dict[str, float]:
        """For viewers: how each ghost most likely plays, and the probability of that."""
        rules = {}
        for number in range(len(self.active_models)):
            posterior = posterior_in_team(self.active_models, number)
            name, chance = max(posterior, key=posterior.__getitem__)
            rule = f"{name} {chance:g}" if name == "attack" else name
            rules[f"ghost {number + 1}: {rule}"] = round(posterior[name, chance], 3)
        return rules
