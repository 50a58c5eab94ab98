"""The champion's search: expectimax over what it believes of the ghosts, with its own evaluation.

`champion_search` is the entrance.
"""
