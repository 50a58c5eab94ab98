"""Pairs of submissions that are alike in text or in rare wrong behaviour: worth reading, never a
verdict."""
