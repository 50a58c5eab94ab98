"""Submissions: single files, folders, archives, and bulk downloads."""
