"""The kind of test that plays whole games."""
