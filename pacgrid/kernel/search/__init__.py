"""Searches over the compiled rules, with the linear evaluation.

`compiled_search` is the entrance.
"""
