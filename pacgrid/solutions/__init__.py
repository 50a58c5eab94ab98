"""Exact solutions of small boards: what every position is worth, and the best actions there.

`solve` makes a solution, and `solution` reads one.
"""
