"""Exercises: questions on trees that are answered in a file."""
