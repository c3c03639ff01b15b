#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every kind of write and read of the programs, and lets each of its calls to the file system fail in turn: with
an error of the disk, a full disk that stays full, an interruption, a short write, and the end of the process. Inputs
shrink or vanish while they are read, and the time of day goes back.

    write_faults.py LIBRARY PGRAM [WINDOW WIDGETS_TESTS]

After a failure every file is the old one or the new one, to the byte; the exit code is 2, and the message names the
file and the cause; nothing is left beside it. After a kill a hidden .NAME.….part may be left, which the next run
removes. LIBRARY is built from faults.cpp. PARALLELOGRAM_KILLS=N adds N kills of each kind at random moments.
"""
import concurrent.futures
import dataclasses
import errno
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
CASES = SOURCE / "tests/cases"
LIMIT = 600
OLD = b"old\n"
FAILED = 2
IS_DEEP = os.environ.get("PARALLELOGRAM_EFFORT") == "deep"
SPACING = 48 if IS_DEEP else 8  # calls beyond that many are further and further apart
VARYING = ("search_s",)  # columns of a study that differ from run to run
PART = re.compile(r"\..*\.\d+-\d+\.part$")


@dataclasses.dataclass(frozen=True)
class Fault:
    """What happens at a call. `stays`: and at all later ones."""

    name: str
    do: str
    stays: bool = False

    @property
    def cause(self):
        return os.strerror(int(self.do)) if self.do.isdigit() else ""


KILL = Fault("kill", "kill")
FULL = Fault("full disk", str(errno.ENOSPC), stays=True)
CLOCK = Fault("clock", "clock")
CHANGES = [Fault("shrink", "shrink"), Fault("vanish", "vanish")]  # of a file that another program changes
FAULTS = [FULL, KILL]
MORE_FAULTS = [
    Fault("EIO", str(errno.EIO)),
    Fault("EINTR", str(errno.EINTR)),
    Fault("short", "short"),
    Fault("ENOSPC", str(errno.ENOSPC)),
    Fault("EDQUOT", str(errno.EDQUOT), stays=True),
    Fault("EACCES", str(errno.EACCES), stays=True),
    Fault("EROFS", str(errno.EROFS), stays=True),
]


@dataclasses.dataclass(frozen=True)
class Kind:
    """A command in a folder, which is given as {}: `files` are the inputs there, by name. `all_faults`: it stands for
    others that make the same calls.
    """

    name: str
    command: tuple
    files: dict = dataclasses.field(default_factory=dict)
    outputs: tuple = ()  # files that it writes; empty: it reads alone
    olds: bool = True  # an old file of another content may be there
    # Texts that may name the cause in the place of the system's, files that belong to an output while it is written,
    # and what of an output is compared.
    causes: tuple = ()
    beside: str = "$^"
    content: object = staticmethod(lambda path: plain(path))
    all_faults: bool = False
    may_be_empty: bool = False  # an empty file says what none says
    is_database: bool = False  # it grows: rows so far are whole, and the command goes on with them


def plain(path):
    """The content, without what depends on the place and the time."""
    text = path.read_bytes()
    for folder in path.parents:
        if folder.name == "here":
            text = text.replace(str(folder).encode(), b"HERE")
    return re.sub(rb"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"NOW", text)


def case(name):
    return (CASES / "export" / name / "plan.json").read_bytes()


def rows(path):
    """The results of a study, without those that say when they were made."""
    import sqlite3  # noqa: PLC0415

    with sqlite3.connect(path) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(answers)")]
        kept = [f'"{name}"' for name in columns if name not in VARYING]
        return database.execute(f"SELECT {','.join(kept)} FROM answers ORDER BY id").fetchall()  # noqa: S608


STUDY = json.dumps({
    "format": "parallelogram-study", "version": 1, "name": "small",
    "scenario": {"cluster": "rtx-titan-8", "training": {"precision": "fp16"}, "model": "bert-base"},
    "grid": {"training/global_batch": [8]},
}).encode()


def pgram_kinds(pgram, made):
    plan = case("deepspeed-zero")
    pipeline = (CASES / "cli/simulate-pipeline/plan.json").read_bytes()
    small = ("--model", "bert-base", "--cluster", "rtx-titan-8", "--batch", "8", "--method", "dp", "--tries", "0")
    sqlite = {"causes": ("SQLite: ",), "beside": r"results\.sqlite(\.lock|-wal|-shm|-journal)$", "is_database": True,
              "content": staticmethod(rows)}
    return [
        Kind("plan", (pgram, "plan", *small, "--out", "{}/p.json"), outputs=("p.json",)),
        Kind("export folder", (pgram, "export", "{}/p.json", "--to", "deepspeed", "--out", "{}/run"), {"p.json": plan},
             tuple(made["folder"])),
        Kind("export file", (pgram, "export", "{}/p.json", "--to", "mps", "--out", "{}/p.mps"),
             {"p.json": case("galvatron-layers")}, ("p.mps",)) if made["mps"] else None,
        Kind("trace", (pgram, "simulate", "{}/p.json", "--trace", "{}/t.json"), {"p.json": pipeline}, ("t.json",)),
        Kind("program", (pgram, "calibrate", "--program", "{}/k.py"), outputs=("k.py",), all_faults=True),
        Kind("record", (pgram, "validate", "measurements", "--suite", "bloom-prequel", "--record", "{}/r.json"),
             outputs=("r.json",)),
        Kind("plan of a run", (pgram, "validate", "measurements", "--row", "nanotron-2505", "--out", "{}/p.json"),
             outputs=("p.json",)),
        Kind("lesson", (pgram, "lesson", "new", "mine"), outputs=("mine.json", "mine.en.md"), olds=False),
        Kind("study", (pgram, "study", "{}/s.json", "--results", "{}/results.sqlite", "--threads", "1"),
             {"s.json": STUDY}, ("results.sqlite",), olds=False, **sqlite),
        Kind("batch files", (pgram, "study", "{}/s.json", "--slurm", "{}/job"), {"s.json": STUDY},
             tuple(made["batch"]), olds=False),
        Kind("study export", (pgram, "study", "export", "{}/r.sqlite", "--out", "{}/r.csv"),
             {"r.sqlite": made["results"]}, ("r.csv",), causes=("SQLite: ",), beside=r"r\.sqlite-(wal|shm)$"),
        Kind("read of a plan", (pgram, "estimate", "{}/p.json"), {"p.json": plan}, all_faults=True),
        Kind("read of a study", (pgram, "study", "export", "{}/r.sqlite"), {"r.sqlite": made["results"]},
             causes=("SQLite: ",), beside=r"r\.sqlite-(wal|shm)$"),
        Kind("read of a foreign file", (pgram, "import", "{}/c.json", "--json"),
             {"c.json": (SOURCE / "tests/data/samples" / made["config"]).read_bytes()}) if made["config"] else None,
    ]


def window_kinds(window, tests):
    plan = {"p.json": case("deepspeed-zero")}
    subject = (tests, "fault_subject")
    return [
        Kind("picture", (window, "--render", "memory", "--out", "{}/v.svg", "{}/p.json"), plan, ("v.svg",)),
        Kind("plan of the window", (*subject, "plan", "{}/p.json"), outputs=("p.json",)),
        Kind("session", (*subject, "session", "{}"), outputs=("recovery/session.json",), olds=False,
             beside=r"recovery/session\.json\.lock$"),  # until the next window takes the session
        Kind("settings", (*subject, "settings", "{}/settings.ini"), outputs=("settings.ini",), olds=False,
             causes=("cannot be written",), beside=r"settings\.ini(\.lock|\.\w{6})$", may_be_empty=True),
    ]


class Failures:
    """The checks that failed, each once."""

    def __init__(self):
        self.all = []
        self.runs = self.kills = self.moments = 0

    def unless(self, holds, text):
        if not holds:
            self.all.append(text)
        return holds


def run(kind, folder, library=None, fault=None, at=0, log=None):
    """Runs the command in the folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PGRAM_FAULTS")}
    environment |= {"PARALLELOGRAM_PRESETS": str(SOURCE / "presets"), "XDG_DATA_HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
                    "QT_QPA_PLATFORM": "offscreen"}
    if library is not None:
        environment |= {"LD_PRELOAD": library, "PGRAM_FAULTS_IN": str(folder), "PGRAM_FAULTS_LOG": str(log),
                        "PGRAM_FAULTS_AT": str(at), "PGRAM_FAULTS_DO": fault.do if fault else "",
                        "PGRAM_FAULTS_STAYS": str(int(bool(fault and fault.stays)))}
    return subprocess.run([word.replace("{}", str(folder)) for word in kind.command], cwd=folder, env=environment,
                          capture_output=True, check=False, timeout=LIMIT)


