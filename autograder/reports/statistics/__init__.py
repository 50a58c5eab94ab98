"""Statistics of a course: what is counted, charts of it, and the page for staff."""
