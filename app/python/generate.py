#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Writes commands.py: a function with types and documentation for each command of pgram.

Usage: generate.py PACKAGE, the folder with the compiled module, in which commands.py is written.
"""

import importlib.util
import json
import keyword
import sys
import textwrap
from pathlib import Path

HEAD = '''"""The commands of pgram. Generated from their options."""

from collections.abc import Sequence
from typing import Optional, Union

from ._call import File, Value, call
from ._objects import Answer
'''

#: Commands that make no sense inside of another program.
LEFT_OUT = {("serve",), ("study", "export")}


def python_name(name: str) -> str:
    name = name.lower().replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def type_of(argument: dict) -> str:
    if argument["type"] == "flag":
        return "bool"
    one = "File" if argument["type"] == "file" else "Value"
    return f"Union[{one}, Sequence[{one}]]" if argument["many"] else one


def signature(arguments: list[dict]) -> list[str]:
    # Positional arguments first, then a star, then options.
    lines = []
    for argument in sorted(arguments, key=lambda each: not each["positional"]):
        if not argument["positional"] and "*" not in lines:
            lines.append("*")
        name, kind = python_name(argument["name"]), type_of(argument)
        if argument["required"]:
            lines.append(f"{name}: {kind}")
        else:
            lines.append(f"{name}: {'bool = False' if kind == 'bool' else f'Optional[{kind}] = None'}")
    return lines


def documentation(command: dict) -> str:
    paragraphs = [command["summary"]]
    lines = []
    for argument in command["arguments"]:
        lines += textwrap.wrap(
            f"{python_name(argument['name'])}: {argument['help']}", 110, subsequent_indent="    ", break_on_hyphens=False
        )
    if lines:
        paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs).replace("\\", "\\\\").replace('"""', "'''")


def function(command: dict) -> str:
    words = tuple(command["words"])
    positional = tuple(python_name(each["name"]) for each in command["arguments"] if each["positional"])
    parameters = "".join(f"    {line},\n" for line in signature(command["arguments"]))
    text = textwrap.indent(documentation(command), "    ").strip()
    if parameters:
        parameters = f"\n{parameters}"
    return (
        f"def {python_name('_'.join(words))}({parameters}) -> Answer:\n"
        f'    """{text}\n    """\n'
        f"    return call({words!r}, {positional!r}, locals())\n"
    )


def main() -> None:
    package = Path(sys.argv[1])
    module = next(package.glob("_core.*"))
    spec = importlib.util.spec_from_file_location("_core", module)
    core = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(core)
    commands = [each for each in json.loads(core.commands()) if tuple(each["words"]) not in LEFT_OUT]
    names = [python_name("_".join(each["words"])) for each in commands]
    texts = [HEAD, f"__all__ = {names!r}\n", *map(function, commands)]
    (package / "commands.py").write_text("\n\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
