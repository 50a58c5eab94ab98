"""What is wrong with a command is said in one line, before anything is played or written."""

import shlex
import sys

import pytest

from helpers.drawn_games import RING, drawn_game
from pacgrid.errors import PacgridError

CORNER = """
%%%%%%
%P .1%
%%%%%%
"""
FILES = {
    "p.txt": CORNER,
    "over.txt": f"{CORNER}lost\n",
    "ghost.txt": f"{CORNER}to move: ghost 1\n",
    "bad.lay": "%%%%%\n%PQ.%\n%%%%%\n",
    "large.lay": "\n".join(
        ["%" * 70, "%P." + " " * 66 + "%", *["%" + " " * 68 + "%"] * 66, "%" * 70]
    ),
    "good.py": "from pacgrid import Agent\nclass A(Agent):\n    def act(self, state): ...\n",
    "entrants/a.py": "x = 1\n",
    "r.csv": "name,id\nAda,1\n",
    "game.json": "{}",
    "bad.toml": 'title = "x"\nquestions = []\n',
    "gone.toml": 'title = "x"\n[[questions]]\nname = "q"\nagent = "A"\npoints = 1\n'
    '[[questions.tests]]\nkind = "games"\nlayout = "pocket"\nghosts = ["gone.py"]\n'
    "thresholds = [{wins = 1, points = 1}]\n",
    "leaf.tree": "3",
    "my_game.py": "from pacgrid.games.nim import Nim\nclass Mine(Nim):\n"
    "  @property\n  def is_terminal(self):\n    return len(self.heaps) > 1 / self.to_move\n",
    "tree_game.py": """
from pacgrid.games.nim import Nim

class Mine(Nim):
    @classmethod
    def initial(cls):
        return cls((1, 2))

    def successor(self, action):
        if self.heaps == (1, 2):
            return super().successor(action)
        return 1 / 0
""",
}
# A command -> what is said, or a part of it.
REFUSED = r"""
play reflex --position p.txt --num-ghosts 1 --view none -> --position has its own ghosts; leave out
play reflex --num-ghosts 9 --view none -> --num-ghosts 9: medium has only 2 ghosts
play --view none -> --view none: you play; use --view window, terminal or web, or name an agent
play reflex --ghosts keyboard,keyboard -> there is only one keyboard, so you can steer only one
play --ghosts keyboard -> there is only one keyboard, so you can steer only one agent; leave out
play reflex --second minimax --view none -> --second needs --game; Pac-Man has --ghosts
play minimax --game nim --judge 50 --analyse -> --analyse, --judge can't be used with --game
play reflex --seed one --view none -> --seed one: isn't a number
play reflex --seed 1,2,3,4 --view none -> --seed 1,2,3,4: three at most, of the game, Pac-Man and
play reflex --judge 500 --view none -> --judge needs --analyse
play reflex --analyse --judge 1 --view none -> --judge 1: search at least 10 positions
play reflex --save a.jsonl --save a.jsonl --view none -> --save names a.jsonl twice; leave one out
play reflex --json none/x.json --view none -> none/x.json: there is no directory none; make it first
play reflex --address 8000 --view none -> --address needs --view web
play reflex --address hello --view web -> --address hello: write a port from 1 to 65535, as in 8000
play minimax --game nim --overlay distance --view none -> --overlay distance: only Pac-Man has it;
play reflex --ghosts minimax_ghost,greedy_team --view none -> no agent 'greedy_team'; choose
play reflex --save a.png -> a.png: --save .png isn't here any more: save game.gif or game.mp4;
play --view terminal -> playing yourself needs a keyboard
play reflex --save g.webp -> --save .webp isn't here any more: save game.gif
play reflex --save g.PNG -> --save .png isn't here any more
play reflex -g champion -l training --view none -> champion plays Pac-Man, not a ghost
play reflex -g random_ghost -g random_ghost -l training -> 2 ghosts are named, but only 1 can play
play alpha_beta:depth=200,compiled=true -l training -> a compiled search looks at most 255 ahead;
play champion -l large.lay --view none -> at most 4,096 open cells; large has 4,556
play reflex --position over.txt -> over.txt: the game is over in this position
play reflex --position ghost.txt -> ghost.txt: ghost 1 is to move, but a game starts with Pac-Man
play reflex --position latin.txt -> latin.txt: is not a text file; a position is drawn in text
play minimux --game nim -> no agent 'minimux'; did you mean 'minimax'
play reflex --game nim --view none -> reflex can't play this game: it
play --game nim -l medium --num-ghosts 3 -> --layout, --num-ghosts can't be used with --game
play --game nim --view none -> --view none: you play
play --game leaf.tree -> leaf.tree: the game is over before it begins
play --game my_game.py random_agent --view none -> my_game.py: ZeroDivisionError: division by zero
play reflex --view web --address 0 -> write a port from 1 to 65535
play reflex --view web --address x:99999 -> write a port from 1 to 65535
play reflex --view web --address ² -> write a port from 1 to 65535
compare keyboard keyboard -> there is only one keyboard, so you can steer only one Pac-Man
compare reflex minimax --game nim --ghosts random_ghost -> --ghosts can't be used with --game
compare reflex greedy minimax alpha_beta mcts -> compare takes 2 to 4 agents, not 5
compare reflex keyboard --game nim -> --game: games are compared between agents; leave out the
compare reflex reflex --ghosts keyboard --num-ghosts 1 -> there is only one keyboard
compare keyboard reflex --view none -> --view none: you play
compare minimax mcts --second mcts -> --second needs --game; Pac-Man has --ghosts
compare reflex reflex --save . -> .: is a directory; name a file in it
replay nowhere.jsonl --view none -> nowhere.jsonl: can't be read: No such file or directory
replay game.jsonl --json x.json -> --json writes an analysis; add --analyse
replay game.jsonl --view none --analyse --judge 9 -> --judge 9: search at least 10 positions
replay game.jsonl --view none --analyse --json none/a.json -> there is no directory none
bench -> name an agent, such as reflex; `pacgrid agents` lists them
bench keyboard -> a benchmark is played by agents; the keyboard can't take part
bench reflex --second minimax -> --second needs --game; Pac-Man has --ghosts
bench reflex --game nim --layout small -> --layout can't be used with --game
bench reflex --journal x --no-journal -> use either --journal or --no-journal, not both
bench reflex -g nobody -> no agent 'nobody'; choose alpha_beta, arcade_ghost, champion,
bench reflex -g arcade,random_ghost -l small -> arcade is a team for all ghosts
bench reflex -g random_ghost,random_ghost -l pocket -> but only 1 can play on pocket
bench reflex --json no/a.json -> no/a.json: there is no directory no
new agent.txt -> agent.txt: an agent is a Python file; call it agent.py
new none/a.py -> none/a.py: there is no directory none; make it first
new 7up.py -> '7up' can't be the name of a class; choose another file name
new none.py -> 'None' can't be the name of a class
new random.py -> would hide the module random; choose another file name
grade nowhere.py -> nowhere.py: no such file; start one with: pacgrid new nowhere.py
grade good.py -a packman -> packman: no such assignment or file; did you mean 'pacman'?
grade good.py -q minmax -> no question 'minmax'; did you mean 'minimax'?
grade good.py good.py --gradescope x.json -> --gradescope takes one submission, not 2
grade good.py --fast --out out -> --fast gives no grades; leave out --out
grade good.py --fast --journal x -> --fast gives no grades; leave out --journal
grade good.py --only q --question reflex -> use either --only or --question, not both
grade good.py --only nothing.7 -> no question 'nothing'; choose reflex, minimax, alpha_beta,
grade good.py --journal x --no-journal -> use either --journal or --no-journal, not both
grade good.py --roster bad.lay -> bad.lay:1: has no column of names (it has %%%%%); call it name
grade good.py --upload up -> --upload needs a roster; name one with --roster
grade good.py --scheduler tcp://host:1 -> tcp://host:1: without TLS, anyone on the network can run
grade good.py --json none/x.json -> none/x.json: there is no directory none; make it first
grade good.py --gradescope x --roster r.csv -> use either --gradescope or --roster, not both
grade good.py --watch --out x -> --watch stores nothing; leave out --out
grade good.py good.py --watch -> --watch takes one submission, not 2
grade good.py --fast --gradescope x -> --fast gives no grades; leave out --gradescope
grade good.py --only reflex.2 --json x -> --only gives no grades; leave out --json
grade good.py --watch --games x -> --watch stores nothing; leave out --games
grade good.py --scheduler '' -> : without TLS, anyone on
grade good.py --gradescope none/x.json -> none/x.json: there is no directory none
grade good.py --dates d.toml -> --dates needs a roster; name one with --roster
tree nowhere -> no game 'nowhere'; choose tictactoe, hexapawn, nim, pig, uniform, a .tree or a .py
tree book --layout small -> GAME and --layout: what should be searched? Name only one
tree book --iteration 9 -> --iteration 9: the search has 1
tree book --boards -> --boards: a drawn tree has no boards, only nodes; leave it out
tree book --save x.gif -> --save x.gif: a tree's file ends in .svg or .html
tree nim --after zz -> --after: move 1, 'zz': player 1 can't play it; legal: 1 from heap
tree book --agent reflex_agent -> no agent 'reflex_agent'; did you mean 'reflex'?
tree three_players -a minimax -> payoffs of its own; use max_n
tree gamble -a alpha_beta -> alpha_beta:depth=2 has no CHANCE layers, but chance
play minimax --game pig -> but chance moves in this game; use expectiminimax
tree bok -> did you mean 'book'
tree none.tree -> none.tree
tree --position over.txt -> the game is over here
tree book --save no/where.svg -> there is no directory no
tree book --address 80 -> --address needs --view web
tree tree_game.py -> tree_game.py: ZeroDivisionError: division by zero
tree nim --agent reflex -> reflex: can't play this game: it needs state.
tree --layout small --position p.txt -> --layout and --position: what should be
quiz nowhere -> no game 'nowhere'; choose tictactoe, hexapawn, nim, pig, uniform, a .tree or a .py
quiz book --difficulty 2 -> --difficulty is for fresh trees: pacgrid quiz generate --difficulty …
quiz book --kind nothing -> no kind of question 'nothing'; choose values, expected, move, pruning,
quiz book --save x.txt -> --save x.txt: the page of a quiz ends in .html
quiz generate --plies 2 -> --plies is for a game; fresh trees have a --difficulty
layouts nowhere -> nowhere: no such layout or file; shipped layouts: arcade, arena, cathedral,
assignment check packman -> packman: no such assignment or file; did you mean 'pacman'?
assignment kit pacman --output good.py -> good.py: is not a folder; name another one
assignment check bad.toml -> bad.toml: questions:
assignment kit gone.toml -o kit -> gone.toml: questions.0.tests.0.ghosts.0:
assignment gradescope nowhere -> nowhere: no such assignment or file; shipped: pacman
assignment gradescope pacman --output none/x.zip -> none/x.zip: there is no directory none; make it
ladder run nowhere -> nowhere: no such file or folder
ladder run entrants --anchor none --anchor reflex -> --anchor none leaves out all anchors; name no
ladder run entrants --journal x --no-journal -> use either --journal or --no-journal, not both
ladder run entrants --out entrants/x -> entrants/x: is in entrants, with the entrants; choose
ladder run entrants --rules nowhere.toml -> nowhere.toml: no such file; write the rules of the
ladder run entrants --layout nowhere -> nowhere: no such layout or file; shipped layouts: arcade,
ladder game nowhere 3 -> nowhere/ladder.json: no such file; name the folder of a ladder
site build nowhere --out x -> nowhere: no such assignment or file; shipped: pacman
learn weights.txt -> weights.txt: the name of a model must end in .json
learn weights.json --agent minimax:evaluation=linear -> minimax:evaluation=linear: leave out the
learn no/w.json -> no/w.json: there is no directory no; make it first
learn w.json --agent random_agent -> unexpected keyword argument 'evaluation'
learn w.json --start linaer -> no evaluation 'linaer'; did you mean 'linear'?
learn w.json --start other.json -> other.json: can't be read: No such file
learn w.json --layout smal -> did you mean 'small'
learn game.json -> game.json: exists already; to continue from it, give --start game.json
solve nowhere -> nowhere: no such layout or file; shipped layouts: arcade, arena, cathedral,
solve pocket --ghosts minimax_ghost -> minimax_ghost may look at more than Pac-Man, so it can't be
solve pocket --out none/x.solution -> none/x.solution: there is no directory none; make it first
solve pocket --num-ghosts 7 -> --num-ghosts 7: pocket has only 1 ghost
solve nowhere.solution -> nowhere.solution: can't be read: No such file or directory
solve medium -> medium is too large to solve: 105 pieces of food and capsules make about 5e+33
solve pocket -g alpha_beta -> --ghosts alpha_beta: its chances aren't known
solve pocket -g a.py -> a.py: no such file
solve pocket -o p.txt -> p.txt: is not a solution, or it was cut off or changed
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with files that the commands name."""
    folder = tmp_path_factory.mktemp("refusals")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (folder / "latin.txt").write_bytes(b"\xff")
    drawn_game(RING, "EW").save(folder / "game.jsonl")
    return folder


@pytest.mark.parametrize(
    "row", REFUSED.strip().splitlines(), ids=lambda row: row.partition(" -> ")[0]
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_written(pacgrid, monkeypatch, files, row):
    monkeypatch.chdir(files)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # Python caches the agents that it loads
    command, said = row.split(" -> ", 1)
    before = {path: path.read_bytes() for path in files.rglob("*") if path.is_file()}
    with pytest.raises(PacgridError) as caught:
        pacgrid(*shlex.split(command))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert {path: path.read_bytes() for path in files.rglob("*") if path.is_file()} == before
