#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Installs the wheel of the Python package in a fresh environment, runs its tests and the notebooks there.

Usage: check.py BUILD/python PGRAM
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PYTHON = shutil.which("python3", path="/usr/bin") or sys.executable


def run(*words: object, **how: object) -> None:
    subprocess.run([str(word) for word in words], check=True, **how)


def main() -> None:
    built, pgram = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # A copy, because setuptools builds in the folder of setup.py; the link to the presets becomes files.
        shutil.copytree(built, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
        quiet = ("--quiet", "--disable-pip-version-check")
        run(PYTHON, "-m", "pip", "wheel", *quiet, "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", folder,
            folder / "source")  # fmt: skip
        (wheel,) = folder.glob("*.whl")
        # Debian's pandas is seen; nothing else comes from outside.
        run(PYTHON, "-m", "venv", "--system-site-packages", folder / "venv")
        python = folder / "venv" / "bin" / "python"
        run(python, "-m", "pip", "install", *quiet, "--no-index", "--no-deps", wheel)
        surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PARALLELOGRAM"))}
        surroundings |= {"PGRAM": str(pgram), "HOME": name, "MPLBACKEND": "agg"}
        run(python, "-B", HERE / "test_package.py", "-q", cwd=folder, env=surroundings)
        for page in (*sorted((ROOT / "examples" / "notebooks").glob("*.ipynb")), ROOT / "docs" / "python.md"):
            run(python, "-B", HERE / "run_notebook.py", page, cwd=folder, env=surroundings)
            print(f"{page.name}: runs", flush=True)


if __name__ == "__main__":
    main()
