"""Test cases of a small course, in the format of their files."""

from collections.abc import Mapping
from pathlib import Path

TREE = '''\
class: "GraphGameTreeTest"
alg: "MinimaxAgent"   # whose states are names
depth: "1"

diagram: """
    top  # no comment
   /   \\
 one   two
"""
num_agents: "2"
start_state: "top"
win_states: "a c"
lose_states: "b"
successors: """
top Left one
top Right two
one x a
one y b

two x c
"""
evaluation: """
a 4
b -3.5
c 2
"""
'''
SOLUTION = 'action: "Right"\ngenerated: "a b c one top two"\n'

GAMES = """\
class: "EvalAgentTest"
agentName: "ReflexAgent"
agentArgs: "depth=2,quiet"
layout_name: "path"
maxTime: "150"
numGames: "3"
nonTimeoutMinimum: "2"
scoreThresholds: "100 500"
winsThresholds: "1 2 3"
randomSeed: "7"
ghosts: "[RandomGhost(1)]"
"""
LAYOUT = "%%%%%%\n%P..1%\n%%%%%%\n"

GAME_TREE = '''\
class: "PacmanGameTreeTest"
alg: "AlphaBetaAgent"
seed: "3"
depth: "2"
max_points: "4"
layoutName: "path"
layout: """
  %%%%%%
  %P..G%
  %%%%%%
"""
'''
GAME_TREE_SOLUTION = '''\
optimalActions: """
[[["East"], 9], [["East", "Stop"], 7]]
[[["East"], 4]]
"""
altDepthActions: """
[["East"], ["Stop"]]
"""
partialPlyBugActions: """
[["East"]]
"""
'''

FILES = {
    "CONFIG": 'order: "q1 q2 q3"\n',
    "q1/CONFIG": 'max_points: "5"\nclass: "PartialCreditQuestion"\n',
    "q1/grade-agent.test": GAMES,
    "q2/CONFIG": 'max_points: "3"\nclass: "PassAllTestsQuestion"\n',
    "q2/1-left.test": TREE,
    "q2/1-left.solution": SOLUTION,
    "q2/10-first.test": TREE.replace('depth: "1"', 'depth: "2"'),
    "q2/10-first.solution": SOLUTION,
    "q3/CONFIG": 'max_points: "2"\nclass: "PassAllTestsQuestion"\ndepends: "q2"\n',
    "q3/a-game.test": GAME_TREE,
    "q3/a-game.solution": GAME_TREE_SOLUTION,
    "layouts/path.lay": LAYOUT,
}


def write_cases(folder: Path, changes: Mapping[str, str | None] | None = None) -> Path:
    """Writes `FILES` into `folder`, with `changes`; None leaves a file out. Returns `folder`."""
    for name, text in {**FILES, **(changes or {})}.items():
        if text is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="")
    return folder
