"""What each move of a game cost: its regret, by a solution or a deep search.

`analyse` is the entrance; `game_analysis` holds what it finds.
"""
