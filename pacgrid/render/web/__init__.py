"""Pages for browsers: live games, saved ones, searches and quizzes."""
