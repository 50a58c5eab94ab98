"""The known mistakes, by kind; `pacgrid.autograder.diagnosis.catalogue` collects them."""
