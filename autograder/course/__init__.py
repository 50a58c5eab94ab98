"""A course: who is in it, when and with whom they handed in, and their grades for its LMS."""
