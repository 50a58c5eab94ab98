"""Tools for assignment authors: check an assignment, and package it for students or Gradescope."""
