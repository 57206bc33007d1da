"""Folds the log through the rules, and runs that fold as jobs."""
