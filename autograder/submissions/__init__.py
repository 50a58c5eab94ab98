"""What is handed in: files, folders, archives and bulk downloads."""
