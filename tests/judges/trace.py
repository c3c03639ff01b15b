# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges a JSON trace by the rules of the Trace Event Format and of Perfetto's importer.

Perfetto drops slices that overlap on one track without nesting, or moves them to another track; speedscope nests
neighbours wrongly if start + duration, in doubles, is later than the next start.
"""
import collections
import json
import math

PHASES = "XBEMCstf"
NANOSECOND = 1e-3  # times are microseconds


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


def event_problems(event):
    """Problems of one event by itself."""
    phase = event.get("ph")
    if phase not in PHASES:
        return [f"phase {phase!r}"]
    arguments = event.get("args", {})
    if not isinstance(arguments, dict):
        return ["args is not an object"]
    if phase == "M":
        if event.get("name") in ("process_name", "thread_name") and not isinstance(arguments.get("name"), str):
            return [f"{event['name']} without args.name"]
        if str(event.get("name")).endswith("sort_index") and not is_number(arguments.get("sort_index")):
            return [f"{event['name']} without args.sort_index"]
        return []
    problems = []
    if not is_number(event.get("ts")) or not 0 <= event["ts"] <= 2**53:
        problems.append(f"ts {event.get('ts')!r}")
    if "pid" not in event or (phase != "C" and "tid" not in event):
        problems.append("no pid or no tid")
    if phase in "XBCst" and not isinstance(event.get("name"), str):
        problems.append(f"name {event.get('name')!r}")
    if phase == "X" and (not is_number(event.get("dur")) or event["dur"] < 0):
        problems.append(f"dur {event.get('dur')!r}")
    if phase == "C" and not (arguments and all(is_number(value) for value in arguments.values())):
        problems.append("a counter whose args are not numbers")
    if phase in "stf" and "id" not in event:
        problems.append("a flow without id")
    return problems


def track_problems(track, slices):
    """Slices (start, end, event) of one track: each two must nest or be apart."""
    problems = []
    open_slices = []
    for start, end, event in sorted(slices, key=lambda one: (one[0], -one[1])):
        while open_slices and open_slices[-1][1] <= start + NANOSECOND:
            if open_slices.pop()[1] > start:
                problems.append(f"track {track}: a slice ends less than a nanosecond after event {event} starts")
        if open_slices and end > open_slices[-1][1] + NANOSECOND:
            problems.append(f"track {track}: events {open_slices[-1][2]} and {event} overlap without nesting")
        open_slices.append((start, end, event))
    return problems


def flow_problems(flow, steps):
    """Steps (phase, time) of one flow: a start, an end, and no end before the start."""
    starts = [time for phase, time in steps if phase == "s"]
    ends = [time for phase, time in steps if phase == "f"]
    if not starts or not ends:
        return [f"flow {flow} lacks its start or its end"]
    return [f"flow {flow} ends before it starts"] if min(starts) > max(ends) + NANOSECOND else []


def problems_of(text):
    """All problems of a trace; none: it is well formed."""
    try:
        trace = json.loads(text, parse_constant=refuse_constant)
    except ValueError as error:
        return [f"not JSON: {error}"]
    events = trace.get("traceEvents") if isinstance(trace, dict) else trace
    if not isinstance(events, list):
        return ["neither an array nor an object with traceEvents"]
    problems = []
    if isinstance(trace, dict) and trace.get("displayTimeUnit", "ms") not in ("ms", "ns"):
        problems.append("displayTimeUnit is not ms or ns")
    tracks, flows, begun = (collections.defaultdict(list) for _ in range(3))
    named, used = set(), set()
    for index, event in enumerate(events):
        own = event_problems(event) if isinstance(event, dict) else ["not an object"]
        problems += [f"event {index}: {problem}" for problem in own]
        if own:
            continue
        phase, track = event["ph"], (event.get("pid"), event.get("tid"))
        if phase == "M":
            if event["name"] == "process_name":
                named.add(event.get("pid"))
            continue
        used.add(event["pid"])
        if phase == "X":
            tracks[track].append((event["ts"], event["ts"] + event["dur"], index))
        elif phase == "B":
            begun[track].append(event["ts"])
        elif phase == "E":
            if not begun[track] or event["ts"] < begun[track].pop():
                problems.append(f"event {index}: an end without its begin")
        elif phase in "stf":
            flows[event.get("cat"), event.get("name"), str(event["id"])].append((phase, event["ts"]))
    for track, slices in tracks.items():
        problems += track_problems(track, slices)
    for flow, steps in flows.items():
        problems += flow_problems(flow, steps)
    problems += [f"track {track}: a begin without its end" for track, times in begun.items() if times]
    problems += [f"process {pid} has no name" for pid in sorted(used - named)]
    if not tracks:
        problems.append("no slice")
    return problems
