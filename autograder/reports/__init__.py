"""What grading came to, for students, for staff and for other programs."""
