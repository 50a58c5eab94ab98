"""Says which mistake a search makes: probes, what was observed, known mistakes, a diagnosis."""
