"""Grading: an assignment, submissions in separate processes, and reports.

The engine, the score and the ghosts live in the grader. A submission lives in a worker process and
is never imported by the grader; the two speak in bounded, validated messages.
"""
