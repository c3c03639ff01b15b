# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Answers, plans and results of studies as Python objects."""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

if TYPE_CHECKING:
    import pandas


class Error(Exception):
    """An input that pgram refuses, or a fault of pgram: the message says what, where and what to do."""

    kind: str  #: "bad-input", "infeasible" or "internal"
    what: str
    where: str  #: option, or file and JSON pointer; may be empty
    todo: str  #: may be empty

    def __init__(self, answer: Mapping[str, Any], messages: Sequence[str]) -> None:
        super().__init__("\n".join(message.removeprefix("pgram: ") for message in messages) or answer.get("what", ""))
        self.kind = answer.get("kind", "internal")
        self.what = answer.get("what", str(self))
        self.where = answer.get("where", "")
        self.todo = answer.get("todo", "")


class Answer(dict[str, Any]):
    """An answer of a command: the object that `pgram COMMAND --json` prints. Members are attributes, too."""

    exit_code: int = 0  #: of pgram: 0, or 1 where nothing fits or the plan cannot run
    messages: tuple[str, ...] = ()  #: messages of pgram besides the answer

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the answer has {', '.join(self)}; not {name}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def __repr__(self) -> str:
        members = (
            f"{name}={value!r}"
            if isinstance(value, (str, int, float, bool, type(None))) and len(repr(value)) < 40
            else f"{name}=..."
            for name, value in self.items()
            if name not in ("format", "version")
        )
        return f"Answer({', '.join(members)})"

    def frame(self, member: Optional[str] = None) -> "pandas.DataFrame":
        """Returns a list of objects of the answer as a table; without a name the only one that the answer has.

        A nested object gives columns such as "certificate.gap". Nested tables and whole files are left out.
        """
        import pandas

        if member is None:
            tables = [name for name, value in self.items() if _is_table(value)]
            if len(tables) != 1:
                raise ValueError(f"name one of the tables: {', '.join(tables)}" if tables else "there is no table")
            member = tables[0]
        return pandas.DataFrame.from_records([_flat(row) for row in self[member]])


class Stopped(KeyboardInterrupt):
    """Ctrl+C stopped a command. `answer` has what it found until then."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("stopped; .answer has what was found")
        self.answer = answer


class Plan:
    """A plan: the text of its file, byte for byte as pgram writes it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def load(cls, file: Union[str, os.PathLike[str]]) -> "Plan":
        """Reads a plan file, or the text that `export(plan, to="text")` gives."""
        return cls(Path(file).read_text(encoding="utf-8"))

    def save(self, file: Union[str, os.PathLike[str]]) -> None:
        """Writes the plan file."""
        Path(file).write_text(self.text, encoding="utf-8")

    @cached_property
    def json(self) -> dict[str, Any]:
        """The object of the file. Change a copy, and make a Plan of it by `Plan.of`."""
        return json.loads(self.text)

    @classmethod
    def of(cls, object: Mapping[str, Any]) -> "Plan":
        """Returns the plan of the object of a plan file."""
        return cls(json.dumps(object, indent=2, ensure_ascii=False, allow_nan=False) + "\n")

    @cached_property
    def answer(self) -> Answer:
        """The answer of `estimate`, computed once."""
        from .commands import estimate

        return estimate(self)

    def picture(self) -> str:
        """Returns an SVG picture: the stages with the strategies of their layers, and the memory of each."""
        from ._picture import plan_picture

        return plan_picture(self)

    def timeline(self) -> str:
        """Returns an SVG picture of one step: the operations of each stage over time."""
        from ._picture import timeline_picture
        from .commands import simulate

        return timeline_picture(simulate(self))

    def _repr_svg_(self) -> str:
        return self.picture()

    def __repr__(self) -> str:
        return f"Plan({self.json.get('name', '')!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)


class Study:
    """Results of `study`: the rows of an SQLite file."""

    def __init__(self, file: Union[str, os.PathLike[str]]) -> None:
        self.file = Path(file)
        if not self.file.is_file():
            raise FileNotFoundError(f"there are no results in {self.file}")

    def rows(self, sql: str = "SELECT * FROM answers", parameters: Sequence[Any] = ()) -> Iterator[dict[str, Any]]:
        """Yields the rows of a query; its view `answers` has a row for each request."""
        with _reading(self.file) as results:
            results.row_factory = sqlite3.Row
            for row in results.execute(sql, parameters):
                yield dict(row)

    def frame(self, sql: str = "SELECT * FROM answers", parameters: Sequence[Any] = ()) -> "pandas.DataFrame":
        """Returns the rows of a query as a table."""
        import pandas

        return pandas.DataFrame.from_records(list(self.rows(sql, parameters)))

    def __repr__(self) -> str:
        return f"Study({str(self.file)!r})"


class _reading:
    """An SQLite file that is only read."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)

    def __enter__(self) -> sqlite3.Connection:
        return self._connection

    def __exit__(self, *raised: object) -> None:
        self._connection.close()


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values of an object by the path to them, without nested tables and files."""
    values: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            if "format" not in value:
                values.update({f"{name}.{inner}": each for inner, each in _flat(value).items()})
        elif not _is_table(value):
            values[name] = value
    return values


def parsed(output: str) -> Answer:
    """Returns the answer of a command's JSON; texts that are not JSON, such as files, are its member `text`."""
    if not output.strip():
        return Answer()
    try:
        return json.loads(output, object_hook=Answer)
    except json.JSONDecodeError:
        return Answer(text=output)
