"""The wall between the grader and a submission."""
