"""Returns a number of NumPy's that is equal to an action's."""

import numpy as np
from honest import Honest

EXPECT = r"returned (np.int64\()?3\)? \(int64\); legal actions: Action.*"
MEMORY = 1024


class Attacker(Honest):
    def act(self, state):
        return np.int64(3)
