"""Foretells a Pac-Man who draws at random, from seeds that may be the game's."""

from random import Random

from honest import best, succeeded

from pacgrid import GhostTeam

EXPECT = "plays on"
TEST = "ghosts"


class Attacker(GhostTeam):
    def start(self, state):
        self.foretold, self.before = 0, state
        texts = [f"{seed}{end}" for seed in range(500) for end in ("", ":0", ":1", ":2")]
        known = self.rng.getstate()
        own = [seed for seed, text in enumerate(texts) if Random(text).getstate() == known]
        self.pacmen = [Random(f"{seed // 4}:0") for seed in own]

    def act(self, state):
        if state.to_move == 1:
            legal = self.before.legal_actions()
            played = [a for a in legal if self.before.successor(a).pacman == state.pacman]
            chances = [1 / len(legal)] * len(legal)
            self.pacmen = [p for p in self.pacmen if p.choices(legal, chances)[0] in played]
            self.foretold += 1
            if self.pacmen and self.foretold >= 12:
                succeeded(f"{self.foretold} moves of Pac-Man")
        after = state.successor(action := best(state))
        self.before = after
        return action
