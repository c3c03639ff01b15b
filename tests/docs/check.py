#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the documents: code blocks run, generated parts are current, links lead somewhere, figures are checked.

check.py PGRAM [PARALLELOGRAM] [--pages NAME ...]; with PARALLELOGRAM_REGENERATE=1 it writes the generated parts anew.
"""

import argparse
import os
import resource
import sys
from pathlib import Path

from blocks import Blocks
from figures import check_figures, check_versions
from links import check_links

MOST_README_LINES = 120
ROOT = Path(__file__).resolve().parents[2]


def all_pages() -> list[Path]:
    """Returns the documents: those of the root folder, of docs/ and of .github/."""
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/**/*.md"),
                   *ROOT.glob("examples/*.md")])


def check_readme() -> list[str]:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").count("\n")
    return [f"README.md: {lines} lines; at most {MOST_README_LINES}"] if lines > MOST_README_LINES else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pgram", type=Path)
    parser.add_argument("parallelogram", type=Path, nargs="?")
    parser.add_argument("--pages", nargs="*", default=[], help="the blocks of these pages alone")
    options = parser.parse_args()
    window = options.parallelogram.resolve() if options.parallelogram else None
    blocks = Blocks(ROOT, options.pgram.resolve(), window)
    pages = all_pages()
    for page in pages:
        # The pages of the help are compared by a test of the window, which writes them.
        of_help = page.is_relative_to(ROOT / "docs/guide/help")
        if not of_help and (not options.pages or str(page.relative_to(ROOT)) in options.pages):
            blocks.check_page(page, bool(os.environ.get("PARALLELOGRAM_REGENERATE")))
    faults = [*blocks.faults, *check_readme(), *check_links(ROOT, pages), *check_figures(ROOT, pages),
              *check_versions(ROOT)]
    for fault in faults:
        print(fault)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(pages)} pages, {blocks.ran} commands run, {used.ru_utime + used.ru_stime:.1f} CPU seconds, "
          f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
