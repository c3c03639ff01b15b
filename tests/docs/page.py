# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Splits a Markdown page into text, fenced blocks and generated regions.

A generated region starts with a line `<!-- generated: SPEC -->` and ends with `<!-- end -->`.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

REGION = re.compile(r"<!-- generated: (.*) -->$")
REGION_END = "<!-- end -->"
FENCE = re.compile(r"(```+)(.*)$")


@dataclass
class Part:
    """A run of lines of one kind; `spec` is the fence's info string or the region's specification."""

    kind: str  # "text", "fence" or "region"
    line: int  # number of the first content line, from 1
    spec: str = ""
    lines: list[str] = field(default_factory=list)


class PageError(Exception):
    """A page that cannot be split; the message names file and line."""


def parts_of(path: Path, text: str) -> list[Part]:
    """Returns the parts of a page in order. Marker lines belong to no part."""
    parts = [Part("text", 1)]
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        last = parts[-1]
        if last.kind == "region":
            if line == REGION_END:
                parts.append(Part("text", number + 1))
            else:
                last.lines.append(line)
        elif last.kind == "fence":
            if line == fence:
                parts.append(Part("text", number + 1))
            else:
                last.lines.append(line)
        elif match := REGION.match(line):
            parts.append(Part("region", number + 1, match[1]))
        elif match := FENCE.match(line):
            fence = match[1]
            parts.append(Part("fence", number + 1, match[2].strip()))
        else:
            last.lines.append(line)
    if parts[-1].kind != "text":
        raise PageError(f"{path}:{parts[-1].line}: this {parts[-1].kind} has no end")
    return parts


def with_regions(text: str, contents: dict[int, str]) -> str:
    """Returns the page with new contents for the regions that begin at the given lines."""
    result: list[str] = []
    skipping = False
    for number, line in enumerate(text.split("\n"), 1):
        if skipping and line == REGION_END:
            skipping = False
        if not skipping:
            result.append(line)
        if number + 1 in contents and REGION.match(line):
            result.extend(contents[number + 1].split("\n"))
            skipping = True
    return "\n".join(result)


def prose_lines(parts: list[Part], regions: bool = False) -> list[tuple[int, str]]:
    """Returns the numbered lines outside fences, comments and (unless asked for) generated regions."""
    lines = []
    for part in parts:
        if part.kind == "text":
            lines += enumerate(part.lines, part.line)
        elif part.kind == "region" and regions:
            lines += [(n, line) for n, line in prose_lines(_inner(part), True)]
    return lines


def _inner(region: Part) -> list[Part]:
    """Returns the parts of a region's own Markdown, with line numbers of the page."""
    parts = parts_of(Path("region"), "\n".join(region.lines))
    for part in parts:
        part.line += region.line - 1
    return parts


def slug(title: str) -> str:
    """Returns the anchor that forges give a heading."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    title = re.sub(r"[`*]", "", title).strip().lower()
    return re.sub(r"[^\w\- ]", "", title).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Returns all anchors of a page: one for each heading, numbered where two headings are alike."""
    seen: dict[str, int] = {}
    found = set()
    for _, line in prose_lines(parts_of(Path("page"), text), regions=True):
        if match := re.match(r"#{1,6} (.*)$", line):
            name = slug(match[1])
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
    return found
