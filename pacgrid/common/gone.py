"""What Pacgrid once had and has no more. Who still writes such a name is told what to use instead.

A name is written as people type it: a command, an option, a key with its value, an argument; a
game is `the game NAME`, wherever it is named.
"""

_SCOPE = "docs/scope.md says what does this better"
_DASK = "use Dask: grade --scheduler ADDRESS; for journals of bench, see docs/strength.md"
_OPENSPIEL = "OpenSpiel has such games, and a file of your own can be any game; see docs/games.md"
_WRAPPER = "write a wrapper, as examples/limited_sight.py does, or use one of SuperSuit"
_LEVELS = 'reset(options={"state": …}) starts a game on the level that you choose'
_EXERCISES = "Moodle has question banks, and `pacgrid quiz` asks such questions"
_STYLES = "the styles are arcade and tiny"
_FFMPEG = "record game.gif or game.mp4; ffmpeg makes other files of it (docs/watching.md)"
_LEADERBOARD = "`pacgrid ladder run` writes the leaderboard; run again, it plays only what is new"

_INSTEAD = {
    "pacgrid course": "grade each assignment; gradebook.csv joins by identifier",
    "pacgrid statistics": "mistakes.csv and gradebook.csv open in a spreadsheet",
    "pacgrid copies": "JPlag, Dolos or MOSS find copied code",
    "pacgrid gradescope": "it is `pacgrid assignment gradescope`",
    "pacgrid layout": "`pacgrid layouts random:seed=7 > my.lay` makes one; --check finds errors",
    "pacgrid learn-ghost": "`pacgrid learn MODEL --ghost-records FILE` does it",
    "pacgrid dataset": "`pacgrid play --games N --save FILE` records games",
    "pacgrid convert": "`pacgrid grade --test-cases` reads files of CS 188 as they are",
    "pacgrid cluster": "start Dask's own scheduler and workers; docs/machines.md has the commands",
    "pacgrid ladder watch": _LEADERBOARD,
    "pacgrid ladder page": _LEADERBOARD,
    "pacgrid assignment exercise": _EXERCISES,
    "--shard": _DASK,
    "--merge": _DASK,
    "--hidden": _DASK,
    "--cluster-key": "Dask's own configuration names the TLS files; see docs/machines.md",
    "--insecure-cluster": "an address without TLS must be on this machine",
    "--suite": "name the layouts and ghosts: --layout, --ghosts",
    "--with": "compare two files that --out wrote with any program that reads JSON",
    "--sweep": "bench minimax:depth=1 minimax:depth=2; docs/trees.md counts nodes of a position",
    "--compare": "use git diff on two gradebooks",
    "--same-random": "CS 188's games are equal in rules and points; docs/moving.md says more",
    "--plot": "--json or bench --out writes all numbers; docs/strength.md draws such a file",
    "--sheet": "ffmpeg makes one of a film (docs/watching.md); a quiz is a page: quiz --html",
    "--moodle": _EXERCISES,
    "--qti": _EXERCISES,
    "--student": _EXERCISES,
    "--decisions": "change points in gradebook.csv, or in your LMS",
    "--blind": "Gradescope, Canvas and Moodle can hide names",
    "--anonymous": "give the entrants' files numbers for names before the ladder is run",
    'kind = "exercise"': _EXERCISES,
    "a question's file": _EXERCISES,
    'hints = "at once"': "leave the line out, for this is how it is",
    'hints = "paced"': "leave the line out; a mistake is explained at once",
    "curriculum=": _LEVELS,
    "sight=": _WRAPPER,
    "noise=": _WRAPPER,
    "messages=": _WRAPPER,
    'obs="codes"': 'use obs="box" or obs="packed"',
    "random:style=caves": _STYLES,
    "random:style=rooms": _STYLES,
    "random:style=corridors": _STYLES,
    "random:dead_ends=": "no maze has dead ends, so leave it out",
    "the game chess": _OPENSPIEL,
    "the game othello": _OPENSPIEL,
    "the game connect_four": _OPENSPIEL,
    "the game kalah": _OPENSPIEL,
    "the game twenty_one": _OPENSPIEL,
    "--record .apng": _FFMPEG,
    "--record .png": _FFMPEG,
    "--record .webp": _FFMPEG,
}


def gone(name: str) -> str:
    """The line for a `name` that isn't here any more, with the mend; "" if it never was here.

    >>> gone("the game chess").partition(":")[0]
    "the game chess isn't here any more"
    >>> gone("the game checkers")
    ''
    """
    instead = _INSTEAD.get(name)
    return f"{name} isn't here any more: {instead}" if instead else ""
