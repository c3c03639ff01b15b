#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Plants faults in core/ and counts those that the tests of the core catch.

mutations.py plant TREE COUNT [--also TREE]   changes the sources of TREE (a throwaway copy): one build has all faults,
                                              and the environment variable FAULT chooses one. With --also, only lines
                                              that both trees have are changed, in both, so that two versions compare
mutations.py run TREE COUNT                   runs each core test of TREE/build/release for each fault until one fails;
                                              ctest must have run there before, for its record of durations

Faults: another sign, another comparison, a term that is dropped, a refusal that is skipped. A fault in code that the
tests do not reach, or that does not change its figure, survives. Prints a line per fault, then the number caught.
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import time

SEED = 20261128
SLOWEST_TEST = 6.0  # seconds, by the record of ctest: slower tests are left out
HEADER = """#pragma once
#include <cstdlib>
namespace planted {
inline bool is(int fault) {
    static const int chosen = std::getenv("FAULT") ? std::atoi(std::getenv("FAULT")) : 0;
    return chosen == fault;
}
}
"""
SWAPS = [
    (r" \+ ", " - "),
    (r" - ", " + "),
    (r" \* ", " / "),
    (r" / ", " * "),
    (r" < ", " <= "),
    (r" > ", " >= "),
    (r" <= ", " < "),
    (r" >= ", " > "),
    (r" == ", " != "),
    (r" != ", " == "),
    (r" && ", " || "),
    (r" \|\| ", " && "),
    (r" \+ [\w.]+(\(\))?(?=[;)])", ""),
    (r" \* [\w.]+(\(\))?(?=[;)])", ""),
]
RETURN = re.compile(r"^(\s+)return ([^{}\"]+);$")
CONDITION = re.compile(r"^(\s+)if \(([^;{}\"]+)\) \{$")
ASSIGNMENT = re.compile(r"^(\s+)([\w.\[\]>()-]+ [+*-]?= )([^{}\"]+);$")


def expression_of(line):
    for pattern in (RETURN, CONDITION):
        if match := pattern.match(line):
            return match.group(2)
    match = ASSIGNMENT.match(line)
    return match.group(3) if match else None


def is_plain(expression):
    """Leaves out templates, lambdas and streams, in which the signs mean something else."""
    return not re.search(r"<\w|<<|>>|\[[&=\]]|template|->\*|std::optional|\bauto\b", expression)


def planted(line, number, mutated):
    if match := RETURN.match(line):
        return f"{match.group(1)}if (planted::is({number})) {{ return {mutated}; }} return {match.group(2)};"
    if match := CONDITION.match(line):
        return f"{match.group(1)}if (planted::is({number}) ? ({mutated}) : ({match.group(2)})) {{"
    match = ASSIGNMENT.match(line)
    return (
        f"{match.group(1)}if (planted::is({number})) {{ {match.group(2)}{mutated}; }} "
        f"else {{ {match.group(2)}{match.group(3)}; }}"
    )


def sources(tree):
    return sorted(pathlib.Path(tree, "core").rglob("*.cpp"))


def lines_of(tree):
    """Returns the places of each line that a tree has once."""
    places = {}
    for file in sources(tree):
        for index, line in enumerate(file.read_text().split("\n")):
            places.setdefault(line, []).append((file, index))
    return {line: at[0] for line, at in places.items() if len(at) == 1}


def candidates(lines):
    for line in sorted(lines):
        expression = expression_of(line)
        if expression is None or not is_plain(expression):
            continue
        if CONDITION.match(line) and "!" in expression and "=" not in expression:
            yield line, "false", "refusal skipped"
        for pattern, swap in SWAPS:
            if found := re.search(pattern, expression):
                changed = expression[: found.start()] + swap + expression[found.end() :]
                yield line, changed, f"'{found.group(0).strip()}' -> '{swap.strip()}'"


def plant(trees, count):
    lines = [lines_of(tree) for tree in trees]
    common = {line for line in lines[0] if all(line in other for other in lines)}
    choices = list(candidates(common))
    random.Random(SEED).shuffle(choices)
    chosen, used = [], set()
    for line, mutated, what in choices:
        if line not in used and len(chosen) < count:
            chosen.append((line, mutated, what))
            used.add(line)
    for tree, places in zip(trees, lines):
        header = pathlib.Path(tree, "planted.h").resolve()
        header.write_text(HEADER)
        changed = {}
        for number, (line, mutated, what) in enumerate(chosen, 1):
            file, index = places[line]
            text = changed.setdefault(file, file.read_text().split("\n"))
            text[index] = planted(line, number, mutated)
            print(f"{number:3} {file.relative_to(tree)}:{index + 1}: {what}: {line.strip()}")
        for file, text in changed.items():
            # The line of the header keeps the numbers of the others.
            text[0] = f'#include "{header}" // {text[0].lstrip("/ ")}'
            file.write_text("\n".join(text))


def tests_of(tree):
    """Returns the names of core tests with their seconds, the fastest first."""
    build = pathlib.Path(tree, "build/release")
    costs = {}
    record = build / "Testing/Temporary/CTestCostData.txt"
    for line in record.read_text().split("\n") if record.exists() else []:
        if len(parts := line.split()) == 3:
            costs[parts[0]] = float(parts[2])
    listed = subprocess.run([build / "tests/core_tests"], capture_output=True, text=True, check=False)
    names = re.findall(r"\btest_\w+", listed.stdout + listed.stderr)
    names = names or sorted(file.stem for file in pathlib.Path(tree, "tests/core").glob("test_*.cpp"))
    # A test without a record has no limit by which a fault that makes it slow differs from a busy machine.
    return sorted((costs[name], name) for name in dict.fromkeys(names) if costs.get(name, SLOWEST_TEST + 1) <= SLOWEST_TEST)


def passes(tree, name, fault, limit):
    environment = dict(os.environ, FAULT=str(fault), QT_QPA_PLATFORM="offscreen")
    program = pathlib.Path(tree, "build/release/tests/core_tests").resolve()
    try:
        done = subprocess.run(
            [program, name], env=environment, capture_output=True, timeout=limit, check=False, cwd=tree
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def run(tree, count):
    tests = [(max(20.0, 10 * seconds), name) for seconds, name in tests_of(tree)]
    sound = [(limit, name) for limit, name in tests if passes(tree, name, 0, 5 * limit)]
    print(f"{len(sound)} of {len(tests)} tests pass without a fault")
    caught = 0
    for fault in range(1, count + 1):
        start = time.monotonic()
        by = next((name for limit, name in sound if not passes(tree, name, fault, limit)), None)
        caught += by is not None
        print(f"{fault:3} {'caught by ' + by if by else 'survives'} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{caught} of {count} faults caught")


def main(arguments):
    if len(arguments) >= 3 and arguments[0] == "plant":
        also = arguments[4:] if arguments[3:4] == ["--also"] else []
        plant([arguments[1], *also], int(arguments[2]))
    elif len(arguments) == 3 and arguments[0] == "run":
        run(arguments[1], int(arguments[2]))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


sys.exit(main(sys.argv[1:]))
