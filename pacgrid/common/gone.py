"""Names that Pacgrid once had. Who still writes one of them is told what to use instead.

A name is written as people type it: a command, an option (after its command, if others have it), a
key with its value, an argument; a game is `the game NAME`. Names between `|` have the same line.
"""

_TABLE = r"""
pacgrid course -> grade each assignment; gradebook.csv joins by identifier
pacgrid statistics -> mistakes.csv and gradebook.csv open in a spreadsheet
pacgrid copies -> JPlag, Dolos or MOSS find copied code
pacgrid gradescope -> it is `pacgrid assignment gradescope`
pacgrid layout -> `pacgrid layouts random:seed=7 > my.lay` makes one, `pacgrid play --layout my.lay`
  says what is wrong with it
pacgrid layouts --check -> `pacgrid play --layout my.lay` says what is wrong with a layout
--without-solutions -> the searches are public; give JPlag, Dolos or MOSS the folder
  pacgrid/agents, too
pacgrid learn --method | pacgrid learn --step -> least squares need no step size, so leave it out
pacgrid learn-ghost | --ghost-records | the agent learned_ghost -> count a ghost's moves in
  records, and write a class with a distribution
pacgrid dataset -> `pacgrid play --games N --save FILE` records games
pacgrid convert -> `pacgrid grade --assignment` reads files of CS 188 as they are
--test-cases -> name the folder with --assignment
--layouts -> put layouts into layouts/ beside the test cases
--show-hidden -> use grade --all, which shows hidden tests, too
pacgrid grade --open -> --out FOLDER writes the page, and says where it is
pacgrid ladder run --json -> ladder.json in the folder of --out has the same
pacgrid doctor --json -> pacgrid.cli.doctor.findings() has what it found
pacgrid solve --json -> pacgrid.solutions.solution.Solution.load reads the file of --out
pacgrid assignment check --journal -> `pacgrid grade` says which hidden tests have new seeds
--leaves-first | --visited-only -> the leaves of drawn trees are shown first; of a game, a quiz
  shows them
pacgrid tree --symmetry -> the tree shows all moves; iterative_deepening:symmetry=true searches
  those that are alike once
pacgrid tree --layers -> what the others are is found out from the search's values
pacgrid tree GAME --position -> give the moves with --after
--theme -> press L or C, or set PACGRID_THEME to light or colour-blind
--speed -> keys change the speed of a view; pacgrid.render.film.Film takes it, and ffmpeg
  changes films
--suite -> name the layouts and ghosts: --layout, --ghosts
--with -> compare two files that --out wrote with any program that reads JSON
--sweep -> bench minimax:depth=1 minimax:depth=2; `pacgrid tree` counts nodes of a position
--compare -> use git diff on two gradebooks
--same-random -> CS 188's games are equal in rules and points; docs/moving.md says more
pacgrid quiz --view | pacgrid quiz --address -> --save writes a page that asks
pacgrid quiz --ties -> draw the tree: pacgrid quiz my.tree
pacgrid quiz --utility -> quizzes ask about searches, not about utilities
pacgrid bench --out | pacgrid bench -o -> --json FILE writes all numbers, and the command
--analysis -> save a page that shows it: replay --analyse --save game.html
--plot -> --json writes all numbers; matplotlib draws them
--sheet -> ffmpeg makes one of a film (docs/watching.md); a quiz can be a page
--decisions -> change points in gradebook.csv, or in your LMS
--blind -> Gradescope, Canvas and Moodle can hide names
--anonymous | the rule anonymous -> give the entrants' files numbers for names before the ladder is
  run
--until | --top | the rule until | the rule top -> play more games with --games: each has a part in
  all ratings
curriculum= -> reset(options={"state": …}) starts a game on the level that you choose
clone_state | restore_state -> get_state and set_state, as in all environments
obs="codes" -> use obs="box" or obs="packed"
obs="dict" -> use obs="box"; the infos have the mask as action_mask
random:dead_ends= -> no maze has dead ends, so leave it out
pacgrid ladder watch | pacgrid ladder page -> `pacgrid ladder run` writes the leaderboard; run
  again, it plays only what is new
pacgrid assignment exercise | --moodle | --qti | --student | kind = "exercise" | a question's file
  -> Moodle has question banks, and `pacgrid quiz` asks such questions
--record | --html | --svg -> --save writes what the suffix says: .gif, .mp4, .html; .svg of a tree
--host | --port | --browser | --no-browser -> use --view web --address PORT, or HOST:PORT; then no
  browser opens
--fps | --cell -> pacgrid.render.film.Film takes a rate and a size, and ffmpeg changes films
--first | --pacman | -p -> the agent is an argument: play reflex, or play minimax --game nim
pacgrid cluster | --cluster-key | --insecure-cluster -> Dask's own scheduler and workers have it;
  see docs/machines.md
--thoughts | --no-thoughts -> a single game that is saved or shown has them, a series hasn't
--pacman-seed | --ghost-seed -> --seed 7,1,2 seeds the game, Pac-Man and the ghosts
--extensions | --times | --groups | --column -> name the file, or the column, in the TOML file of
  --dates; docs/grading.md lists the keys
unanswered = "zero" | unanswered = "left out" -> an unanswered question counts as zero; your LMS can
  weigh questions
the key sensitivity -> set a weight to 0 in a copy of the file; pacgrid compare plays both
the key counts -> the last hand-in counts; download another one from your LMS
the key percent_of -> lateness costs a percentage of the points that were earned, so leave it out
the key opens | the column time factor | the column extra time | the column own deadline | the
  column own due date -> name the student in the file of extensions, with until or days
--nodes | --solution -> use --judge with the file of a solution or a number of positions
--shard | --merge | --hidden -> use Dask: grade --scheduler ADDRESS; several runs of bench can use
  one journal
sight= | noise= | messages= -> write a wrapper, as examples/limited_sight.py does, or use one of
  SuperSuit
the game right_to_left -> write the branches in the order in which they are searched
random:symmetry= -> the right half always mirrors the left one
random:style=tiny -> size=9x7,ghosts=1,food=0.2 makes a maze that can be solved
random:style=caves | random:style=rooms | random:style=corridors -> the style is arcade
the game chess -> it is openspiel:chess, see docs/openspiel.md
the game othello -> it is openspiel:othello, see docs/openspiel.md
the game connect_four -> it is openspiel:connect_four, see docs/openspiel.md
the game kalah -> openspiel:mancala is alike, see docs/openspiel.md
the game twenty_one -> a file of your own can be any game, see docs/games.md
--save .apng | --save .png | --save .webp -> save game.gif or game.mp4; ffmpeg makes other files of
  it (docs/watching.md)
"""

_ROWS = [row.split(" -> ") for row in _TABLE.strip().replace("\n  ", " ").split("\n")]
_INSTEAD = {name: instead for names, instead in _ROWS for name in names.split(" | ")}


def gone(name: str) -> str:
    """The line for a `name` that isn't here any more, with the fix; "" if it never was here.

    >>> gone("the game chess").partition(":")[0]
    "the game chess isn't here any more"
    >>> gone("the game checkers")
    ''
    """
    instead = _INSTEAD.get(name)
    return f"{name} isn't here any more: {instead}" if instead else ""
