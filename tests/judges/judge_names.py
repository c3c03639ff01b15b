#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports plans whose names would end the string, comment or line that they are written in, and compares the files and
the commands that they run with those of the same plan under a harmless name.

    judge_names.py PGRAM CASES

CASES holds folders FORMAT-WORD with a plan.json. Needs bash and Python's standard library alone.
"""
import ast
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

import launch
import trace
from judge_exports import TARGETS, Failures

HARMLESS = "Name"
# Each would make the file PWNED, or add the member, option or element `pwned`, if it ended what it is written in.
NAMES = [
    "x\npwned: true", "x\rpwned: true", "x\r\n--pwned", "x\x0bpwned: true", "x\x0cpwned: true",
    "x\x85pwned: true", "x\u2028pwned: true", "x\u2029pwned: true", "x\x00pwned: true",
    "$(touch PWNED)", "`touch PWNED`", "'; touch PWNED; '", "\"; touch PWNED; \"", "x\ntouch PWNED\n", "x\\\ntouch PWNED",
    "EOF\ntouch PWNED", "x; touch PWNED #", "\"\"\"\nopen('PWNED', 'w')\n\"\"\"", "'''\nopen('PWNED', 'w')\n'''", "x\\",
    "\"} , \"pwned\": {\"", "x\"\npwned = true\n", "</title><script>pwned</script>", "a<b>&\"c", "a | pwned | `b` | *c*",
    "](http://pwned) [x", "\u202epwned\u202c", "\u2066pwned\u2069", "\x1b[2Jpwned", "x\x9bpwned", "x\ufffepwned", "=1+pwned",
]
LAUNCHERS = ("torchrun", "tune", "accelerate", "deepspeed", "python", "python3")
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")


def named(source, name, has_model_name):
    """The plan with that name wherever a person may name something."""
    plan = json.loads(source)
    plan["name"] = plan["model"]["title"] = plan["cluster"]["title"] = plan["cluster"]["name"] = name
    plan["cluster"]["device"]["name"] = name
    for link in plan["cluster"]["links"]:
        link["name"] = name
    plan["provenance"] |= {"method": name, "space": name, "certificate": name}
    if has_model_name:
        plan["model"]["name"] = name
    return plan


def run(*arguments, **more):
    return subprocess.run([*map(str, arguments)], capture_output=True, check=False, **more)


def exported(pgram, source, name, target, work):
    """The folder of a plan of that name, without the model's name where the framework has models of its own by name."""
    for has_model_name in (True, False):
        (work / "case.plan.json").write_text(json.dumps(named(source, name, has_model_name)))
        done = run(pgram, "export", work / "case.plan.json", "--to", target, "--out", work / "run")
        if done.returncode == 0:
            return work / "run", ""
    return None, done.stderr.decode()


def commands_of(folder, script, launchers):
    """What a script runs, on stand-ins of the launchers, and what is in the folder afterwards."""
    log = launchers / "log"
    log.write_bytes(b"")
    needed = re.findall(r"\$\{(\w+):\?", (folder / "train.sh").read_text())
    environment = {"PATH": f"{launchers}:/usr/bin:/bin", "LOG": str(log), "SLURM_SUBMIT_DIR": str(folder), "LC_ALL": "C.UTF-8",
                   "SLURM_JOB_NODELIST": "one", "SLURM_JOB_ID": "1", "SLURM_NODEID": "0"} | {n: str(launchers) for n in needed}
    before = sorted(path.name for path in folder.iterdir())
    done = run("bash", folder / script, cwd=folder, env=environment)
    after = sorted(path.name for path in folder.iterdir())
    logged = log.read_bytes().replace(os.fsencode(folder), b"FOLDER").replace(os.fsencode(launchers), b"GIVEN")
    return done.returncode, logged, after == before


def make_launchers(folder):
    (folder / "galvatron/models/gpt").mkdir(parents=True)  # where the scripts of a framework go to
    logs = "#!/bin/bash\nprintf '%s\\n' \"${0##*/}\" \"${@@Q}\" >>\"$LOG\"\n"
    for name in (*LAUNCHERS, "scontrol", "srun"):
        (folder / name).write_text(logs + {"scontrol": "echo one\n", "srun": "exec \"$@\"\n"}.get(name, ""))
        (folder / name).chmod(0o755)
    return folder


def without_comments(text):
    """The lines of a script that do something, and what Slurm reads in comments but the name of the job."""
    return [line for line in re.split("\r\n|[\n\r]", text)
            if not re.match(r"#(?!SBATCH)|#SBATCH --job-name=[\w.-]+$", line)]


