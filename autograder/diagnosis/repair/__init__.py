"""Looks for the smallest change to a submission that makes its search right."""
