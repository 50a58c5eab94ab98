"""Quizzes as files: to print, and for the quizzes of other systems."""
