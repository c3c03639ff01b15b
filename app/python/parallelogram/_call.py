# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Calls of pgram's commands with Python values."""

import json
import logging
import os
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Union

from . import _core
from ._objects import Answer, Error, Plan, Stopped, parsed

#: Value of an option: what one would type after it.
Value = Union[str, int, float]
#: File of an option: the name of a preset, a path, the object of the file, or a plan.
File = Union[str, os.PathLike[str], Mapping[str, Any], Plan]

_log = logging.getLogger("parallelogram")

_EXIT_INFEASIBLE, _EXIT_STOPPED = 1, 130


def _program() -> str:
    """Returns the path of the program next to which the presets are searched."""
    package = Path(__file__).resolve().parent
    beside = package if (package / "presets").is_dir() else Path(sys.base_prefix) / "bin"
    return str(beside / "pgram")


class _Words:
    """The words of one call; objects of files lie in a temporary folder for as long as it lives."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = 0

    def of(self, name: str, value: Any) -> str:
        """Returns the word of a value."""
        if isinstance(value, Plan):
            return self._file(".pgplan.json", value.text)
        if isinstance(value, Answer) and isinstance(value.get("plan"), Plan):
            return self.of(name, value["plan"])
        if isinstance(value, Mapping):
            return self._file(".json", json.dumps(value, allow_nan=False), str(value.get("name", "")))
        if isinstance(value, os.PathLike):
            return os.fspath(value)
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            return str(value)
        raise TypeError(f"{name} is a {type(value).__name__}; give a text, a number, a path, a mapping or a Plan")

    def _file(self, suffix: str, text: str, name: str = "") -> str:
        """Writes a file, called by the name of its object if that is plain, and returns its path."""
        self._files += 1
        folder = self._folder / str(self._files)
        folder.mkdir()
        stem = name if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}", name) else "object"
        file = folder / f"{stem}{suffix}"
        file.write_text(text, encoding="utf-8")
        return str(file)


def _each(value: Any) -> Sequence[Any]:
    return value if isinstance(value, Sequence) and not isinstance(value, (str, bytes)) else (value,)


def call(command: Sequence[str], positional: Sequence[str], values: Mapping[str, Any]) -> Answer:
    """Runs a command. `values` has the arguments by name, with "_" for "-"; None leaves an option out.

    Raises Error where pgram refuses or fails, and Stopped (a KeyboardInterrupt) with what was found until Ctrl+C.
    """
    with tempfile.TemporaryDirectory(prefix="parallelogram-") as folder:
        words = _Words(Path(folder))
        typed = [_program(), *command, "--json"]
        last = []
        for name, value in values.items():
            if value is None or value is False:
                continue
            if name in positional:
                last += [words.of(name, each) for each in _each(value)]
                continue
            option = "--" + name.rstrip("_").replace("_", "-")
            if value is True:
                typed.append(option)
            else:
                typed += [f"{option}={words.of(name, each)}" for each in _each(value)]
        # A plan's bytes are those of the file, which the answer has not.
        saved = Path(folder) / "saved.pgplan.json"
        if command == ("plan",) and values.get("out") is None:
            typed.append(f"--out={saved}")
        (code, output, messages), raised = _core.run(typed + ["--", *last] if last else typed)
        answer = _answer(code, output, [line for line in messages.splitlines() if str(saved) not in line])
        # A file that was there before is not the plan of this answer.
        if command == ("plan",) and answer.get("plan"):
            text = Path(os.fspath(values.get("out") or saved)).read_text(encoding="utf-8")
            # Under other rules the file may be a plan of another program.
            if parsed(text).get("format") == "parallelogram-plan":
                answer["plan"] = Plan(text)
        elif command == ("plan",):
            answer["plan"] = None
    if raised is not None and not isinstance(raised, KeyboardInterrupt):
        raise raised
    if raised is not None or code == _EXIT_STOPPED:
        raise Stopped(answer)
    return answer


def _answer(code: int, output: str, messages: Sequence[str]) -> Answer:
    """Returns the answer that was printed. Raises Error where pgram refused or failed."""
    answer = parsed(output)
    if code not in (0, _EXIT_INFEASIBLE, _EXIT_STOPPED):
        raise Error(answer, messages)
    for message in messages:
        _log.warning("%s", message.removeprefix("pgram: "))
    answer.messages = tuple(message.removeprefix("pgram: ") for message in messages)
    answer.exit_code = code
    return answer
