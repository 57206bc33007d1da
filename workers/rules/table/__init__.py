"""The table that all games share: seats, zones, cards, windows, ops, verdicts, rulings. Pure: no clock, no I/O."""
