"""The rules over arrays, compiled with numba: thousands of games at once.

`batch` is what others use. `arrays` says what a game is and `tables` what a board is; `rules` has
the rules, `ghost_policies` the ghosts, `marks` what agents see, and `steps` puts them together.
"""
