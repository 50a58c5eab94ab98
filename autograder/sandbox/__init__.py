"""Keeps submissions away from the grader, from each other, and from the machine."""
