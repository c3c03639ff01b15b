# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the links of Markdown pages: files, anchors, and that every page of docs/ can be reached."""

import re
from pathlib import Path

from page import anchors, parts_of, prose_lines

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+(?:\([^()]*\))?)\)")
OUTSIDE = re.compile(r"[a-z]+:")


def links_of(path: Path, text: str) -> list[tuple[int, str]]:
    """Returns the targets of all links and pictures with their line numbers; code is skipped."""
    lines = prose_lines(parts_of(path, text), regions=True)
    # A link may be broken over two lines.
    numbers: list[int] = []
    joined = ""
    for number, line in lines:
        line = re.sub(r"`[^`]*`", "", line) + "\n"
        joined += line
        numbers += [number] * len(line)
    return [(numbers[m.start()], m[1]) for m in LINK.finditer(joined)]


def check_links(root: Path, pages: list[Path]) -> list[str]:
    """Returns a message for each link that leads nowhere, and for each page of docs/ that no link reaches."""
    faults = []
    known: dict[Path, set[str]] = {}
    leads: dict[Path, set[Path]] = {}
    for page in pages:
        leads[page] = set()
        for line, target in links_of(page, page.read_text(encoding="utf-8")):
            if OUTSIDE.match(target):
                continue
            name, _, anchor = target.partition("#")
            file = (page.parent / name).resolve() if name else page
            where = f"{page.relative_to(root)}:{line}"
            if not file.exists():
                faults.append(f"{where}: the link {target} names a file that does not exist")
                continue
            if not file.is_relative_to(root):
                faults.append(f"{where}: the link {target} leaves the repository")
                continue
            leads[page].add(file / "README.md" if file.is_dir() else file)
            if anchor and file.suffix == ".md":
                if file not in known:
                    known[file] = anchors(file.read_text(encoding="utf-8"))
                if anchor not in known[file]:
                    faults.append(f"{where}: the page {name or page.name} has no heading #{anchor}")
    return faults + _unreached(root, pages, leads)


def _unreached(root: Path, pages: list[Path], leads: dict[Path, set[Path]]) -> list[str]:
    reached: set[Path] = set()
    open_pages = [root / "README.md"]
    while open_pages:
        page = open_pages.pop()
        if page not in reached:
            reached.add(page)
            open_pages += [p for p in leads.get(page, ()) if p.suffix == ".md"]
    docs = root / "docs"
    return [f"{p.relative_to(root)}: no link leads here from README.md"
            for p in pages if p.is_relative_to(docs) and p not in reached]
