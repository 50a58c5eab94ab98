"""The kind of test that asks a search for its choices, and looks at how it searches."""
