#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports plans with pgram, and judges each folder by its framework's rules and each trace by its readers' rules.

    judge_exports.py PGRAM CASES

CASES holds folders FORMAT-WORD with a plan.json. Other plans are searched for here. Judges that accept everything would
prove nothing: faults are planted into accepted exports, and each must be found. Needs bash and Python's standard library
alone.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import launch
import trace

PLANNED = [("llama3.1-8b", "dgx-h100", 64), ("gpt3-13b", "dgx-a100-64", 256), ("mixtral-8x7b", "dgx-h100-64", 128)]
TARGETS = ["megatron", "megatron-bridge", "deepspeed", "torchtitan", "torchtitan-toml", "accelerate", "accelerate-deepspeed",
           "accelerate-megatron", "galvatron", "fsdp2", "torchtune"]
FEWEST_PLANNED = 18

# Folder of CASES, file, a pattern in it, its replacement, and a part of the problem that must be named.
FAULTS = [
    ("megatron-interleaved", "train.sh", r"t\*2L", "t*1L", "layers of a layout"),
    ("megatron-interleaved", "train.sh", r"t\*2L", "t*2", "the loss"),
    ("megatron-interleaved", "train.sh", "global-batch-size 64", "global-batch-size 63", "batch 63"),
    ("megatron-interleaved", "train.sh", r"^export CUDA.*\n", "", "CUDA_DEVICE_MAX_CONNECTIONS"),
    ("megatron-interleaved", "train.sh", "granularity full", "granularity selective", "without --recompute-granularity"),
    ("megatron-interleaved", "train.sh", "--swiglu|--bf16", "--bfloat16", "--bfloat16 is not an option"),
    ("megatron-interleaved", "train.sh", "normalization LayerNorm", "normalization BatchNorm", "BatchNorm is not one of"),
    ("megatron-interleaved", "train.sh", "--overlap-grad-reduce ", "", "without --overlap-grad-reduce"),
    ("megatron-interleaved", "train.sh", "^set -euo pipefail", "if true", "syntax error"),
    ("megatron-interleaved", "train.sh", "--sequence-parallel$", "--sequence-parallel --num-virtual-stages-per-pipeline-rank 2",
     "exclude each other"),
    ("megatron-experts", "train.sh", "num-experts 64", "num-experts 60", "experts do not divide"),
    ("megatron-experts", "train.sh", "context-parallel-size 2", "context-parallel-size 3", "CP 3"),
    ("megatron-bridge-adapters", "train_bridge.py", 'pipeline_model_parallel_size": 4', 'pipeline_model_parallel_size": 3', "x PP 3"),
    ("megatron-bridge-adapters", "train_bridge.py", r"t\*21\|t", "t*20|t", "layers of a layout"),
    ("megatron-bridge-interleaved", "train_bridge.py", "global_batch_size=64", "global_batch_size=63", "batch 63"),
    ("megatron-bridge-adapters", "train_bridge.py", "dim=32", "rank=32", "rank is not an option"),
    ("megatron-bridge-interleaved", "train_bridge.py", '"recompute_method"', '"recompute_way"', "recompute_way is not an option"),
    ("megatron-bridge-experts", "train_bridge.py", '"num_moe_experts": 64', '"num_moe_experts": 60', "experts do not divide"),
    ("megatron-bridge-experts", "train_bridge.py", "overlap_param_gather=True", "overlap_param_gather=False", "of two values"),
    ("deepspeed-zero", "ds_config.json", '"train_batch_size": 32', '"train_batch_size": 31', "batch 31"),
    ("deepspeed-zero", "ds_config.json", '"stage": 3', '"stage": 4', "ZeRO stage 4"),
    ("deepspeed-zero", "ds_config.json", '"stage": 3', '"stage": 3, "stage": 2', "twice"),
    ("deepspeed-zero", "ds_config.json", '"overlap_comm"', '"overlap_comms"', "overlap_comms is not an option"),
    ("deepspeed-zero", "ds_config.json", '"gradient_clipping": 1.0', '"pipeline_parallel_size": 2', "is not an option"),
    ("deepspeed-pipeline", "ds_config.json", '"stage": 1', '"stage": 2', "a pipeline with ZeRO-2"),
    ("torchtitan-toml-hybrid", "train_config.toml", "shard_degree = 2", "shard_degree = 4", "a mesh of 32"),
    ("torchtitan-toml-hybrid", "train_config.toml", '"layers.5", ', "", "every module once"),
    ("torchtitan-toml-hybrid", "train_config.toml", "ZBVZeroBubble", "1F1B", "1F1B with 2 parts"),
    ("torchtitan-toml-hybrid", "train_config.toml", "global_batch_size = 32", "global_batch_size = 33", "global batch"),
    ("torchtitan-toml-hybrid", "train_config.toml", "seq_len", "sequence", "sequence is not an option"),
    ("torchtitan-pipeline", "parallelogram_config.py", "disable_cuda_graphs=True", "disable_cuda_graphs=False", "CUDA graphs"),
    ("torchtitan-pipeline", "parallelogram_config.py", r"train_step=32 \* 2048", "train_step=31 * 2048", "step's tokens"),
    ("torchtitan-pipeline", "parallelogram_config.py", '"lm_head"', '"output"', "the last module"),
    ("accelerate-shards", "accelerate_config.yaml", "tp_size: 8", "tp_size: 4", "a mesh of 8"),
    ("accelerate-shards", "accelerate_config.yaml", "fsdp_version: 2", "fsdp_version: 1", "FSDP 1"),
    ("accelerate-shards", "accelerate_config.yaml", "rdzv_backend", "rendezvous", "rendezvous is not an option"),
    ("accelerate-deepspeed-ulysses", "ds_config.json", "sequence_parallel_size\": 4", "sequence_parallel_size\": 2", "batch 16"),
    ("accelerate-megatron-gpt2", "accelerate_config.yaml", "tp_degree: 4", "tp_degree: 5", "for 10 parts"),
    ("galvatron-layers", "galvatron_config.json", '"4,4,4,5,5,4,4,2"', '"4,4,4,5,5,4,4,3"', "pp_division"),
    ("galvatron-layers", "galvatron_config.json", '"use_sp": "0,', '"use_sp": "', "use_sp has another length"),
    ("galvatron-layers", "galvatron_config.json", '"default_dp_type": "ddp"', '"default_dp_type": "zero1"', "zero1"),
]

