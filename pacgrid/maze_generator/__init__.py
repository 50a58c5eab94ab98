"""Mazes from a seed: `random:seed=7,size=21x11,style=arcade`.

A style (`styles/`, one file each) draws the walls. All share the finishing steps: join what is
apart, open dead ends, open loops, and place Pac-Man, the ghosts, food and capsules. Only the
standard library is used.
"""
