"""The language that crosses a boundary: what can be logged, asked, answered and seen."""
