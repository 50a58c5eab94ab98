"""The tests of the course CS 188."""
