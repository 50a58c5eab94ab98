// Starts what steps through frames; see saved_steps.js.

const started = start(SavedSteps);
