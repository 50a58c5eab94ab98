"""Temporary."""


class LinearEvaluation:
    def __init__(self, w):
        pass

    def __call__(self, s):
        return s.score
