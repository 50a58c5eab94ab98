"""Reports of grades for students, staff and other programs."""
