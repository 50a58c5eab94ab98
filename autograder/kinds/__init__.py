"""The kinds of tests: what each asks for, and how it runs."""
