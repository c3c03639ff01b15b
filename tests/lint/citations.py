#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what the sources cite of the documents, and what the documents name of the sources.

citations.py [ROOT]. Prints one line per fault and exits with 1 if there is one.

- A cited page (`docs/method/time.md`) exists, and so does the heading that follows it after a comma
  (`docs/method/time.md, Measured products`), however a comment breaks it into lines.
- On the pages of docs/ that describe the code, text in backquotes names something that exists: a path, a function with
  its brackets (`inFlight()`), a test (`test_simulator::workedExamples`), a constant with its value (`mostOrders = 1024`).
"""

import os
import re
import sys
from pathlib import Path

SOURCES = ("core", "validation", "studies", "traces", "app", "widgets", "tests", "examples", "resources/programs")
CITING = (*SOURCES, "presets", "resources", "docs", ".ci", ".github", "cmake")
TEXT = {".h", ".cpp", ".md", ".txt", ".json", ".sh", ".py", ".in", ".cmake", ".yml", ".bash", ""}
# Pages that describe the code.
DESCRIBING = ("docs/method/", "docs/decisions/", "docs/architecture.md", "docs/accuracy.md", "docs/published.md",
              "docs/paper.md", "docs/security.md")
# Folders in which a path on those pages may start. A file may lack its suffix.
PATH_ROOTS = ("", "core/", "validation/", "studies/", "traces/", "widgets/", "app/")

PAGE = re.compile(r"(?<![\w/.-])((?:docs|core|presets|widgets|app|resources)/(?:[\w.-]+/)*[\w-]+\.md)(, (?=[A-Z]))?")
GONE = re.compile(r"\bMETHOD §|(?<![\w/.-])ARCHITECTURE\.md")
# Data names the documents of other projects as its sources; of ours it cites these.
IN_DATA = ("docs/method/", "docs/accuracy.md", "docs/published.md", "presets/")
COMMENT_BREAK = re.compile(r"\n[ \t]*(?://[/!]?|#|\*)?[ \t]*")


def text_files(root: Path) -> list[Path]:
    """Returns the text files that may cite a page."""
    found = [file for file in root.iterdir() if file.is_file() and (file.suffix in TEXT or file.name == "dev")]
    for folder in CITING:
        for here, folders, names in os.walk(root / folder):
            # Files of older releases stay as they were written.
            folders[:] = [name for name in folders if Path(here, name) != root / "tests/cases/old"]
            found += [Path(here) / name for name in names if Path(name).suffix in TEXT]
    return sorted(found)


def headings(page: Path) -> list[str]:
    """Returns the headings of a page, longest first, without code marks."""
    found = [line.lstrip("#").strip().replace("`", "") for line in page.read_text(encoding="utf-8").split("\n")
             if re.match(r"#{1,6} ", line)]
    return sorted(found, key=len, reverse=True)


class Citations:
    """Checks the citations of pages in all text files."""

    def __init__(self, root: Path):
        self.root = root
        self.faults: list[str] = []
        self._headings: dict[str, list[str]] = {}

    def check(self, file: Path) -> None:
        text = file.read_text(encoding="utf-8", errors="replace")
        if file == Path(__file__).resolve():
            return
        if ".md" not in text and "METHOD" not in text:
            return
        for match in GONE.finditer(text):
            self._fault(file, text, match.start(), f"'{match[0]}' no longer exists; cite a page of docs/")
        for match in PAGE.finditer(text):
            if file.suffix == ".json" and not match[1].startswith(IN_DATA):
                continue
            if not (self.root / match[1]).is_file() and not (file.parent / match[1]).is_file():
                self._fault(file, text, match.start(), f"the page {match[1]} does not exist")
        joined = COMMENT_BREAK.sub(" ", text)
        for match in PAGE.finditer(joined):
            if match[2] and (self.root / match[1]).is_file():
                self._check_heading(file, match[1], joined[match.end():])

    def _check_heading(self, file: Path, page: str, follows: str) -> None:
        if page not in self._headings:
            self._headings[page] = headings(self.root / page)
        if not any(re.match(re.escape(heading) + r"(?!\w)", follows) for heading in self._headings[page]):
            self.faults.append(f"{file.relative_to(self.root)}: {page} has no heading '{follows[:40]}…'")

    def _fault(self, file: Path, text: str, at: int, message: str) -> None:
        self.faults.append(f"{file.relative_to(self.root)}:{text.count(chr(10), 0, at) + 1}: {message}")


class Names:
    """Checks what the describing pages name in backquotes."""

    def __init__(self, root: Path):
        self.root = root
        self.faults: list[str] = []
        self.names = 0
        files = [Path(here) / name for folder in SOURCES for here, _, names in os.walk(root / folder) for name in names]
        self.stems = {file.stem for file in files} | {file.parent.name for file in files}
        code = [file for file in files if file.suffix in (".h", ".cpp", ".in")]
        self.tests = {file.stem: file.read_text(encoding="utf-8") for file in code if file.stem.startswith("test_")}
        self.code = "\n".join(file.read_text(encoding="utf-8") for file in code if "tests" not in file.parts)
        self.words = set(re.findall(r"\w+", self.code))

    def check(self, page: Path) -> None:
        inside = False
        for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
            if line.startswith("```"):
                inside = not inside
            for name in [] if inside else re.findall(r"`([^`]+)`", line):
                problem = self._problem(name)
                if problem:
                    self.faults.append(f"{page.relative_to(self.root)}:{number}: `{name}`: {problem}")

    def _problem(self, name: str) -> str:
        """Returns what is wrong; empty where the name exists or is of a kind that is not checked."""
        self.names += 1
        if match := re.fullmatch(r"(test_\w+)(?:::(\w+))?", name):
            if match[1] not in self.tests:
                return "no such test"
            if match[2] and not re.search(rf"\bvoid {match[2]}\(", self.tests[match[1]]):
                return "the test has no such function"
            return ""
        if re.fullmatch(r"\w+ = [\w'.e-]+", name):
            return "" if name + ";" in self.code else "no constant of that name has that value"
        if match := re.fullmatch(r"(?:\w+::)*(\w+)\(\)", name):
            return "" if re.search(rf"\b{match[1]}\(", self.code) else "no such function"
        if match := re.fullmatch(r"(\w+)::(\w+)", name):
            return "" if {match[1], match[2]} <= self.words else "no such member"
        if name.startswith("parallelogram/detail"):
            return ""  # exists where the library is installed
        if re.fullmatch(r"[\w.{},*-]+(/[\w.{},*-]*)+", name) and not name.startswith(("http", "-")):
            return "" if all(self._exists(path) for path in expanded(name)) else "no such file or folder"
        if re.fullmatch(r"[a-z]\w*[a-zA-Z_]\w*", name) and ("_" in name or re.search(r"[a-z][A-Z]", name)):
            return "" if name in self.stems or name in self.words or f'"{name}"' in self.code else "no such name"
        if re.fullmatch(r"[A-Z][a-z]+([A-Z][a-z]*)+", name):
            return "" if name in self.words else "no such type"
        return ""

    def _exists(self, path: str) -> bool:
        if "*" in path:
            return any(True for root in PATH_ROOTS for _ in self.root.glob(root + path.rstrip("/")))
        return any((self.root / (root + path + suffix)).exists() for root in PATH_ROOTS for suffix in ("", ".h", ".cpp"))


def expanded(path: str) -> list[str]:
    """Returns the paths of a path with alternatives: a/{b,c} gives a/b and a/c."""
    match = re.search(r"\{([^{}]*)\}", path)
    if not match:
        return [path]
    return [one for part in match[1].split(",") for one in expanded(path[:match.start()] + part + path[match.end():])]


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]).resolve()
    citations = Citations(root)
    for file in text_files(root):
        citations.check(file)
    names = Names(root)
    for page in sorted(root.glob("docs/**/*.md")):
        if str(page.relative_to(root)).startswith(DESCRIBING):
            names.check(page)
    faults = citations.faults + names.faults
    for fault in faults:
        print(fault)
    print(f"{names.names} names, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
