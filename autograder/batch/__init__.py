"""Grades many submissions with many processes or machines, and journals the results."""
