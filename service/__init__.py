"""Takes events in and serves replays and rulings. It never runs the rules."""
