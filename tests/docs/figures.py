# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the numbers in prose: outside of generated parts and code, each is part of a name or has a check here."""

import json
import re
from pathlib import Path

from page import PageError, parts_of, prose_lines

# Names that hold a number and state no measurement.
NAMES = [r"Debian 1[23]", r"\b(?:GB|[ABHV])\d{3}\b", r"Qt 6", r"C\+\+20", r"GPL-3\.0(?:-or-later)?",
         r"Apache-2\.0", r"ISO 8601", r"arXiv \d{4}\.\d{5}", r"ZeRO-[123]", r"\b[BM]F16\b",
         r"MXFP8", r"NVFP4", r"FP[48]", r"INT[48]", r"\b[248]-bit", r"1F1B", r"Seq1F1B",
         r"FSDP2", r"[1-4]:[1-4]", r"\b(?:[23]|2\.5)D\b", r"\bF\d{1,2}\b", r"RFC \d+", r"UTF-8", r"draft 7",
         r"TF32", r"FP32", r"CLI11", r"Python 3", r"DeepSeek V2", r"V3", r"Nemotron 3",
         r"DeepSeek-V4", r"Mamba-1", r"Falcon-H1", r"GCC 12", r"clang 14"]
# Numbers as words, from four up: "two plans" and the like count what the sentence itself shows.
WORDS = ("four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|twenty|thirty|forty|fifty|"
         "hundred|thousand|million|billion|dozen|percent")
NUMBER = re.compile(rf"[\w.,:+-]*\d[\w.,:+-]*(?: ?[%€$]|(?: [KMGT]i?B| GB/s| s| ms| h| days)\b)?|\b(?:{WORDS})\b", re.I)

QUANTITY = re.compile(r"[+−-]?\d[\d.,]* ?(?:%|×|[KMGT]i?B|[mµn]?s|h|days|samples/s|tokens/s)")


def preset(root: Path, kind: str, name: str) -> dict:
    return json.loads((root / "presets" / kind / f"{name}.json").read_text(encoding="utf-8"))


def default_cluster(root: Path) -> str:
    return preset(root, "scenarios", "default")["cluster"]


def version(root: Path) -> str:
    """Returns the version that CMakeLists.txt sets."""
    return re.search(r"project\(Parallelogram VERSION (\S+)", (root / "CMakeLists.txt").read_text())[1]


def says(root: Path, file: str, text: str) -> bool:
    return text in (root / file).read_text(encoding="utf-8")


# Phrases with numbers that a document may contain, each with the check that it is true.
FIGURES = {
    "80 %": lambda root: says(root, "core/fidelity/error_band.h", "double bandCoverage = 0.8;"),
    "20 tokens per parameter": lambda root: says(root, "core/plan/run_cost.h", "usualTokensPerParameter = 20;"),
    "release 0.2": lambda root: (root / "tests/cases/old/0.2").is_dir(),
    "72 characters": lambda root: True,  # a rule that the page itself sets
    "eight RTX TITAN": lambda root: preset(root, "clusters", default_cluster(root))["devices"] == 8,
}


def titles(root: Path) -> list[str]:
    """Returns the titles and names of all presets, longest first: a name is not a figure."""
    found = set()
    for file in (root / "presets").glob("*/*.json"):
        if file.parent.name != "schemas":
            one = json.loads(file.read_text(encoding="utf-8"))
            found |= {one.get("name", ""), one.get("title", ""), (one.get("device") or {}).get("name", "")
                      if isinstance(one.get("device"), dict) else ""}
    return sorted((name for name in found if re.search(r"\d", name)), key=len, reverse=True)


def is_checked(page: Path, root: Path) -> bool:
    """Returns true for the pages that the rule covers."""
    name = str(page.relative_to(root))
    return (name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/README.md", "docs/build.md")
            or name.startswith(("docs/guide/", "docs/formats/")) and not name.startswith("docs/guide/help/"))


def plain(line: str) -> str:
    """Returns a line without code, link targets, comments and list numbers; quantities in code stay."""
    line = re.sub(r"`([^`]*)`", lambda code: code[1] if QUANTITY.fullmatch(code[1]) else " ", line)
    line = re.sub(r"<!--.*?-->|\]\([^)]*\)", " ", line)
    return re.sub(r"^\s*\d+\. ", "", line)


def check_figures(root: Path, pages: list[Path]) -> list[str]:
    """Returns a message for each number without a check, each false figure, and each entry that no page needs."""
    faults = []
    names = [re.compile(rf"(?<!\w){re.escape(title)}(?!\w)", re.I) for title in titles(root)]
    names += [re.compile(name) for name in NAMES]
    used = set()
    for page in pages:
        if not is_checked(page, root):
            continue
        try:
            lines = prose_lines(parts_of(page, page.read_text(encoding="utf-8")))
        except PageError as error:
            faults.append(str(error))
            continue
        for number, line in lines:
            text = plain(line)
            for phrase in FIGURES:
                if phrase in text:
                    used.add(phrase)
                    text = text.replace(phrase, " ")
            for name in names:
                text = name.sub(" ", text)
            faults += [f"{page.relative_to(root)}:{number}: nothing checks the figure '{found.strip()}'"
                       for found in NUMBER.findall(text)]
    for phrase, holds in FIGURES.items():
        if phrase not in used:
            faults.append(f"tests/docs/figures.py: no page has the figure '{phrase}'")
        elif not holds(root):
            faults.append(f"the documents say '{phrase}', which is no longer true (tests/docs/figures.py)")
    return faults


def check_versions(root: Path) -> list[str]:
    """Returns a message where a document names another version than CMakeLists.txt."""
    now = version(root)
    faults = []
    for name, pattern in {"README.md": r"parallelogram[_-](\d+\.\d+\.\d+)", "CITATION.cff": r"(?m)^version: (\S+)",
                          "CHANGELOG.md": r"(?m)^## \[?(\d+\.\d+\.\d+)"}.items():
        found = re.findall(pattern, (root / name).read_text(encoding="utf-8"))
        # Of the changelog the newest version, of the others all that they name.
        if not found or any(one != now for one in (found[:1] if name == "CHANGELOG.md" else found)):
            faults.append(f"{name}: names the versions {', '.join(found) or 'none'}; CMakeLists.txt has {now}")
    return faults
