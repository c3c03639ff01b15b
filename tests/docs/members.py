# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a JSON schema of presets/schemas as tables: one row for each member."""

import re

from markdown import table


def type_of(one: dict) -> str:
    """Returns the values that a member takes, in words."""
    if "$ref" in one:
        file, place = one["$ref"].split("#")
        name = place.split("/")[-1]
        if file:
            page = file.removesuffix(".json")
            return f"as `{name}` of a [{page}]({page}.md)"
        return f"[{name}](#{name})" if place.startswith("/definitions/") else f"as `{name}`"
    if "const" in one:
        return f"`{str(one['const']).lower() if isinstance(one['const'], bool) else one['const']}`"
    if "enum" in one:
        return ", ".join(f"`{value}`" for value in one["enum"])
    if "oneOf" in one:
        short = [type_of(form) for form in one["oneOf"] if "properties" not in form]
        return f"{', '.join(short)}, or the form below" if short else "one of the forms below"
    if is_constant(one):
        return f"[constant](README.md#constants): {type_of(one['properties']['value'])}"
    kind = one.get("type", "any")
    kind = " or ".join(kind) if isinstance(kind, list) else kind
    if kind == "array":
        items = one.get("items", {})
        return "array of " + ("objects" if items.get("type") == "object" or "allOf" in items else type_of(items))
    return kind + range_of(one)


def is_constant(one: dict) -> bool:
    """Returns true for an object that is one value with its source."""
    return {"value", "source"} <= set(one.get("properties", {})) <= {"value", "provenance", "source", "date"}


def range_of(one: dict) -> str:
    least, most, above = one.get("minimum"), one.get("maximum"), one.get("exclusiveMinimum")
    shown = []
    if above is not None:
        shown.append(f"> {above}")
    if least is not None and most is not None:
        shown.append(f"{number(least)} to {number(most)}")
    elif least is not None:
        shown.append(f"≥ {number(least)}")
    elif most is not None:
        shown.append(f"≤ {number(most)}")
    return f", {' and '.join(shown)}" if shown else ""


def number(value: float) -> str:
    """Returns a limit as people write it: powers of two beyond a million as 2^n."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and value >= 1 << 20 and value & (value - 1) == 0:
        return f"2^{value.bit_length() - 1}"
    if isinstance(value, int) and value >= 1_000_000:
        return f"{value:.0e}".replace("e+0", "e").replace("e+", "e")
    return f"{value:,}" if isinstance(value, int) else str(value)


def rows_of(one: dict, path: str, required: bool = False) -> list[list[str]]:
    """Returns the rows of a member and of those below it."""
    rows = []
    if path:
        notes = one.get("description", "")
        if "default" in one:
            notes += f"{'; ' if notes else ''}default `{str(one['default']).lower()}`"
        rows.append([f"`{path}`", type_of(one), "yes" if required else "", notes])
    below = one
    if one.get("type") == "array" or "items" in one:
        below, path = one.get("items", {}), f"{path}[]"
    for form in below.get("oneOf", []):
        rows += rows_below(form, path)
    return rows + rows_below(below, path)


def rows_below(one: dict, path: str) -> list[list[str]]:
    rows = []
    if is_constant(one):
        return rows
    needed = one.get("required", [])
    for name, member in one.get("properties", {}).items():
        if name != "$schema":
            rows += rows_of(member, f"{path}.{name}" if path else name, name in needed)
    for pattern, member in one.get("patternProperties", {}).items():
        shown = "N" if re.match(r"\^\[1-9\]", pattern) else pattern
        rows += rows_of(member, f"{path}.{shown}")
    if isinstance(one.get("additionalProperties"), dict):
        rows += rows_of(one["additionalProperties"], f"{path}.NAME" if path else "NAME")
    return rows


def table_of(rows: list[list[str]]) -> str:
    return table(["Member", "Values", "Required", "Meaning"], rows)


def members_table(schema: dict) -> str:
    """Returns the table of a schema, and one below a heading for each definition that it refers to."""
    parts = [table_of(rows_of(schema, ""))]
    for name, one in schema.get("definitions", {}).items():
        text = f"### {name}\n\n"
        if "properties" not in one and "items" not in one:
            parts.append(f"{text}{one.get('description', 'Values')}: {type_of(one)}.")
            continue
        if one.get("description"):
            text += f"{one['description'].rstrip('.')}.\n\n"
        parts.append(text + table_of(rows_of(one, "")))
    return "\n\n".join(parts)