def meaning_of(path):
    """What a program reads in a file, to compare."""
    text = path.read_bytes().decode()
    if path.suffix in (".sh", ".sbatch"):
        return without_comments(text)
    if path.suffix == ".py":
        return ast.dump(ast.parse(text))
    if path.suffix == ".json":
        return json.loads(text)
    if path.suffix == ".toml":
        return tomllib.loads(text)
    if path.suffix == ".yaml":  # Its lines end where YAML 1.1 ends them.
        return launch.yaml_of(text)
    if path.suffix == ".txt":
        return path.read_text().splitlines()
    if path.suffix == ".csv":
        return list(csv.reader(io.StringIO(text)))
    if path.suffix == ".md":  # Lines, cells, and what is markup or HTML.
        bare = [re.sub(r"\\.", "", line) for line in text.splitlines()]
        return [(re.sub(r"[^|<>`*\[\]&#]", "", line)) for line in bare]
    raise ValueError(f"no reader for {path.name}")


def judge_folder(failures, label, folder, launchers, meanings):
    """Compares a folder with the meanings of the harmless one, or collects these where there are none."""
    collects = not meanings
    found = {path.name: meaning_of(path) for path in sorted(folder.iterdir())}
    for script in ("train.sh", "train.sbatch"):
        checked = run("bash", "-n", folder / script)
        failures.unless(checked.returncode == 0, f"{label}: bash -n {script}: {checked.stderr.decode()}")
        found[f"commands of {script}"] = commands_of(folder, script, launchers)
        failures.unless(found[f"commands of {script}"][2], f"{label}: {script} made a file")
    if collects:
        failures.unless(all(found[f"commands of {s}"][0] == 0 for s in ("train.sh", "train.sbatch")), f"{label} does not run")
        failures.unless(all(found[f"commands of {s}"][1] for s in ("train.sh", "train.sbatch")), f"{label} runs nothing")
        meanings.update(found)
    for name in sorted(meanings | found):
        failures.unless(found.get(name) == meanings.get(name),
                        f"{label}: {name} means something else:\n{found.get(name)}\n{meanings.get(name)}")


def judge_texts(failures, label, pgram, plan, lines):
    """Nothing hidden reaches the terminal, and no name adds a line; nor to files of one plan alone."""
    for command in (["estimate", plan], ["simulate", plan], ["compare", plan, plan], ["export", plan, "--to", "mps"]):
        done = run(pgram, *command)
        text = (done.stdout + done.stderr).decode()
        hidden = HIDDEN.findall(text)
        failures.unless(not hidden, f"{label}: pgram {command[0]} prints {hidden}")
        count = (done.returncode, sum(not line.startswith("* plan ") for line in text.splitlines()))
        failures.unless(lines.setdefault(command[0], count) == count,
                        f"{label}: pgram {command[0]}: exit code and lines {count}")
    text = run(pgram, "export", plan, "--to", "chrome-trace").stdout.decode()
    failures.unless(not trace.problems_of(text), f"{label}: trace: {trace.problems_of(text)[:3]}")


def judge_case(failures, pgram, case, work):
    """Exports one plan under each name; returns how many folders were judged."""
    target = next(t for t in sorted(TARGETS, key=len, reverse=True) if case.name.startswith(t + "-"))
    source = (case / "plan.json").read_text()
    launchers, meanings, lines = make_launchers(work / "launchers"), {}, {}
    for index, name in enumerate([HARMLESS, *NAMES]):
        label = f"{case.name} named {name!r}"
        own = work / str(index)
        own.mkdir()
        folder, refused = exported(pgram, source, name, target, own)
        failures.unless(folder, f"{label}: {refused}")
        if folder:
            judge_folder(failures, label, folder, launchers, meanings)
            if target == "megatron":  # These texts are of the plan, whatever it is for.
                judge_texts(failures, label, pgram, own / "case.plan.json", lines)
    return 1 + len(NAMES)


def main():
    pgram, cases = sys.argv[1], sorted(path.parent for path in pathlib.Path(sys.argv[2]).glob("*/plan.json"))
    failures, judged = Failures(), 0
    for case in cases:
        with tempfile.TemporaryDirectory() as work:
            judged += judge_case(failures, pgram, case, pathlib.Path(work))
    print(f"{judged} folders of {len(cases)} plans were compared.")
    return 1 if failures.count else 0


if __name__ == "__main__":
    sys.exit(main())
