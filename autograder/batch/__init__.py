"""Many submissions: done by many processes or machines, and kept as they are done."""
