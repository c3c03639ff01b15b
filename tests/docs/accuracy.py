# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the generated regions of docs/accuracy.md from `pgram validate` and the shipped record of measured runs."""

import json

from markdown import table

# Kinds of kernels that docs/accuracy.md shows, in this order; the other kinds have no measured constants of their own.
KERNEL_KINDS = ("gemm", "gemm-small", "attention", "attention-short", "attention-window", "experts", "all-reduce",
                "all-gather", "reduce-scatter", "all-to-all", "dispatch", "combine")


def recorded_devices(root) -> dict[str, list[str]]:
    """Returns the devices of each suite of the shipped record."""
    record = json.loads((root / "presets/fidelity.json").read_text(encoding="utf-8"))
    return {suite["suite"]: sorted({row.get("gpu") or suite["usual"].get("gpu", "") for row in suite["rows"]})
            for suite in record["suites"]}


def suites(programs, quantity: str) -> str:
    """Returns a row for each suite with an estimate of the quantity, "time" or "memory", and one for all."""
    devices = recorded_devices(programs.root)
    side = json.loads(programs.output("validate", "measurements", "--json"))[quantity]
    rows = []
    for suite in [*side["suites"], side["overall"]]:
        if suite["n"] > 0:
            name = suite.get("suite", "")
            rows.append([f"`{name}`" if name in devices else "all", ", ".join(devices.get(name, [])), f"{suite['n']:,}",
                         f"{100 * suite['mape']:.1f} %", f"{100 * suite['p90']:.1f} %",
                         f"{round(100 * suite['bias'], 1) + 0:+.1f} %"])
    return table(["Suite", "Devices", "Runs", "Mean error", "9 of 10 within", "Bias"], rows, 2)


def kernels(programs, folder: str) -> str:
    """Returns the mean error of each kind and type of measured kernels, with a column for each device."""
    found = {}
    for row in json.loads(programs.output("validate", "kernels", "--data", folder, "--json"))["kinds"]:
        found.setdefault((row["kind"], row["dtype"]), {})[row["device"]] = f"{100 * row['mape']:.1f}"
    devices = sorted({device for one in found.values() for device in one})
    rows = [[kind if dtype == "any" else f"{kind}, {dtype}", *(one.get(device, "") for device in devices)]
            for kind in KERNEL_KINDS for (own, dtype), one in sorted(found.items()) if own == kind]
    return table(["Kernel, mean error in %", *(f"`{device}`" for device in devices)], rows, 1)


GENERATORS = {"suites": suites, "kernels": kernels}
