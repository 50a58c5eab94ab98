"""Trials: one test of a submission, with whole games, drawn positions, or a search."""