# A pattern in a trace, its replacement, and a part of the problem that must be named.
TRACE_FAULTS = [
    (r'"dur": [\d.]+', '"dur": NaN', "not JSON"),
    (r'"dur": [\d.]+', '"dur": -1', "dur -1"),
    (r'("ph": "X".*?"dur": )([\d.]+)', lambda found: found[1] + str(1.5 * float(found[2])), "overlap without nesting"),
    (r'"ph": "X"', '"ph": "Y"', "phase 'Y'"),
    (r'"name": "process_name"', '"name": "process"', "has no name"),
    (r'"args": \{"name": "stage 0"\}', '"args": {}', "without args.name"),
]


class Failures:
    def __init__(self):
        self.count = 0

    def unless(self, holds, text):
        if not holds:
            self.count += 1
            print("FAIL:", text)


def run(pgram, *arguments):
    return subprocess.run([pgram, *map(str, arguments)], capture_output=True, text=True, check=False)


def export(pgram, plan, target, folder):
    """Exports `plan`, and puts it into the folder; returns what pgram said where it refused."""
    done = run(pgram, "export", plan, "--to", target, "--out", folder)
    if done.returncode == 0:
        (folder / "plan.json").write_text(pathlib.Path(plan).read_text())
    return "" if done.returncode == 0 else done.stderr


def trace_of(pgram, plan):
    return run(pgram, "export", plan, "--to", "chrome-trace").stdout


def judge_case(pgram, case, work, failures):
    """Exports the plan of one case, judges it, and plants its faults."""
    target = case.name.rsplit("-", 1)[0]
    target = target if target in TARGETS else target.rsplit("-", 1)[0]
    folder = work / case.name
    refused = export(pgram, case / "plan.json", target, folder)
    failures.unless(not refused, f"{case.name}: {refused}")
    if refused:
        return 0
    problems = launch.problems_of(folder)
    failures.unless(not problems, f"{case.name}: {problems}")
    planted = 0
    for name, file, old, new, expected in FAULTS:
        if name != case.name:
            continue
        text = (folder / file).read_text()
        changed = re.sub(old, new, text, count=1, flags=re.M)
        failures.unless(changed != text, f"{name}: {old!r} is not in {file}")
        (folder / file).write_text(changed)
        found = launch.problems_of(folder)
        failures.unless(any(expected in problem for problem in found), f"{name}: {old!r} -> {new!r} is not found: {found}")
        (folder / file).write_text(text)
        planted += 1
    return planted


def judge_planned(pgram, work, failures):
    """Searches for plans that each framework can run, and judges their exports; returns how many."""
    judged = 0
    for model, cluster, batch in PLANNED:
        for target in TARGETS:
            plan = work / f"{model}-{target}.json"
            done = run(pgram, "plan", "--model", model, "--cluster", cluster, "--batch", batch, "--target", target, "--out", plan)
            if done.returncode != 0:  # no plan fits, or the framework cannot run this model
                failures.unless(done.returncode in (1, 2), f"{plan.stem}: {done.stderr}")
                continue
            folder = work / plan.stem
            refused = export(pgram, plan, target, folder)
            if refused:  # a flavor of torchtitan that does not exist
                failures.unless("torchtitan" in target, f"{plan.stem}: {refused}")
                continue
            problems = launch.problems_of(folder) + trace.problems_of(trace_of(pgram, plan))
            failures.unless(not problems, f"{plan.stem}: {problems}")
            judged += 1
    return judged


def judge_traces(pgram, cases, failures):
    planted = 0
    for case in cases:
        text = trace_of(pgram, case / "plan.json")
        problems = trace.problems_of(text)
        failures.unless(not problems, f"{case.name}: {problems[:3]}")
    for old, new, expected in TRACE_FAULTS:
        changed = re.sub(old, new, text, count=1)
        failures.unless(changed != text, f"trace: {old!r} is not there")
        found = trace.problems_of(changed)
        failures.unless(any(expected in problem for problem in found), f"trace: {old!r} is not found: {found[:3]}")
        planted += 1
    return planted


def main():
    pgram, cases = sys.argv[1], sorted(path.parent for path in pathlib.Path(sys.argv[2]).glob("*/plan.json"))
    failures = Failures()
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        planted = sum(judge_case(pgram, case, work, failures) for case in cases)
        failures.unless(planted == len(FAULTS), f"{planted} of {len(FAULTS)} faults were planted")
        traced = judge_traces(pgram, cases, failures)
        planned = judge_planned(pgram, work, failures)
        failures.unless(planned >= FEWEST_PLANNED, f"{planned} planned exports were judged, expected {FEWEST_PLANNED}")
    print(f"{len(cases)} cases and {planned} planned exports were judged, {planted + traced} faults were planted.")
    return 1 if failures.count else 0


if __name__ == "__main__":
    sys.exit(main())
