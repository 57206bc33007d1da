"""Benchmarks: every figure stands beside a peer or a limit measured in the same run, because machines differ."""
