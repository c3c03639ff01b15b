#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports plans as a PyTorch module with pgram, runs each rank on a stand-in for PyTorch, and compares its events with
what the plan counts.

    judge_module.py PGRAM PLAN

PLAN is a plan of a language model, whose layers are given other strategies here. Needs Python's standard library alone.
"""
import json
import os
import pathlib
import runpy
import subprocess
import sys
import tempfile

RECORDER = pathlib.Path(__file__).parent / "recording_torch.py"
TYPES = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}
MICRO_BATCHES = 4


def strategy(tensor, data, zero=0, **more):
    return {"tensor": tensor, "data": data, "zero": zero, "context": 1, "expert": 1, "sequence_parallel": "none",
            "tensor_placement": "consecutive", "recompute": "none", **more}


SINGLE, WHOLE = strategy(1, 1), strategy(4, 1)
COPIES, MIXED, SHARDS = strategy(1, 4), strategy(2, 2), strategy(1, 4, 3)
MIXED_SHARDS = strategy(2, 2, 3, tensor_placement="strided")
REPEATED = strategy(1, 4, 3, recompute="full")
REPEATED_COPIES = strategy(2, 2, recompute="full")
STAGE = [COPIES, SHARDS, MIXED, MIXED_SHARDS, WHOLE, REPEATED, REPEATED_COPIES, SHARDS]

# Name, schedule, chunks and their stages, strategies by layer, precision, bytes of gradients, ZeRO stages put into the
# exported table afterwards.
CASES = [
    ("one stage", "gpipe", [8], [0], STAGE, "bf16", 4, {}),
    ("one stage of ZeRO-1 and 2", "gpipe", [8], [0], STAGE, "bf16", 4, {0: 1, 1: 2, 3: 2, 7: 1}),
    ("one stage in fp16", "gpipe", [8], [0], [*STAGE[:-1], MIXED], "fp16", 2, {}),
    ("one stage in fp32", "gpipe", [8], [0], STAGE, "fp32", 4, {}),
    ("no copies", "gpipe", [8], [0], [WHOLE] * 8, "bf16", 4, {}),
    ("1F1B", "1f1b", [8, 8], [0, 1], STAGE * 2, "bf16", 4, {}),
    ("1F1B of ZeRO-2", "1f1b", [8, 8], [0, 1], STAGE * 2, "bf16", 4, {1: 2, 9: 2}),
    ("GPipe", "gpipe", [9, 7], [0, 1], STAGE * 2, "bf16", 4, {}),
    ("single devices", "1f1b", [2] * 4, [0, 1, 2, 3], [SINGLE] * 8, "bf16", 4, {}),
    ("interleaved", "interleaved", [4] * 4, [0, 1, 0, 1], STAGE * 2, "bf16", 4, {}),
    ("ZBV", "zb-v", [4] * 4, [0, 1, 1, 0], STAGE * 2, "bf16", 4, {}),
]


class Failures:
    def __init__(self):
        self.count = 0

    def unless(self, holds, text):
        if not holds:
            self.count += 1
            print("FAIL:", text)


def planned(source, case):
    """The plan with the layers, stages and precision of the case."""
    _, schedule, sizes, stages, strategies, precision, gradient_bytes, _ = case
    plan = json.loads(source)
    plan["model"]["runs"][1]["count"] = len(strategies) - 2
    devices = strategies[0]["tensor"] * strategies[0]["data"] * (max(stages) + 1)
    plan["cluster"]["devices"] = plan["cluster"]["links"][-1]["span"] = devices
    del plan["cluster"]["measured"], plan["provenance"]
    plan["training"] |= {"precision": precision, "gradient_bytes": gradient_bytes, "global_batch": 16}
    plan["schedule"] = {"kind": schedule, "microbatches": MICRO_BATCHES}
    if len(sizes) > max(stages) + 1:
        plan["schedule"]["virtual_stages"] = 2
    firsts = [sum(sizes[:i]) for i in range(len(sizes))]
    chunks = [{"stage": stage, "first_layer": first, "layer_count": size}
              for stage, first, size in zip(stages, firsts, sizes)]
    del plan["chunks"]
    plan["chunks" if len(sizes) > max(stages) + 1 else "stages"] = chunks
    ends = {0, len(strategies) - 1}
    plan["strategies"] = [{"first_layer": i, "layer_count": 1, **own, **({"recompute": "none"} if i in ends else {})}
                          for i, own in enumerate(strategies)]
    return plan


def exported(pgram, plan, changes, folder):
    """The table of the exported folder, with other ZeRO stages in it; a text where pgram refused."""
    (folder / "case.plan.json").write_text(json.dumps(plan))
    done = subprocess.run([pgram, "export", folder / "case.plan.json", "--to", "fsdp2", "--out", folder / "run"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr
    path = folder / "run" / "parallelogram_plan.py"
    table = runpy.run_path(str(path))["PLAN"]
    for layer, zero in changes.items():
        table["layers"][layer]["zero"] = zero
    path.write_text(f"PLAN = {table!r}\n")
    return table


def events_of(folder, rank):
    environment = os.environ | {"RANK": str(rank), "STEPS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-B", RECORDER, folder], capture_output=True, text=True, check=False,
                          env=environment)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def labels_of(table, stage):
    """Layers of the chunks of a stage, by the names that the stand-in gives them."""
    sizes, stages = table["chunks"], table["stages"]
    last = len(table["layers"]) - 1
    found = {}
    for chunk, size in enumerate(sizes):
        turn, place = divmod(chunk, stages)
        own = stages - 1 - place if table["schedule"] == "zb-v" and turn == 1 else place
        first = sum(sizes[:chunk])
        for layer in range(first, first + size) if own == stage else ():
            found["embedding" if layer == 0 else "head" if layer == last else f"block {layer - 1}"] = layer
    return found


def judge_layer(failures, name, table, layer, events):
    """Compares one layer's events with its strategy: what is computed in, gathered, freed, summed."""
    own = table["layers"][layer]
    m, zero, data = table["micro_batches"], own["zero"], own["data"]
    keeps = table["schedule"] == "zb-v"  # The backward is split: PyTorch needs the weights between its parts.
    zero3, scatters = zero == 3 and not keeps, zero >= 2 and not keeps

    def of(kind):
        return [event for event in events if event["event"] == kind]

    def expect(what, found, wanted):
        failures.unless(found == wanted, f"{name}: layer {layer} ({own['tensor']}x{data} ZeRO-{zero}): {what} {found}, "
                                         f"expected {wanted}")
    repeats = own["recompute"] == "full"
    forwards = of("forward")
    expect("type", {event["dtype"] for event in forwards}, {TYPES[table["precision"]]})
    # Split backward recomputes for the gradients of inputs, then of weights; the first stage has no such inputs.
    again = (2 if keeps and layer >= table["chunks"][0] else 1) if repeats else 0
    expect("forwards", len(forwards), m * (1 + again))
    expect("recomputations", len(of("recompute")) >= m, repeats)
    expect("backwards", sorted(event["micro"] for event in of("backward")), list(range(m)))
    gathers, frees, sums = of("gather"), of("free"), of("reduce")
    expect("gathers", len(gathers), 2 * m if zero3 else 1)
    expect("gathers before backward", sum(event["when"] == "backward" for event in gathers), m if zero3 else 0)
    expect("freed after forward", [e["micro"] for e in frees if e["when"] == "forward"], list(range(m)) if zero3 else [])
    expect("freed after backward", sum(event["when"] == "backward" for event in frees), m if zero3 else 1)
    expect("sums", len(sums), m if scatters else 1)
    pipelined = table["stages"] > 1
    wanted = sorted(range(m)) if scatters else [m if pipelined else m - 1]
    expect("micro-batches that are summed", [event["micro"] for event in sums], wanted)
    shards = data if zero > 0 else 1
    copies = data // shards
    for event in sums:
        expect("groups", event["groups"], [copies, shards] if copies > 1 else [shards])
        expect("type of sums", event["dtype"], "float32" if table["gradient_bytes"] == 4 else TYPES[table["precision"]])
    for earlier, later in zip(sums, sums[1:]):
        expect("order of sums", events.index(earlier) < events.index(later), True)
    factor = data / table["layers"][-1]["data"]
    expect("factors", {event["factor"] for event in of("scale")}, {factor} - {1})
    expect("division", {event["ranks"] for event in of("divide")}, {own["tensor"]} - {1})
    expect("lost gradients", len(of("lost")), 0)


