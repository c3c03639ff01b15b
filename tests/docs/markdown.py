# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes Markdown for the generated regions of the documents."""


def fenced(text: str) -> str:
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    return "\n".join(["```text", *lines, "```"])


def table(titles: list[str], rows: list[list[str]], right: int = 99) -> str:
    """Returns a Markdown table; columns from `right` on hold numbers."""
    rules = ["---:" if i >= right else "---" for i in range(len(titles))]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
                     for row in [titles, rules, *rows])
