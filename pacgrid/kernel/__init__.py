"""The rules over arrays, compiled with numba: thousands of games at once.

`tables` lays mazes out as arrays, `arrays` says what a game is, `compiled` holds the rules, and
`batch` is what others use.
"""
