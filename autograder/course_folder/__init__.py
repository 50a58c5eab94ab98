"""A folder that holds a whole course: its assignments, and all that is made from them."""