def judge_case(failures, pgram, source, case, folder):
    table = exported(pgram, planned(source, case), case[-1], folder)
    failures.unless(isinstance(table, dict), f"{case[0]}: {table}")
    if not isinstance(table, dict):
        return 0
    stage_devices = table["devices"] // table["stages"]
    for rank in range(table["devices"]):
        name = f"{case[0]}, rank {rank}"
        events, problem = events_of(folder / "run", rank)
        failures.unless(events and not problem, f"{name}: {problem}")
        if problem:
            continue
        labels = labels_of(table, rank // stage_devices)
        for label, layer in labels.items():
            judge_layer(failures, name, table, layer, [event for event in events if event["label"] == label])
        chunks = len(table["chunks"]) // table["stages"]
        waits = [event["label"] for event in events if event["event"] == "wait"]
        failures.unless(waits == ["chunk"] * (chunks * table["micro_batches"]),
                        f"{name}: gathers wait for compute in {waits}")
        sent = {event["dtype"] for event in events if event["event"] == "send"}
        failures.unless(sent <= {TYPES[table["precision"]]}, f"{name}: activations of {sent} are sent")
        steps = [event["without"] for event in events if event["event"] == "step"]
        failures.unless(steps == [0], f"{name}: weights without a gradient in each step: {steps}")
    return table["devices"]


def main():
    pgram, source = sys.argv[1], pathlib.Path(sys.argv[2]).read_text()
    failures = Failures()
    ranks = 0
    for case in CASES:
        with tempfile.TemporaryDirectory() as name:
            ranks += judge_case(failures, pgram, source, case, pathlib.Path(name))
    print(f"{ranks} ranks of {len(CASES)} exported modules were run.")
    return 1 if failures.count else 0


if __name__ == "__main__":
    sys.exit(main())
