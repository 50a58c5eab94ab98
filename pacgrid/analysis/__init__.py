"""The cost of each move of a game: its regret, by a solution or a deep search.

`analyse` is the entrance; `game_analysis` holds what it finds.
"""
