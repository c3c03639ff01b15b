#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws random requests, plans them with pgram, and checks what must hold for every plan: its figures agree with the
other commands, its certificate agrees with its step, and a request that allows more finds nothing slower.

    properties.py PGRAM [--requests N] [--first I] [--seconds S] [--keep FOLDER]

Prints how often each property was checked and violated, and the commands that repeat each violation; exits 1 on any.
PARALLELOGRAM_EFFORT and PARALLELOGRAM_SEED as in tests/effort.h. Needs Python's standard library alone.
"""

import argparse
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

QUICK, DEEP = 24, 3000
ROUNDING = 1e-9
PATIENCE = 30  # seconds that one command may take; a longer one is counted and left out
STOP = 3  # seconds of a processor after a signal, in which a search has to end

# (model, other options): each small enough for about a second.
MODELS = [
    ("bert-base", {}), ("bert-large", {}), ("gpt2-small", {}), ("gpt2-medium", {}), ("t5-small", {}), ("t5-base", {}),
    ("vit-b-16", {}), ("swin-t", {}), ("resnet-50", {}), ("albert-base", {}), ("smollm2-135m", {}),
    ("pythia-160m", {}), ("qwen3-0.6b", {}), ("tinyllama-1.1b", {}), ("gpt2-xl", {"--layers": "12"}),
    ("llama3-8b", {"--layers": "6"}), ("gpt3-6.7b", {"--layers": "8"}), ("mixtral-8x7b", {"--layers": "4"}),
    ("gemma2-2b", {"--layers": "8"}), ("bert-huge-32", {}),
]
# Models that are given other numbers of tokens.
LANGUAGE = {"bert-base", "bert-large", "gpt2-small", "gpt2-medium", "t5-small", "tinyllama-1.1b", "gpt3-6.7b",
            "llama3-8b"}
CLUSTERS = ["a100-8", "rtx-titan-8", "rtx-titan-16", "dgx-1v", "consumer-8", "ethernet-4", "a100-pcie-8", "dgx-h100",
            "a100-16", "h100-8-h200-8"]
OPTIMIZERS = ["adam", "adam", "sgd", "adam-8bit", "adafactor", "muon", "sgd-plain"]
PRECISIONS = ["bf16", "bf16", "fp16", "fp32", "tf32"]
SCHEDULES = ["1f1b", "gpipe", "interleaved:2", "zb-h1", "zb-h2", "zb-v", "v-half", "v-min", "dualpipe-v", "seq1f1b:2", "terapipe:4", "1f1b,zb-h1",
             "1f1b,gpipe"]
METHODS = ["bmw", "+mem", "+time", "base", "galvatron", "dp+tp", "dp+pp", "3d", "alpa", "sdp", "zero1", "zero2", "pp"]
PAPER = "dp,sdp,tp,pp,ckpt"
EXTRA = ["sp", "zero1", "zero2", "hsdp", "ulysses", "cp", "ep", "selective", "modules", "offload-activations",
         "offload-optimizer", "offload-weights", "cp-gather"]
TARGETS = {  # the file of each that is read back
    "galvatron": "galvatron_config.json", "megatron": "train.sh", "deepspeed": "ds_config.json",
    "torchtitan": "parallelogram_config.py", "torchtitan-toml": "train_config.toml", "fsdp2": "parallelogram_plan.py",
    "accelerate": "accelerate_config.yaml", "accelerate-deepspeed": "accelerate_config.yaml",
    "accelerate-megatron": "accelerate_config.yaml",
}
BROAD = [("gpt2-xl", "a100-64"), ("t5-large-48", "rtx-titan-16"), ("bert-huge-48", "dgx-a100-64")]


class TooSlow(Exception):
    """A command that did not end within PATIENCE."""


@dataclass
class Request:
    """The options of `pgram plan`, by name."""

    options: dict
    label: str

    def changed(self, **changes) -> "Request":
        """Returns the request with other options; names without dashes, None leaves an option out."""
        named = {"--" + name.replace("_", "-"): value for name, value in changes.items()}
        merged = {**self.options, **named}
        return Request({name: value for name, value in merged.items() if value is not None}, self.label)

    def words(self) -> list[str]:
        return [word for name, value in self.options.items() for word in ([name] if value is True else [name, value])]

    def has(self, name: str) -> bool:
        return name in self.options

    @property
    def method(self) -> str:
        return self.options.get("--method", "joint")


@dataclass
class Answer:
    """What `pgram plan --json` printed for a request."""

    request: Request
    command: str
    data: dict
    file: Path

    @property
    def plan(self) -> dict:
        return self.data["plan"]

    @property
    def step(self) -> float:
        return self.data["step_time_s"]

    @property
    def certificate(self) -> dict:
        return self.data["certificate"]


@dataclass
class Ledger:
    """Counts per property; a violation is (property, explanation, commands, whether a certificate says gap)."""

    checked: Counter = field(default_factory=Counter)
    violations: list = field(default_factory=list)
    notes: Counter = field(default_factory=Counter)

    def check(self, name: str, holds: bool, why: str, commands: list[str], has_gap: bool = False) -> None:
        self.checked[name] += 1
        if not holds:
            self.violations.append((name, why, commands, has_gap))
            print(f"VIOLATED {name}{' (gap)' if has_gap else ''}: {why}", *commands, sep="\n    ", flush=True)

    def table(self) -> str:
        names = [name for _, name in PROPERTIES]
        rows = [("property", "checked", "violated", "with a gap")]
        for name in names:
            of_name = [gap for violated, _, _, gap in self.violations if violated == name]
            rows.append((name, str(self.checked[name]), str(of_name.count(False)), str(of_name.count(True))))
        wide = [max(len(row[i]) for row in rows) for i in range(4)]
        return "\n".join("  ".join([row[0].ljust(wide[0]), *(row[i].rjust(wide[i]) for i in (1, 2, 3))])
                         for row in rows)


class Program:
    """Runs pgram; its files lie in one folder."""

    def __init__(self, pgram: Path, folder: Path):
        self.pgram = pgram
        self.folder = folder
        self.files = 0
        self.calls = 0

    def file(self, suffix: str) -> Path:
        self.files += 1
        return self.folder / f"{self.files}{suffix}"

    def write(self, content: dict) -> Path:
        path = self.file(".json")
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    def command(self, *words) -> str:
        return shlex.join(["pgram", *map(str, words)])

    def run(self, *words) -> tuple[int, dict]:
        """Returns the exit code and the JSON that a command prints, {} where it prints none."""
        self.calls += 1
        try:
            ended = subprocess.run([self.pgram, *map(str, words), "--json"], capture_output=True, check=False,
                                   timeout=PATIENCE)
        except subprocess.TimeoutExpired as error:
            raise TooSlow(self.command(*words)) from error
        try:
            return ended.returncode, json.loads(ended.stdout or "{}")
        except ValueError:
            return ended.returncode, {}

    def plan(self, request: Request, threads: int = 1) -> tuple[int, Answer | None, str]:
        """Returns the exit code, the answer if a plan was found, and the command."""
        file = self.file(".pgplan.json")
        words = ["plan", *request.words(), "--tries", "0", "--threads", str(threads)]
        code, data = self.run(*words, "--out", file)
        found = code == 0 and data.get("plan") is not None
        command = self.command(*words)
        return code, Answer(request, command, data, file) if found else None, command


def near(a: float, b: float) -> bool:
    return abs(a - b) <= ROUNDING * max(abs(a), abs(b))


def differing(a, b, path: str = "") -> str:
    """Returns where two JSON values differ beyond rounding, '' if nowhere."""
    if isinstance(a, dict) and isinstance(b, dict):
        names = [*a, *(name for name in b if name not in a)]
        return next((found for name in names if (found := differing(a.get(name), b.get(name), f"{path}/{name}"))), "")
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return f"{path}: {len(a)} and {len(b)} elements"
        return next((found for i, (x, y) in enumerate(zip(a, b)) if (found := differing(x, y, f"{path}/{i}"))), "")
    if isinstance(a, float) and isinstance(b, (int, float)) and not isinstance(b, bool):
        return "" if near(a, b) else f"{path}: {a} and {b}"
    return "" if a == b else f"{path}: {a} and {b}"


def draw(seed: int, number: int) -> tuple[Request, random.Random]:
    """Draws request `number` of a seed, with the source of its further draws."""
    rng = random.Random(f"{seed}-{number}")
    model, sizes = rng.choice(MODELS)
    options = {"--model": model, "--cluster": rng.choice(CLUSTERS), **sizes}
    if rng.random() < 0.04:
        options["--cluster"] = "a100-32-v100-32"
    target = rng.choice(list(TARGETS)) if rng.random() < 0.2 else ""
    if target.startswith("torchtitan"):
        options = {"--model": "qwen3-0.6b", "--cluster": options["--cluster"]}
    options["--batch"] = rng.choice(["8", "16", "32", "32", "64"])
    if rng.random() < 0.08:
        options["--batch"] += ",24"
    if rng.random() < 0.6:
        options["--memory"] = rng.choice(["2", "4", "6", "8", "10", "12", "16", "20"]) + "GiB"
    if rng.random() < 0.25 and options["--model"] in LANGUAGE:
        options["--sequence"] = rng.choice(["256", "512"])
    options["--precision"] = rng.choice(PRECISIONS)
    options["--optimizer"] = rng.choice(OPTIMIZERS)
    if rng.random() < 0.6:
        options["--microbatches"] = rng.choice(["1", "2", "4", "8", "2,4", "4,8", "1,4"])
    if rng.random() < 0.1:
        options["--freeze"] = rng.choice(["2", "4", "8"])
    elif rng.random() < 0.1:
        options["--tune"] = rng.choice(["lora", "qlora"])
    if target:  # frameworks refuse most else
        for name in ("--freeze", "--tune"):
            options.pop(name, None)
        options |= {"--target": target, "--precision": "bf16", "--optimizer": "adam"}
        return Request(options, f"request {number}"), rng
    method = "joint" if rng.random() < 0.65 else "robust" if rng.random() < 0.4 else rng.choice(METHODS)
    options["--method"] = method
    if method == "robust":
        options["--slow"] = rng.choice(["10%", "20%", "50%"])
    if method in ("joint", "robust") or rng.random() < 0.3:
        extra = rng.sample(EXTRA, rng.choice([0, 0, 1, 1, 2, 3] if method == "joint" else [0, 0, 1]))
        options["--space"] = ",".join([PAPER, *extra])
    if method in ("joint", "robust", "bmw") and rng.random() < 0.7:
        options["--schedule"] = rng.choice(SCHEDULES)
    if rng.random() < 0.06:
        options["--mixed"] = True
    if rng.random() < 0.06:
        options["--any-divisor"] = True
    return Request(options, f"request {number}"), rng


class Checks:
    """One method per group of properties; each is given an answer and the source of its draws."""

    def __init__(self, program: Program, ledger: Ledger):
        self.program = program
        self.ledger = ledger

    def of_every_plan(self, answer: Answer) -> None:
        check, data, certificate = self.ledger.check, answer.data, answer.certificate
        _, estimate = self.program.run("estimate", answer.file)
        shown = {name: data.get(name) for name in estimate if name != "format"}
        differs = differing({name: estimate[name] for name in shown}, shown)
        written = [answer.command + " --out p.pgplan.json"]
        check("estimate of the written file = plan", not differs, differs, [*written, "pgram estimate p.pgplan.json"])
        check("fits and legal", data["fits"] and data["legal"], f"fits {data['fits']}, legal {data['legal']}", written)
        step = data["worst_case"]["step_time_s"] if "worst_case" in data else answer.step
        bound = certificate.get("lower_bound_s") or 0
        check("bound <= step", bound <= step * (1 + ROUNDING), f"bound {bound}, step {step}", written)
        if certificate["status"] == "optimal":
            is_tight = near(bound, step) or "," in answer.request.options["--batch"]
            check("optimal has gap 0", certificate["gap"] == 0 and is_tight,
                  f"gap {certificate['gap']}, bound {bound}, step {step}", written)

    def simulate(self, answer: Answer, _) -> None:
        _, run = self.program.run("simulate", answer.file)
        self.ledger.check("simulate = estimate", bool(run) and near(run["makespan_s"], answer.step),
                          f"{run.get('makespan_s')} and {answer.step}",
                          [answer.command + " --out p.pgplan.json", "pgram simulate p.pgplan.json"])

    def threads(self, answer: Answer, _) -> None:
        for threads in (2, 5):
            _, other, command = self.program.plan(answer.request, threads)
            differs = "no plan" if other is None else differing(outcome(answer), outcome(other))
            self.ledger.check("threads 1 = 2 = 5", not differs, differs, [answer.command, command])

    def robust(self, answer: Answer, _) -> None:
        if "worst_case" not in answer.data:
            return
        share = float(answer.request.options["--slow"].rstrip("%")) / 100
        worst, commands = 0.0, [answer.command + " --out p.pgplan.json"]
        for first in sorted({stage["first_device"] for stage in answer.data["stages"]}):
            plan = json.loads(answer.file.read_text(encoding="utf-8"))
            plan["cluster"].setdefault("slow", []).append({"first": first, "devices": 1, "speed": 1 - share})
            _, estimate = self.program.run("estimate", self.program.write(plan))
            worst = max(worst, estimate.get("step_time_s", 0))
        told = answer.data["worst_case"]["step_time_s"]
        commands.append(f"# add {{\"first\": FIRST_DEVICE, \"speed\": {1 - share:g}}} to cluster.slow, pgram estimate")
        self.ledger.check("robust's worst case by hand", near(worst, told), f"by hand {worst}, told {told}", commands)

    def never_slower(self, name: str, less: Answer, more: Request) -> None:
        """Checks that a request that allows all of another one's plans finds nothing slower."""
        code, found, command = self.program.plan(more)
        if code not in (0, 1):
            self.ledger.notes["refused"] += 1
            return
        holds = found is not None and rate(found) >= rate(less) * (1 - ROUNDING)
        has_gap = found is not None and found.certificate["status"] == "gap"
        why = "no plan" if found is None else (f"{found.step:.6g} s after {less.step:.6g} s, "
                                               f"{100 * (rate(less) / rate(found) - 1):.3g} % slower")
        self.ledger.check(name, holds, why, [less.command, command], has_gap)

    def budget(self, answer: Answer, rng: random.Random) -> None:
        if not is_joint(answer) or not answer.request.has("--memory"):
            return
        memory = float(answer.request.options["--memory"].removesuffix("GiB"))
        larger = f"{memory * rng.choice([1.25, 1.5, 2, 4]):g}GiB"
        self.never_slower("larger budget never slower", answer, answer.request.changed(memory=larger))

    def dimensions(self, answer: Answer, rng: random.Random) -> None:
        if not is_joint(answer) or not answer.request.has("--space"):
            return
        space = answer.request.options["--space"].split(",")
        new = rng.sample([name for name in EXTRA if name not in space], rng.choice([1, 1, 2]))
        self.never_slower("more dimensions never slower", answer, answer.request.changed(space=",".join(space + new)))

    def offload(self, answer: Answer, _) -> None:
        space = answer.request.options.get("--space", "")
        if is_joint(answer) and space and "offload-activations" not in space:
            more = answer.request.changed(space=space + ",offload-activations")
            self.never_slower("offload-activations never slower", answer, more)

    def bandwidth(self, answer: Answer, rng: random.Random) -> None:
        if not is_joint(answer):
            return
        cluster, factor = json.loads(json.dumps(answer.plan["cluster"])), rng.choice([1.1, 1.5, 2, 4])
        for place in [cluster, *cluster.get("kinds", [])]:
            for link in place.get("links", []):
                link["bytes_per_s"] *= factor
        more = answer.request.changed(cluster=str(self.program.write(cluster)))
        self.never_slower("more bandwidth never slower", answer, more)

    def equal_kinds(self, answer: Answer, rng: random.Random) -> None:
        cluster = json.loads(json.dumps(answer.plan["cluster"]))
        if not is_joint(answer) or "kinds" in cluster or answer.request.has("--target"):
            return
        half = rng.choice([cluster["devices"] // 2, cluster["devices"] // 4, cluster["devices"] // 2])
        cluster["kinds"] = [{"name": "A", "devices": half}, {"name": "B", "devices": cluster["devices"] - half}]
        code, found, command = self.program.plan(answer.request.changed(cluster=str(self.program.write(cluster))))
        if code not in (0, 1):
            self.ledger.notes["refused"] += 1
            return
        holds = found is not None and near(rate(found), rate(answer))
        has_gap = "gap" in (answer.certificate["status"], found.certificate["status"] if found else "")
        self.ledger.check("mixed of equal kinds = plain", holds, f"{found.step if found else None} and {answer.step}",
                          [answer.command, command], has_gap)

    def sweep(self, answer: Answer, rng: random.Random) -> None:
        if not is_joint(answer) or not answer.request.has("--memory"):
            return
        memory = int(float(answer.request.options["--memory"].removesuffix("GiB")) * 2**30)
        request = answer.request.changed(memory=None)
        axis = f"memory={memory}..{memory * rng.choice([2, 3])}:2"
        words = ["sweep", *request.words(), "--threads", "1", "--axis", axis, "--no-crossings"]
        _, sweep = self.program.run(*words)
        commands = [self.program.command(*words)]
        for point in sweep.get("points", []):
            value = f"{int(point['value'])}B"
            _, plan, command = self.program.plan(request.changed(memory=value))
            step = plan.step if plan else None
            # With a gap, a sweep of memory may keep a better plan of a smaller budget.
            holds = point["fits"] == (plan is not None) and (
                not plan or near(step, point["step_time_s"]) or
                (point["certificate"] == "gap" and point["step_time_s"] < step))
            self.ledger.check("sweep point = plan", holds, f"{point.get('step_time_s')} and {step} at {value}",
                              [*commands, command])

    def cost(self, answer: Answer, _) -> None:
        if not is_joint(answer):
            return
        rows, commands = [], [answer.command]
        for tokens in ("1B", "3B"):
            words = ["cost", *answer.request.words(), "--threads", "1", "--tokens", tokens]
            _, cost = self.program.run(*words)
            if not cost.get("rows"):
                self.ledger.notes["cost refused"] += 1
                return
            rows.append(cost["rows"][0])
            commands.append(self.program.command(*words))
        figures = [name for name in ("days", "device_hours", "usd", "kwh") if rows[0].get(name) is not None]
        self.ledger.check("cost monotone", all(rows[0][name] < rows[1][name] for name in figures),
                          f"{[(row[name]) for name in figures for row in rows]}", commands)
        self.ledger.check("cost row = plan", near(rows[0]["step_time_s"], answer.step),
                          f"{rows[0]['step_time_s']} and {answer.step}", commands[:2])

    def export(self, answer: Answer, _) -> None:
        target = answer.request.options.get("--target")
        if not target:
            return
        folder, ours = self.program.file("-" + target), self.program.file(".pgplan.json")
        code, told = self.program.run("export", answer.file, "--to", target, "--out", folder)
        commands = [answer.command + " --out p.pgplan.json", f"pgram export p.pgplan.json --to {target} --out run"]
        self.ledger.check("export to own target", code == 0, told.get("what", f"exit {code}"), commands)
        if code != 0:
            return
        model, cluster = self.program.write(answer.plan["model"]), self.program.write(answer.plan["cluster"])
        code, told = self.program.run("import", folder / TARGETS[target], "--from", target, "--model", model,
                                      "--cluster", cluster, "--framework", "none", "--out", ours)
        commands.append(f"pgram import run/{TARGETS[target]} --from {target} --model M --cluster C --framework none")
        if code != 0:
            self.ledger.check("own export re-read: same plan", False, told.get("what", f"exit {code}"), commands)
            return
        again = json.loads(ours.read_text(encoding="utf-8"))
        parts = ("strategies", "stages", "schedule", "stage_blocks")
        differs = differing(*({name: plan.get(name) for name in parts} for plan in (answer.plan, again)))
        self.ledger.check("own export re-read: same plan", not differs, differs, commands)
        # A format cannot say all of the training; the steps are compared under the plan's own.
        again["training"] = answer.plan["training"]
        _, estimate = self.program.run("estimate", self.program.write(again))
        step = estimate.get("step_time_s", 0)
        self.ledger.check("own export re-read: same step", near(step, answer.step), f"{step} and {answer.step}",
                          commands)

    def stop(self, rng: random.Random) -> None:
        """Stops a search of a broad space by SIGINT, and checks what it still answers."""
        model, cluster = rng.choice(BROAD)
        words = ["plan", "--model", model, "--cluster", cluster, "--batch", "64", "--space",
                 rng.choice(["all", "modern"]), "--method", rng.choice(["joint", "joint", "robust"]), "--tries", "0",
                 "--threads", "1"]
        after = rng.uniform(0.05, 1.2)
        commands = [f"timeout -s INT {after:.2f} {self.program.command(*words)}"]
        code, used, text = self.interrupted(words, after)
        if code == 0:
            self.ledger.notes["ended before the signal"] += 1
            return
        self.ledger.check("a stopped search ends within 3 s", code is not None and used <= STOP,
                          f"{used:.1f} s, exit code {code}", commands)
        data = json.loads(text) if code is not None and text.startswith(b"{") else {}
        if data.get("plan") is not None:
            _, estimate = self.program.run("estimate", self.program.write(data["plan"]))
            holds = all(told.get("fits") and told.get("legal") for told in (data, estimate))
            self.ledger.check("a stopped plan is legal and fits", holds, "", commands)

    def interrupted(self, words: list[str], after: float) -> tuple[int | None, float, bytes]:
        """Returns the exit code (None: it did not end), the processor seconds after the signal, and the output."""
        self.program.calls += 1
        ended = resource_seconds()
        with tempfile.TemporaryFile() as out, subprocess.Popen([self.program.pgram, *words, "--json"], stdout=out,
                                                               stderr=subprocess.DEVNULL) as child:
            time.sleep(after)
            before = processor_seconds(child.pid)
            child.send_signal(signal.SIGINT)
            try:
                code = child.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                child.kill()
                code = None
            out.seek(0)
            text = out.read()
        return code, resource_seconds() - ended - before, text


def rate(answer: Answer) -> float:
    return answer.data["throughput_samples_per_s"]


def is_joint(answer: Answer) -> bool:
    return answer.request.method == "joint"


def outcome(answer: Answer) -> dict:
    """Returns what must not depend on the number of threads."""
    plan = {name: value for name, value in answer.plan.items() if name != "provenance"}
    certificate = {name: answer.certificate.get(name) for name in ("status", "scope", "lower_bound_s", "gap")}
    return {"step": answer.step, "certificate": certificate, "plan": plan}


def resource_seconds() -> float:
    """Returns the processor seconds of the children that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def processor_seconds(process: int) -> float:
    """Returns the processor seconds of a running process."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


PROPERTIES = [
    ("", "estimate of the written file = plan"), ("", "fits and legal"), ("", "bound <= step"),
    ("", "optimal has gap 0"), ("simulate", "simulate = estimate"), ("threads", "threads 1 = 2 = 5"),
    ("robust", "robust's worst case by hand"), ("budget", "larger budget never slower"),
    ("dimensions", "more dimensions never slower"), ("offload", "offload-activations never slower"),
    ("bandwidth", "more bandwidth never slower"), ("equal_kinds", "mixed of equal kinds = plain"),
    ("sweep", "sweep point = plan"), ("cost", "cost monotone"), ("cost", "cost row = plan"),
    ("export", "export to own target"), ("export", "own export re-read: same plan"),
    ("export", "own export re-read: same step"), ("stop", "a stopped plan is legal and fits"),
    ("stop", "a stopped search ends within 3 s"),
]
CHOSEN = ["simulate", "threads", "budget", "dimensions", "offload", "bandwidth", "equal_kinds", "sweep", "cost"]


def check_request(checks: Checks, request: Request, rng: random.Random) -> None:
    """Plans one request and checks it: what holds for every plan, what is its own, and two of the rest."""
    ledger = checks.ledger
    code, answer, command = checks.program.plan(request)
    if code not in (0, 1, 2):
        ledger.check("fits and legal", False, f"exit code {code}", [command])
    if answer is None:
        ledger.notes["nothing fits" if code == 1 else "refused"] += 1
        return
    ledger.notes["planned"] += 1
    checks.of_every_plan(answer)
    checks.robust(answer, rng)
    checks.export(answer, rng)
    for name in rng.sample(CHOSEN, 2):
        getattr(checks, name)(answer, rng)


def number_from(variable: str, usual: int) -> int:
    text = os.environ.get(variable)
    if text is None:
        return usual
    if not text.isdecimal():
        sys.exit(f"{variable}={text}: give a whole number")
    return int(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgram", type=Path)
    parser.add_argument("--requests", type=int, help="how many, in place of those of PARALLELOGRAM_EFFORT")
    parser.add_argument("--first", type=int, default=0, help="number of the first request of the seed")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start no request after so long")
    parser.add_argument("--keep", type=Path, help="folder for the files of all requests, else a temporary one")
    options = parser.parse_args()
    effort = os.environ.get("PARALLELOGRAM_EFFORT", "quick")
    if effort not in ("quick", "deep"):
        sys.exit(f"PARALLELOGRAM_EFFORT={effort}: give quick or deep")
    seed = number_from("PARALLELOGRAM_SEED", 1)
    requests = options.requests or (DEEP if effort == "deep" else QUICK)
    folder = options.keep or Path(tempfile.mkdtemp(prefix="properties-"))
    folder.mkdir(parents=True, exist_ok=True)
    # A shell lets its background jobs ignore SIGINT, and pgram would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    program, ledger = Program(options.pgram.resolve(), folder), Ledger()
    checks = Checks(program, ledger)
    began, done = time.monotonic(), 0
    for number in range(options.first, options.first + requests):
        if time.monotonic() - began > options.seconds:
            break
        request, rng = draw(seed, number)
        try:
            if number % 12 == 11:
                checks.stop(rng)
            check_request(checks, request, rng)
        except TooSlow as slow:
            ledger.notes[f"longer than {PATIENCE} s"] += 1
            print(f"left out, longer than {PATIENCE} s: {slow}", flush=True)
        done += 1
        if not ledger.violations and not options.keep:
            shutil.rmtree(folder)
            folder.mkdir()
    print(f"seed {seed}: {done} requests, {program.calls} commands, {time.monotonic() - began:.0f} s;",
          ", ".join(f"{name}: {count}" for name, count in ledger.notes.items()))
    print(ledger.table())
    if ledger.violations:
        print(f"{len(ledger.violations)} violations; the files that their commands name are in {folder}")
        return 1
    if not options.keep:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
