"""Suites: frozen boards, seeds and ghosts, so that results from different machines compare.

A suite is a TOML file; `pacgrid bench --suite NAME` plays it.
"""