def prepared(kind, root, has_old):
    """A new folder with the inputs, and old files where they are to be replaced."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=root)) / "here"
    folder.mkdir()
    for name, content in kind.files.items():
        (folder / name).write_bytes(content)
    for name in kind.outputs if has_old else ():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(OLD)
    return folder


def names_in(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def state_of(kind, folder, name, new):
    """'absent', 'old', 'new' or 'torn'."""
    path = folder / name
    if not path.exists():
        return "absent"
    if path.read_bytes() == OLD:
        return "old"
    if kind.may_be_empty and path.stat().st_size == 0:
        return "absent"
    try:
        return "new" if kind.content(path) == new[name] else "torn"
    except Exception:  # noqa: BLE001: of whatever reader
        return "torn"


def check_files(kind, folder, new, has_old, killed, fault, where, failures):
    """Every file is old or new, and nothing else is there. Returns the states."""
    before = "old" if has_old else "absent"
    states = {name: state_of(kind, folder, name, new) for name in kind.outputs}
    for name, state in states.items():
        # A database without rows is whole: the command goes on with it.
        whole = state in (before, "new") or (kind.is_database and state == "torn")
        failures.unless(whole, f"{where}: {name} is {state}")
    for name in names_in(folder) - set(kind.files) - set(kind.outputs):
        known = re.match(kind.beside, name) or (killed and PART.match(pathlib.PurePath(name).name))
        failures.unless(known, f"{where}: leaves {name}")
    for name, content in kind.files.items():
        is_changed = fault in CHANGES or (folder / name).read_bytes() == content
        failures.unless(is_changed, f"{where}: changes {name}")
    return states


def check_message(kind, folder, done, fault, where, failures):
    """The message names the file and the cause."""
    lines = done.stderr.decode(errors="replace").splitlines()
    said = "\n".join(line for line in lines if not line.startswith("QStandardPaths: "))  # of Qt, about the machine
    names = [pathlib.PurePath(name).parts[0] for name in (*kind.files, *kind.outputs)]
    failures.unless(any(name in said for name in names), f"{where}: names no file: {said.strip()}")
    causes = (fault.cause, *kind.causes)
    failures.unless(fault in CHANGES or any(cause and cause in said for cause in causes),
                    f"{where}: names no cause: {said.strip()}")
    failures.unless(said.startswith(("pgram: ", "parallelogram: ")), f"{where}: says {said.strip()}")


def check_again(kind, folder, new, where, failures):
    """The next run writes all, and removes what a killed one left."""
    done = run(kind, folder)
    failures.unless(done.returncode == 0, f"{where}: then exit code {done.returncode}: {done.stderr.decode()}")
    for name in kind.outputs:
        state = state_of(kind, folder, name, new)
        failures.unless(state == "new", f"{where}: then {name} is {state}")
    left = [name for name in names_in(folder) if PART.match(pathlib.PurePath(name).name)]
    failures.unless(not left, f"{where}: then {left} is left")


def fault_at(kind, root, library, fault, at, new, has_old, failures):
    """Runs the command with a fault. Returns False if it has fewer calls."""
    folder = prepared(kind, root, has_old)
    log = folder.parent / "log"
    done = run(kind, folder, library, fault, at, log)
    lines = log.read_text().splitlines() if log.exists() else []
    if len(lines) < at:
        shutil.rmtree(folder.parent)
        return False
    call = lines[at - 1].replace(str(folder), "")
    where = f"{kind.name}{', old file' if has_old else ''}: {fault.name} at {call}"
    killed = done.returncode == -signal.SIGKILL
    failures.runs += 1
    failures.kills += killed
    states = check_files(kind, folder, new, has_old, killed, fault, where, failures)
    if fault is KILL:
        failures.unless(killed, f"{where}: exit code {done.returncode}")
        if kind.olds or not has_old:
            check_again(kind, folder, new, where, failures)
    elif done.returncode == 0 and fault not in CHANGES:
        failures.unless(all(state == "new" for state in states.values()), f"{where}: exit code 0 and {states}")
    elif done.returncode and failures.unless(done.returncode == FAILED,
                                             f"{where}: exit code {done.returncode}: {done.stderr.decode()}"):
        failures.unless(fault.name not in ("EINTR", "short"), f"{where}: fails: {done.stderr.decode()}")
        check_message(kind, folder, done, fault, where, failures)
        changed = [name for name, state in states.items() if state == "new"]
        if changed and not fault.stays and not kind.is_database:
            failures.unless(False, f"{where}: fails and changes {changed}")
    shutil.rmtree(folder.parent)
    return True


def every_fault(kind, root, library, faults, new, has_old):
    """Each fault at the calls of a command."""
    failures = Failures()
    for fault in faults:
        at = 1
        while fault_at(kind, root, library, fault, at, new, has_old, failures):
            # Later calls are of many files, with the same calls for each.
            at += max(1, at // SPACING)
        failures.unless(at > 1, f"{kind.name}: no call was counted")
    return failures


def clock_goes_back(kind, root, library, new):
    """Each time that the program asks for the time of day it is an hour earlier."""
    failures = Failures()
    folder = prepared(kind, root, False)
    done = run(kind, folder, library, CLOCK, 0, folder.parent / "log")
    failures.runs += 1
    failures.unless(done.returncode == 0, f"{kind.name}: clock: exit code {done.returncode}: {done.stderr.decode()}")
    states = check_files(kind, folder, new, False, False, CLOCK, f"{kind.name}: clock", failures)
    failures.unless(all(state == "new" for state in states.values()), f"{kind.name}: clock: {states}")
    shutil.rmtree(folder.parent)
    return failures


def random_kills(kind, root, new, count, seed):
    """Kills the command after a random time, as often as that; half of them over an old file."""
    failures = Failures()
    dice = random.Random(f"{kind.name} {seed}")  # noqa: S311
    folder = prepared(kind, root, False)
    begun = time.monotonic()
    run(kind, folder)
    usual = time.monotonic() - begun
    for kill in range(count):
        has_old = kind.olds and kill % 2 == 1
        folder = prepared(kind, root, has_old)
        words = [word.replace("{}", str(folder)) for word in kind.command]
        environment = os.environ | {"PARALLELOGRAM_PRESETS": str(SOURCE / "presets"), "QT_QPA_PLATFORM": "offscreen"}
        with subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            try:
                process.wait(dice.uniform(0, 1.2 * usual))
            except subprocess.TimeoutExpired:
                process.kill()
            killed = process.wait() != 0
        failures.moments += 1
        where = f"{kind.name}: kill {kill}"
        check_files(kind, folder, new, has_old, killed, KILL, where, failures)
        shutil.rmtree(folder.parent)
    return failures


def new_files(kind, root, failures):
    """What the command writes without a fault, over old files and without them."""
    new = {}
    for has_old in (False, True) if kind.olds else (False,):
        folder = prepared(kind, root, has_old)
        done = run(kind, folder)
        if not failures.unless(done.returncode == 0, f"{kind.name}: exit code {done.returncode}: {done.stderr.decode()}"):
            return None
        for name in kind.outputs:
            content = kind.content(folder / name)
            failures.unless(new.setdefault(name, content) == content, f"{kind.name}: {name} differs from run to run")
    return new


def prepare(pgram, root):
    """What the kinds need to know beforehand: names of files, and a file of results."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=root))
    (folder / "p.json").write_bytes(case("deepspeed-zero"))
    (folder / "s.json").write_bytes(STUDY)

    def made(*arguments):
        subprocess.run([pgram, *arguments], cwd=folder, capture_output=True, check=True,
                       env=os.environ | {"PARALLELOGRAM_PRESETS": str(SOURCE / "presets")})

    made("export", "p.json", "--to", "deepspeed", "--out", "run")
    made("study", "s.json", "--slurm", "job")
    made("study", "s.json", "--results", "r.sqlite", "--threads", "1")
    under = lambda name: sorted(str(path.relative_to(folder)) for path in (folder / name).rglob("*") if path.is_file())  # noqa: E731
    return {"folder": under("run"), "batch": under("job"), "results": (folder / "r.sqlite").read_bytes(), "mps": True,
            "config": next((str(path.relative_to(SOURCE / "tests/data/samples")) for path in
                            sorted((SOURCE / "tests/data/samples").rglob("config.json"))), None)}


