#!/bin/sh
# The entrypoint for PrairieLearn's external grader. The question has the assignment in
# tests/assignment.toml; GRADE names another root, for trying this elsewhere.
set -u
root=${GRADE:-/grade}
raw=$(mktemp)
python=${PACGRID_PYTHON:-/opt/pacgrid/bin/python}
"$python" -m pacgrid grade "$root/student" --assignment "$root/tests/assignment.toml" \
    --gradescope "$raw" >&2
"$python" -m pacgrid.autograder.platforms.prairielearn "$raw" "$root/results/results.json"
rm -f "$raw"
