"""Assignments: questions and their tests, read from files."""
