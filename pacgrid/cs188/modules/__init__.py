"""Stand-ins for the modules that course files import, each under the name they use."""
