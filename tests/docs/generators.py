# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the generated regions of the documents from the programs' own output and from presets/.

A generator takes the programs and the arguments of its region, and returns Markdown.
"""

import json
import os
import re
import shlex
import statistics
import subprocess
from pathlib import Path

import accuracy
from markdown import fenced, table
from members import members_table


class Programs:
    """The two programs of a build, run in one folder with settings of nobody."""

    def __init__(self, pgram: Path, window: Path | None, root: Path, folder: Path):
        self.pgram, self.window, self.root, self.folder = pgram, window, root, folder
        # The cache of fonts is the user's: making one anew takes seconds.
        cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
        self.environment = {**os.environ, "XDG_CACHE_HOME": cache, "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen",
                            "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"),
                            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_RUNTIME_DIR": str(folder)}
        self._kept: dict[tuple[str, ...], str] = {}

    def run(self, program: Path, arguments: list[str]) -> subprocess.CompletedProcess:
        return subprocess.run([program, *arguments], cwd=self.folder, env=self.environment, timeout=600,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")

    def output(self, *arguments: str) -> str:
        """Returns what pgram prints; each command runs once."""
        if arguments not in self._kept:
            done = self.run(self.pgram, list(arguments))
            if done.returncode != 0:
                raise RuntimeError(f"pgram {shlex.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
            self._kept[arguments] = done.stdout
        return self._kept[arguments]


# --- the commands -----------------------------------------------------------------------------------------------------


def subcommands(help_text: str) -> list[tuple[str, str]]:
    """Returns the names and descriptions below "Subcommands:"."""
    block = re.search(r"\nSubcommands:\n(.*?)\n\n", help_text, re.S)
    rows = re.findall(r"^  (\S+)\s+(.*)$", block[1], re.M) if block else []
    return [(name, text) for name, text in rows]


def commands(programs: Programs, name: tuple[str, ...] = ()) -> str:
    """Returns a section for each command: what `pgram COMMAND --help` prints."""
    help_text = programs.output(*name, "--help")
    pages = [f"## {' '.join(('pgram', *name))}\n\n{fenced(help_text)}"]
    pages += [commands(programs, (*name, below)) for below, _ in subcommands(help_text)]
    return "\n\n".join(pages)


def command_list(programs: Programs) -> str:
    rows = [[f"[`{name}`](#pgram-{name})", text] for name, text in subcommands(programs.output("--help"))]
    return table(["Command", "Purpose"], rows)


def window_options(programs: Programs) -> str | None:
    if programs.window is None:
        return None
    done = programs.run(programs.window, ["--help"])
    return fenced(done.stdout)


def exit_codes(programs: Programs) -> str:
    """Returns the exit codes that `pgram --help` lists."""
    help_text = " ".join(programs.output("--help").split())
    listed = re.search(r"Exit codes: (.*?)\. ", help_text)[1]
    rows = re.findall(r"(\d+) (.*?)(?=, \d+ |$)", listed)
    return table(["Code", "Meaning"], [[code, text] for code, text in rows])


# --- files ------------------------------------------------------------------------------------------------------------


def schema(programs: Programs, name: str) -> dict:
    return json.loads((programs.root / "presets/schemas" / f"{name}.json").read_text(encoding="utf-8"))


def schema_names(programs: Programs) -> list[str]:
    return sorted(file.stem for file in (programs.root / "presets/schemas").glob("*.json"))


def format_and_version(one: dict) -> tuple[str, str]:
    members = one["properties"]
    return members["format"]["const"], str(members["version"]["const"])


def members(programs: Programs, name: str) -> str:
    return members_table(schema(programs, name))


def files(programs: Programs) -> str:
    """Returns a row for each kind of file, with the page that must exist for it."""
    rows = []
    for name in schema_names(programs):
        if not name.startswith("pgram-"):
            identifier, version = format_and_version(schema(programs, name))
            rows.append([f"[{name}]({name}.md)", f"`{identifier}`", version,
                         f"[{name}.json](../../presets/schemas/{name}.json)"])
    return table(["File", "`format`", "`version`", "Schema"], rows)


def answers(programs: Programs) -> str:
    """Returns a row for each answer of `--json`."""
    rows = []
    for name in schema_names(programs):
        if name.startswith("pgram-"):
            one = schema(programs, name)
            identifier, version = format_and_version(one)
            command = re.sub(r"^(?:Output|Errors) of | --json, version \d+$", "", one["title"])
            rows.append([f"`{command}`", one.get("description", "–").rstrip("."),
                         f"[{identifier}](../../presets/schemas/{name}.json)", version])
    return table(["Command", "Content", "`format` and schema", "`version`"], rows)


def formats(programs: Programs) -> str:
    """Returns a row for each format of other programs."""
    rows = [[f"`{one['name']}`", one["description"].rstrip("."), one["holds"], "yes" if one["reads"] else "",
             "yes" if one["writes"] else ""]
            for one in json.loads(programs.output("list", "formats", "--json"))["entries"]]
    return table(["Format", "Content", "Holds", "Read", "Written"], rows)


def build_presets(programs: Programs) -> str:
    presets = json.loads((programs.root / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
    return table(["Preset", "Purpose"], [[f"`{one['name']}`", one["displayName"]] for one in presets
                                         if not one.get("hidden")])


# --- trust ------------------------------------------------------------------------------------------------------------

OLDER = ("A100", "A800", "V100")


def recorded_runs(programs: Programs) -> dict[str, dict]:
    """Returns the members of each measured run of the shipped record by its id."""
    record = json.loads((programs.root / "presets/fidelity.json").read_text(encoding="utf-8"))
    return {row["id"]: {**suite["usual"], **row} for suite in record["suites"] for row in suite["rows"]}


def trust(programs: Programs) -> str:
    """Returns the errors of the estimates against the shipped record of measured runs, in four rows."""
    runs = recorded_runs(programs)
    errors: dict[str, list[float]] = {"older": [], "newer": [], "experts": [], "memory": []}
    for row in json.loads(programs.output("validate", "measurements", "--json"))["rows"]:
        run = runs[row["id"]]
        if row["predicted_step_s"] and row["measured_step_s"]:
            older = run["gpu"].startswith(OLDER)
            kind = "experts" if run.get("moe") or run.get("experts") else "older" if older else "newer"
            errors[kind].append(abs(row["predicted_step_s"] / row["measured_step_s"] - 1))
        if row["predicted_gib"] and row["measured_gib"]:
            errors["memory"].append(abs(row["predicted_gib"] / row["measured_gib"] - 1))
    titles = {"older": "Step time, dense models on V100 and A100", "newer": "Step time, dense models on H100 and newer",
              "experts": "Step time, mixture-of-experts models", "memory": "Peak memory per device"}
    rows = []
    for kind, title in titles.items():
        sizes = sorted(errors[kind])
        tenth = statistics.quantiles(sizes, n=10, method="inclusive")[-1]
        rows.append([title, f"{len(sizes):,}", f"{100 * sum(sizes) / len(sizes):.0f} %", f"{100 * tenth:.0f} %",
                     f"{100 * sizes[-1]:.0f} %"])
    return table(["Estimate", "Measured runs", "Mean error", "9 of 10 runs within", "Largest error"], rows, 1)


GENERATORS = {"commands": commands, "command-list": command_list, "window-options": window_options,
              "exit-codes": exit_codes, "members": members, "files": files, "answers": answers, "formats": formats,
              "build-presets": build_presets, "trust": trust, **accuracy.GENERATORS}


def excerpt(output: str, first: str = "", until: str | None = None) -> str:
    """Returns the lines from the first whose begin matches `first` to the one before that which matches `until`.

    Without `until` the excerpt ends before the next empty line, or with the output where `first` is empty, too.
    """
    lines = output.split("\n")
    begin = next((i for i, line in enumerate(lines) if re.match(first, line)), None)
    if begin is None:
        raise RuntimeError(f"no line of the output begins with '{first}'")
    end = len(lines)
    for i in range(begin + 1, len(lines)):
        if re.match(until, lines[i]) if until else (first and not lines[i].strip()):
            end = i
            break
    else:
        if until:
            raise RuntimeError(f"no line of the output after '{first}' begins with '{until}'")
    return "\n".join(lines[begin:end])


def generated(programs: Programs, spec: str, last_output: str | None) -> str | None:
    """Returns the contents of a region; None where this build lacks the program that it needs."""
    name, *arguments = shlex.split(spec)
    if name == "output":
        if last_output is None:
            raise RuntimeError("no command stands in front of this output")
        return fenced(excerpt(last_output, *arguments))
    if name not in GENERATORS:
        raise RuntimeError(f"unknown generator '{name}'")
    return GENERATORS[name](programs, *arguments)
