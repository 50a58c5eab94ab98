"""Mazes from a seed: `random:seed=7,size=21x11,style=arcade`.

A style (`styles/`, one file each) draws the walls, without dead ends. Then loops are opened, and
Pac-Man, the ghosts, food and capsules are placed. Only the standard library is used.
"""
