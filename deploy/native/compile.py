"""Compiles the rules with mypyc into a folder that holds the packages: `python deploy/native/compile.py FOLDER`.

The folder is where Tapedeck is installed, or a copy of its packages; `--copy` lays that copy there first. It is never
the folder of the sources: compiled modules beside them would hide whatever is changed there afterwards. Python takes a
compiled module before the source of the same name, so nothing else has to know of them.

It needs a C compiler and what `pip install '.[native]'` brings; what it makes needs neither. mypyc warns of generator
expressions, which it makes lists of, and of class attributes that it works out for each instance: both do no harm here.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("schemas", "service", "workers")
RULES = Path("workers", "rules")
# While it is loaded, a compiled package does not know yet where the packages within it lie; this one needs them.
LEFT_AS_IT_IS = RULES / "__init__.py"
# A C file for each module keeps the compiler's memory small. A higher level takes half as long again to compile, for a
# fold that is two or three hundredths faster.
SETTINGS = {"group_name": "rules", "opt_level": "1", "multi_file": True}


def modules() -> list[str]:
    """The files that are compiled: all of the rules, for one that is left out makes every call into it slow."""
    found = (path.relative_to(ROOT) for path in (ROOT / RULES).rglob("*.py"))
    return sorted(str(path) for path in found if path != LEFT_AS_IT_IS)


def compile_into(folder: Path, scratch: Path) -> None:
    from mypyc.build import mypycify
    from setuptools import Distribution

    made = Distribution({"ext_modules": mypycify(modules(), target_dir=str(scratch), **SETTINGS)})
    build = made.get_command_obj("build_ext")
    build.build_lib, build.build_temp = str(folder), str(scratch / "objects")
    build.ensure_finalized()
    build.run()


def copy_into(folder: Path) -> None:
    for package in PACKAGES:
        shutil.rmtree(folder / package, ignore_errors=True)
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Compiles the rules into a folder that holds the packages.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--copy", action="store_true", help="lay a copy of the packages there first")
    told = parser.parse_args()
    folder = told.folder.resolve()
    if folder == ROOT:
        parser.error("compiled modules beside the sources would hide what is changed there")
    if told.copy:
        copy_into(folder)
    if not (folder / RULES).is_dir():
        parser.error(f"{folder} does not hold the packages")
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as scratch:
        compile_into(folder, Path(scratch))


if __name__ == "__main__":
    main()
