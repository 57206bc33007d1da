"""`make bench`: prints every figure with its ratio to the peer above it, measured in the same run."""

from __future__ import annotations

from tests.bench import appending, folding


def main() -> None:
    for title, measure in (("Folding", folding.run), ("Appending", appending.run)):
        print(f"\n{title}", flush=True)
        for name, figure, ratio in measure():
            print(f"  {name:<54} {figure:>18}   x {ratio}", flush=True)


if __name__ == "__main__":
    main()
