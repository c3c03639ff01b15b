# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Runs the code of a notebook, or the Python blocks of a page, and draws the value of each cell's last expression."""

import ast
import json
import re
import sys
from pathlib import Path


def cells_of(file: Path) -> list[str]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    notebook = json.loads(text)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert notebook["nbformat"] == 4 and len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    assert not any(cell["outputs"] for cell in code), "clear the outputs of cells before a commit"
    return ["".join(cell["source"]) for cell in code]


cells = cells_of(Path(sys.argv[1]))
assert cells
names: dict = {"__name__": "__main__"}
for number, source in enumerate(cells):
    tree = ast.parse(source, f"cell {number}")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, f"cell {number}", "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        draw = getattr(value, "_repr_svg_", None) or getattr(value, "_repr_html_", None)
        assert repr(value) and (draw is None or draw())
