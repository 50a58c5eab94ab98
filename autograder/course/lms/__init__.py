"""What each learning management system (LMS) exports and imports."""
