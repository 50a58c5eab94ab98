"""What grading says: points, grades, failures, diagnoses, limits."""
