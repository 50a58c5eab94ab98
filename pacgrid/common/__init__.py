"""Helpers for every part: atomic files, agents' failures, safe text, the number of CPUs."""