def main():
    library, pgram, *window = map(os.path.abspath, sys.argv[1:])
    kills = int(os.environ.get("PARALLELOGRAM_KILLS", "0"))
    only = os.environ.get("PARALLELOGRAM_KIND")
    total = Failures()
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        kinds = [kind for kind in pgram_kinds(pgram, prepare(pgram, root)) if kind]
        kinds += window_kinds(*window) if window else []
        jobs = []
        for kind in kinds:
            new = new_files(kind, root, total) if only in (None, kind.name) else None
            if new is None:
                continue
            states = (False, True) if kind.olds and kind.outputs else (False,)
            jobs += [pool.submit(every_fault, kind, root, library, [fault], new, state)
                     for state in states for fault in (FAULTS + MORE_FAULTS if IS_DEEP or kind.all_faults else FAULTS)]
            jobs += [pool.submit(every_fault, kind, root, library, [fault], new, False)
                     for fault in CHANGES if kind.files and not kind.outputs]
            jobs.append(pool.submit(clock_goes_back, kind, root, library, new))
            jobs += [pool.submit(random_kills, kind, root, new, kills, os.environ.get("PARALLELOGRAM_SEED", "1"))] * (
                kills > 0)
        for job in jobs:
            found = job.result()
            total.all += found.all
            total.runs += found.runs
            total.kills += found.kills
            total.moments += found.moments
    for text in dict.fromkeys(total.all):
        print(text)
    print(f"{len(kinds)} kinds, {total.runs} faults, {total.kills} of them kills, {total.moments} kills at random "
          f"moments: {len(total.all)} failures")
    return bool(total.all)


if __name__ == "__main__":
    sys.exit(main())
