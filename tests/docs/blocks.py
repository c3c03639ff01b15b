# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the code blocks of a page in order, and compares its generated regions with what the generators write now.

A block `sh` holds commands: those of pgram and of the window run and must succeed (or exit as a comment
`# exit code N` says); for commands of the system the checks below apply. A block `json NAME` is a file that the
commands after it read. A block `text` is shown as it is. A block `python` is run by
tests/python/check.py. Other blocks are refused.
"""

import difflib
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from generators import Programs, generated
from page import Part, parts_of, with_regions


# Commands that take many seconds, and the tests that run them; a block's options and files are checked.
RUN_ELSEWHERE = {"--report": "tests/widgets/window/test_program.cpp"}


class Faults(list):
    """Messages of what is wrong, each with its page and line."""

    def add(self, page: Path, line: int, message: str) -> None:
        self.append(f"{page}:{line}: {message}")


class Blocks:
    def __init__(self, root: Path, pgram: Path, window: Path | None):
        self.root, self.pgram, self.window = root, pgram, window
        self.dev_commands = self._dev_commands()
        self.presets = {preset["name"] for kind in ("configurePresets", "buildPresets", "testPresets")
                        for preset in json.loads((root / "CMakePresets.json").read_text()).get(kind, [])}
        self.faults = Faults()
        self.ran = 0

    def _dev_commands(self) -> set[str]:
        usage = subprocess.run([self.root / "dev", "help"], capture_output=True, text=True, check=True).stdout
        return set(re.findall(r"^  ([a-z-]+)\b", usage, re.M))

    def check_page(self, page: Path, rewrite: bool) -> None:
        """Runs the page's blocks in a folder of its own, which sees the clone's presets and tests."""
        text = page.read_text(encoding="utf-8")
        name = page.relative_to(self.root)
        folder = Path(tempfile.mkdtemp(prefix="docs-"))
        try:
            for part in ("presets", "tests", "examples"):
                os.symlink(self.root / part, folder / part)
            contents = self._run_parts(name, parts_of(name, text),
                                       Programs(self.pgram, self.window, self.root, folder))
        finally:
            shutil.rmtree(folder)
        anew = with_regions(text, contents)
        if anew != text and rewrite:
            page.write_text(anew, encoding="utf-8")
        elif anew != text:
            self._show_difference(name, text, anew)

    def _run_parts(self, name: Path, parts: list[Part], programs: Programs) -> dict[int, str]:
        contents: dict[int, str] = {}
        last = None
        for part in parts:
            try:
                if part.kind == "fence":
                    last = self._run_fence(name, part, programs, last)
                elif part.kind == "region":
                    made = generated(programs, part.spec, last)
                    if made is not None:
                        contents[part.line] = made
            except (RuntimeError, OSError, ValueError) as error:
                self.faults.add(name, part.line, str(error))
        return contents

    def _run_fence(self, name: Path, part: Part, programs: Programs, last: str | None) -> str | None:
        language, _, file = part.spec.partition(" ")
        body = "\n".join(part.lines)
        if language == "json":
            json.loads(body)
            if file:
                (programs.folder / file).write_text(body, encoding="utf-8")
        elif language == "sh":
            for line in body.replace("\\\n", " ").split("\n"):
                last = self._run_line(line.strip(), programs, last)
        elif language not in ("", "text", "cmake", "cpp", "python", "yaml", "math"):
            self.faults.add(name, part.line,
                            f"a block is sh, json NAME, text, cmake, cpp, python, yaml or math, not '{part.spec}'")
        return last

    def _run_line(self, line: str, programs: Programs, last: str | None) -> str | None:
        expected = re.search(r"# exit code (\d+)$", line)
        words = shlex.split(line, comments=True)
        if not words:
            return last
        if words[:2] == ["./dev", "cli"]:
            words[:2] = ["pgram"]
        if words[0] == "pgram":
            return self._run_program(programs, self.pgram, words, int(expected[1]) if expected else 0)
        if words[0] == "parallelogram":
            elsewhere = [test for option, test in RUN_ELSEWHERE.items() if option in words]
            for test in elsewhere:
                self._check_elsewhere(programs, words, self.root / test)
            if len(words) > 1 and self.window is not None and not elsewhere:
                return self._run_program(programs, self.window, words, 0)
            return last
        self._check_system(line, words)
        return last

    def _run_program(self, programs: Programs, program: Path, words: list[str], code: int) -> str:
        done = programs.run(program, words[1:])
        self.ran += 1
        if done.returncode != code:
            raise RuntimeError(f"{shlex.join(words)}: exit code {done.returncode}, not {code}\n{done.stdout[-500:]}"
                               f"{done.stderr[-500:]}")
        return done.stdout

    def _check_elsewhere(self, programs: Programs, words: list[str], test: Path) -> None:
        options = [word for word in words if word.startswith("--")]
        text = test.read_text(encoding="utf-8")
        missing = [option for option in options if f'"{option}"' not in text]
        missing += [word for word in words if word.endswith(".json") and not (programs.folder / word).exists()]
        if missing:
            raise RuntimeError(f"{shlex.join(words)}: {test.name} has no {', '.join(missing)}")

    def _check_system(self, line: str, words: list[str]) -> None:
        """Checks a command that the test must not run: what it names exists here."""
        while re.match(r"[A-Z_]+=", words[0]):
            words = words[1:]
        if words[0] == "./dev":
            if len(words) < 2 or words[1] not in self.dev_commands:
                raise RuntimeError(f"./dev has no such command: {line}")
        elif words[0] in ("cmake", "ctest"):
            for name in re.findall(r"--preset[ =](\S+)", line):
                if name not in self.presets:
                    raise RuntimeError(f"CMakePresets.json has no preset '{name}'")
        elif words[:2] not in (["sudo", "apt"], ["git", "clone"]) and words[0] not in ("cd", "ninja"):
            raise RuntimeError(f"nothing checks this command: {line}")

    def _show_difference(self, name: Path, text: str, anew: str) -> None:
        difference = list(difflib.unified_diff(text.split("\n"), anew.split("\n"), f"{name} (shown)",
                                               f"{name} (generated now)", lineterm="", n=1))
        self.faults.append(f"{name}: generated parts differ; PARALLELOGRAM_REGENERATE=1 writes them anew\n"
                           + "\n".join(difference[:40]))
