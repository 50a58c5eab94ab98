"""The results of grading: points, grades, failures, diagnoses, limits."""
