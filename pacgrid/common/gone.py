"""What Pacgrid once had and has no more. Who still writes such a name is told what to use instead.

A name is written as people type it: a command, an option (after its command, if others have it), a
key with its value, an argument; a game is `the game NAME`. Names between `|` have the same line.
"""

_TABLE = r"""
pacgrid course -> grade each assignment; gradebook.csv joins by identifier
pacgrid statistics -> mistakes.csv and gradebook.csv open in a spreadsheet
pacgrid copies -> JPlag, Dolos or MOSS find copied code
pacgrid gradescope -> it is `pacgrid assignment gradescope`
pacgrid layout -> `pacgrid layouts random:seed=7 > my.lay` makes one; --check finds errors
pacgrid learn-ghost -> `pacgrid learn MODEL --ghost-records FILE` does it
pacgrid dataset -> `pacgrid play --games N --save FILE` records games
pacgrid convert -> `pacgrid grade --assignment` reads files of CS 188 as they are
--test-cases -> name the folder with --assignment
--layouts -> put layouts into layouts/ beside the test cases
pacgrid grade --open -> --out FOLDER writes the page, and says where it is
pacgrid ladder run --json -> ladder.json in the folder of --out has the same
pacgrid doctor --json -> pacgrid.cli.doctor.Machine.this() has what it found
pacgrid solve --json -> pacgrid.solutions.solution.Solution.load reads the file of --out
pacgrid assignment check --journal -> run it beside pacgrid-journal.sqlite, which it compares with
--theme -> press L or C, or set PACGRID_THEME to light or colour-blind
--speed -> keys change the speed of a view; pacgrid.render.pictures.film.Film takes it, and ffmpeg
  changes films
--suite -> name the layouts and ghosts: --layout, --ghosts
--with -> compare two files that --out wrote with any program that reads JSON
--sweep -> bench minimax:depth=1 minimax:depth=2; docs/trees.md counts nodes of a position
--compare -> use git diff on two gradebooks
--same-random -> CS 188's games are equal in rules and points; docs/moving.md says more
--plot -> --json or bench --out writes all numbers; docs/strength.md draws such a file
--sheet -> ffmpeg makes one of a film (docs/watching.md); a quiz can be a page
--decisions -> change points in gradebook.csv, or in your LMS
--blind -> Gradescope, Canvas and Moodle can hide names
--anonymous -> give the entrants' files numbers for names before the ladder is run
hints = "at once" | hints = "paced" -> leave the line out; mistakes are explained at once
curriculum= -> reset(options={"state": …}) starts a game on the level that you choose
obs="codes" -> use obs="box" or obs="packed"
random:dead_ends= -> no maze has dead ends, so leave it out
pacgrid ladder watch | pacgrid ladder page -> `pacgrid ladder run` writes the leaderboard; run
  again, it plays only what is new
pacgrid assignment exercise | --moodle | --qti | --student | kind = "exercise" | a question's file
  -> Moodle has question banks, and `pacgrid quiz` asks such questions
--record | --html | --svg -> --save writes what the suffix says: .gif, .mp4, .html; .svg of a tree
--host | --port | --browser | --no-browser -> use --view web --address PORT, or HOST:PORT; then no
  browser opens
--fps | --cell -> pacgrid.render.pictures.film.Film takes it, and ffmpeg changes films
--first | --pacman | -p -> the agent is an argument: play reflex, or play minimax --game nim
pacgrid cluster | --cluster-key | --insecure-cluster -> Dask's own scheduler and workers have it;
  see docs/machines.md
--thoughts | --no-thoughts -> a single game that is saved or shown has them, a series hasn't
--pacman-seed | --ghost-seed -> --seed 7,1,2 seeds the game, Pac-Man and the ghosts
--extensions | --times | --groups | --column -> name the file, or the column, in the TOML file of
  --dates; docs/course.md lists the keys
--nodes | --solution -> use --judge with the file of a solution or a number of positions
--shard | --merge | --hidden -> use Dask: grade --scheduler ADDRESS; for journals of bench, see
  docs/strength.md
sight= | noise= | messages= -> write a wrapper, as examples/limited_sight.py does, or use one of
  SuperSuit
random:style=caves | random:style=rooms | random:style=corridors -> the styles are arcade and tiny
the game chess | the game othello | the game connect_four | the game kalah | the game twenty_one ->
  OpenSpiel has such games, and a file of your own can be any game; see docs/games.md
--save .apng | --save .png | --save .webp -> save game.gif or game.mp4; ffmpeg makes other files of
  it (docs/watching.md)
"""

_ROWS = [row.split(" -> ") for row in _TABLE.strip().replace("\n  ", " ").split("\n")]
_INSTEAD = {name: instead for names, instead in _ROWS for name in names.split(" | ")}


def gone(name: str) -> str:
    """The line for a `name` that isn't here any more, with the mend; "" if it never was here.

    >>> gone("the game chess").partition(":")[0]
    "the game chess isn't here any more"
    >>> gone("the game checkers")
    ''
    """
    instead = _INSTEAD.get(name)
    return f"{name} isn't here any more: {instead}" if instead else ""
