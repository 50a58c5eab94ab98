"""What Pacgrid once had: who still writes such a name is told what to use instead.

A name is written as people type it; a game is `the game NAME`, wherever it is named.
"""

_DASK = "use Dask: grade --jobs ADDRESS; for journals of bench, see docs/strength.md"
_OPENSPIEL = "OpenSpiel has such games, and a file of your own can be any game; see docs/games.md"
_WRAPPER = "write a wrapper, as examples/limited_sight.py does, or use one of SuperSuit"
_EXERCISES = "Moodle has question banks, and `pacgrid quiz` asks such questions"
_STYLES = "the styles are arcade and tiny"
_FFMPEG = "save game.gif or game.mp4; ffmpeg makes other files of it (docs/watching.md)"
_SAVE = "--save writes what the suffix says: .jsonl, .gif, .mp4, .html, .svg"
_ADDRESS = "use --address PORT, or HOST:PORT; then no browser opens"
_CLUSTER = "Dask's own scheduler and workers have it; see docs/machines.md"
_THOUGHTS = "a single game that is saved or shown has them, a series hasn't"
_AGENT = "the agent is an argument: pacgrid play reflex, pacgrid play minimax --game nim"
_THEME = "press L or C, or set PACGRID_THEME to light or colour-blind"
_FILM = "pacgrid.render.pictures.film.Film takes it, and ffmpeg changes films"
_SEEDS = "--seed 7,1,2 seeds the game, Pac-Man and the ghosts"
_JUDGE = "use --judge with the file of a solution or a number of positions"
_DATES = "name the file, or the column, in the TOML file of --dates; docs/course.md lists the keys"
_LEADERBOARD = "`pacgrid ladder run` writes the leaderboard; run again, it plays only what is new"

_INSTEAD = {
    "pacgrid course": "grade each assignment; gradebook.csv joins by identifier",
    "pacgrid statistics": "mistakes.csv and gradebook.csv open in a spreadsheet",
    "pacgrid copies": "JPlag, Dolos or MOSS find copied code",
    "pacgrid gradescope": "it is `pacgrid assignment gradescope`",
    "pacgrid layout": "`pacgrid layouts random:seed=7 > my.lay` makes one; --check finds errors",
    "pacgrid learn-ghost": "`pacgrid learn MODEL --ghost-records FILE` does it",
    "pacgrid dataset": "`pacgrid play --games N --save FILE` records games",
    "pacgrid convert": "`pacgrid grade --assignment` reads files of CS 188 as they are",
    "--scheduler": "the address stands after --jobs",
    "--test-cases": "name the folder with --assignment",
    "--layouts": "put layouts into layouts/ beside the test cases",
    "--no-journal": "use --journal none",
    "--theme": _THEME,
    "--speed": "keys change the speed of a view; " + _FILM,
    "--insecure-cluster": "an address without TLS must be on this machine",
    "--suite": "name the layouts and ghosts: --layout, --ghosts",
    "--with": "compare two files that --out wrote with any program that reads JSON",
    "--sweep": "bench minimax:depth=1 minimax:depth=2; docs/trees.md counts nodes of a position",
    "--compare": "use git diff on two gradebooks",
    "--same-random": "CS 188's games are equal in rules and points; docs/moving.md says more",
    "--plot": "--json or bench --out writes all numbers; docs/strength.md draws such a file",
    "--sheet": "ffmpeg makes one of a film (docs/watching.md); a quiz can be a page",
    "--decisions": "change points in gradebook.csv, or in your LMS",
    "--blind": "Gradescope, Canvas and Moodle can hide names",
    "--anonymous": "give the entrants' files numbers for names before the ladder is run",
    'hints = "at once"': "leave the line out, for this is how it is",
    'hints = "paced"': "leave the line out; a mistake is explained at once",
    "curriculum=": 'reset(options={"state": …}) starts a game on the level that you choose',
    'obs="codes"': 'use obs="box" or obs="packed"',
    "random:dead_ends=": "no maze has dead ends, so leave it out",
}

_ALIKE = {
    _LEADERBOARD: ("pacgrid ladder watch", "pacgrid ladder page"),
    _EXERCISES: (
        "pacgrid assignment exercise",
        "--moodle",
        "--qti",
        "--student",
        'kind = "exercise"',
        "a question's file",
    ),
    _SAVE: ("--record", "--html", "--svg"),
    _ADDRESS: ("--host", "--port", "--browser", "--no-browser"),
    _FILM: ("--fps", "--cell"),
    _AGENT: ("--first", "--pacman", "-p"),
    _CLUSTER: ("pacgrid cluster", "--cluster-key"),
    _THOUGHTS: ("--thoughts", "--no-thoughts"),
    _SEEDS: ("--pacman-seed", "--ghost-seed"),
    _DATES: ("--extensions", "--times", "--groups", "--column"),
    _JUDGE: ("--nodes", "--solution"),
    _DASK: ("--shard", "--merge", "--hidden"),
    _WRAPPER: ("sight=", "noise=", "messages="),
    _STYLES: ("random:style=caves", "random:style=rooms", "random:style=corridors"),
    _OPENSPIEL: (
        "the game chess",
        "the game othello",
        "the game connect_four",
        "the game kalah",
        "the game twenty_one",
    ),
    _FFMPEG: ("--save .apng", "--save .png", "--save .webp"),
}
_INSTEAD |= {name: line for line, names in _ALIKE.items() for name in names}


def gone(name: str) -> str:
    """The line for a `name` that isn't here any more, with the mend; "" if it never was here.

    >>> gone("the game chess").partition(":")[0]
    "the game chess isn't here any more"
    >>> gone("the game checkers")
    ''
    """
    instead = _INSTEAD.get(name)
    return f"{name} isn't here any more: {instead}" if instead else ""
