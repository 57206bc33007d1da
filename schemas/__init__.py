"""The language that crosses a boundary: events, requests, answers, and each game's data."""
