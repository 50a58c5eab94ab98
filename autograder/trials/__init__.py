"""Trials: one test of a submission, by whole games, in drawn positions, or as a search."""
