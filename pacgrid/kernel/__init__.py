"""The rules over arrays, compiled with numba: thousands of games at once.

`game_batch` is the entrance. `tables` holds the boards and `arrays` the games; `compiled_rules`
has the rules, `ghosts` how ghosts choose, `observations` what is drawn; `steps` joins them.
"""

MOST_CELLS = 4096
"""The open cells of the largest board that compiled searches play on: some of their tables grow
with the square of this."""
MOST_PLIES = 255
"""How far ahead they look at most."""
