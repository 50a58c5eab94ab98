"""The shipped layouts, as `.lay` text files; `index.toml` says what each is for."""
