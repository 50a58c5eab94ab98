"""What every part may use: whole files, agents' failures, text made safe to print, CPUs."""
