"""Search trees: what an agent searched, step by step."""
