#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes kernels/, the sample of measured kernels that tests read, from the large set.

    sample_kernels.py LARGE_SET_FOLDER [OUT_FOLDER]

A row is kept by hashes of its shape alone, never by its time, so that the sample cannot favour our formulas. README.md
states the rule. The output depends on the input alone: a second run writes the same bytes.
"""
import hashlib
import pathlib
import sys

SOURCE = "ai-dynamo/aiconfigurator 095f58a51c4ca8e61b66ec108d86f223f8d559ce (Apache-2.0)"

# The columns of a shape, in the order of the key that the left-out fifth is chosen by, and then the others that
# `pgram validate kernels` reads.
KINDS = {
    "gemm": ("m n k", "dtype us"),
    "attention": ("batch seq heads kv_heads head_dim window", "dtype us fw"),
    "moe": ("tokens hidden inter topk experts tp ep dist gated", "dtype us"),
    "collective": ("op ranks bytes", "library us"),
    "dispatch": ("hidden topk experts tokens_per_rank", "library nodes sms dispatch_us combine_us"),
    "quantize": ("m k", "kind dtype us"),
    "alltoall": ("ep tokens_per_rank", "kernel op dtype us"),
}

# Devices without a preset: their rows are read and skipped.
WITHOUT_PRESET = ("l40s", "rtx_pro_6000_server")


def one_in(count, salt, key):
    """True for one key in `count`, by the first 32 bits of an MD5 hash."""
    return int(hashlib.md5(f"{salt} {key}".encode()).hexdigest()[:8], 16) % count == 0


def is_kept(device, kind, row, key):
    """The sampling rule."""
    left_out = one_in(5, "fifth", key)
    if device not in WITHOUT_PRESET:
        if kind == "collective":
            return row["library"] == "nccl"
        if kind == "dispatch":
            if row["nodes"] == "1" and row["sms"] in ("20", "24") and int(row["tokens_per_rank"]) >= 512:
                return True
        if kind == "moe" and row["dist"] == "b":
            rows_of_expert = int(row["tokens"]) * int(row["topk"]) / int(row["experts"])
            if rows_of_expert >= 128 and int(row["inter"]) / int(row["tp"]) >= 512 and int(row["ep"]) <= 16:
                return True
        if kind == "attention" and (int(row["seq"]) >= 2048 or row["window"] != "0"):
            return left_out or one_in(10, "tenth", key)
        if kind == "gemm":
            sides = [int(row[side]) for side in ("m", "n", "k")]
            if min(sides) >= 512:
                # All shapes of one number of FLOP together: their order is tested.
                return left_out or one_in(6, "sixth", sides[0] * sides[1] * sides[2])
        if kind == "quantize" and row["kind"] == "scale":
            return left_out
    return one_in(40, "fortieth", key)


def rank(cell):
    """Numbers by value, before words."""
    return (0, int(cell), "") if cell.isdigit() else (1, 0, cell)


def sample(path):
    """The columns of `path`'s sample, and its rows, sorted."""
    device, kind = path.stem.rsplit("-", 1)
    shape, others = (columns.split() for columns in KINDS[kind])
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    names = lines[0].split(",")
    columns = [name for name in names if name in shape or name in others]
    kept = []
    for line in lines[1:]:
        row = dict(zip(names, line.split(",")))
        if is_kept(device, kind, row, " ".join(row[name] for name in shape)):
            kept.append([row[name] for name in columns])
    return columns, sorted(kept, key=lambda cells: [rank(cell) for cell in cells])


def main():
    source = pathlib.Path(sys.argv[1]) / "kernels"
    out = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent) / "kernels"
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("*.csv")):
        columns, rows = sample(path)
        text = [f"# A sample, see ../README.md. Source: {SOURCE}", ",".join(columns)]
        text += [",".join(cells) for cells in rows]
        (out / path.name).write_text("\n".join(text) + "\n")


main()
