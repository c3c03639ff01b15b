# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Pictures of plans as SVG, for notebooks: no display and no other package is needed."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from ._objects import Answer, Plan

_WIDTH = 960
_ROW = 30
_LABEL = 150
_TEXT, _FAINT, _LINE, _BAD = "#1b222c", "#5b6675", "#c9ced6", "#b3261e"

#: The window's colours of strategies, by what they split most.
_STRATEGY_COLORS = {
    "tp": "#5ec198",
    "cp": "#8f86e6",
    "ep": "#bbcc33",
    "sdp": "#d96a4b",
    "zero": "#e29150",
    "dp": "#eedd88",
    "": "#dce2eb",
}
_MEMORY_COLORS = {
    "weights": "#14621e",
    "gradients": "#882255",
    "optimizer": "#c39ad1",
    "activations": "#4477aa",
    "transient": "#c2def3",
    "context": "#a9afb3",
}
_OPERATION_COLORS = {
    "forward": "#4477aa",
    "backward": "#cc6677",
    "weight-gradient": "#882255",
    "optimizer": "#c39ad1",
    "sync": "#eedd88",
    "receive": "#95e1ff",
}
_OTHER = "#a97f65"


class _Svg:
    """A picture that grows from top to bottom."""

    def __init__(self, title: str) -> None:
        self._parts: list[str] = []
        self._title = title
        self.height = 0.0

    def rectangle(self, x: float, y: float, width: float, height: float, color: str, hint: str) -> None:
        title = f"<title>{escape(hint)}</title>"
        self._parts.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{max(width, 0):.2f}" height="{height:.2f}" fill="{color}">{title}</rect>'
        )

    def text(self, x: float, y: float, words: str, anchor: str = "start", color: str = _TEXT, size: int = 12) -> None:
        self._parts.append(
            f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" fill="{color}" font-size="{size}">{escape(words)}</text>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, color: str = _LINE, dash: str = "") -> None:
        self._parts.append(
            f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{color}" stroke-dasharray="{dash}"/>'
        )

    def legend(self, y: float, entries: Mapping[str, str]) -> None:
        x = float(_LABEL)
        for name, color in entries.items():
            self.rectangle(x, y, 12, 12, color, name)
            self.text(x + 17, y + 10, name, color=_FAINT, size=11)
            x += 30 + 6.5 * len(name)

    def done(self) -> str:
        body = "\n".join(self._parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {self.height:.0f}" width="{_WIDTH}" '
            f'height="{self.height:.0f}" font-family="sans-serif" role="img" aria-label={quoteattr(self._title)}>\n'
            f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
        )


def _gibibytes(count: float) -> str:
    return f"{count / 2**30:.3g} GiB"


def _seconds(value: float) -> str:
    return f"{value:.3g} s" if value >= 1 else f"{value * 1e3:.3g} ms" if value >= 1e-3 else f"{value * 1e6:.3g} µs"


def _split_most(strategy: Mapping[str, Any]) -> str:
    """Returns the dimension that gives a strategy its colour."""
    for key, name in (("tensor", "tp"), ("context", "cp"), ("expert", "ep")):
        if strategy.get(key, 1) > 1:
            return name
    if strategy.get("data", 1) > 1:
        return "sdp" if strategy.get("zero", 0) == 3 else "zero" if strategy.get("zero", 0) else "dp"
    return ""


def _strategy_of(plan: Mapping[str, Any], layer: int) -> Mapping[str, Any]:
    for run in plan["strategies"]:
        if run["first_layer"] <= layer < run["first_layer"] + run["layer_count"]:
            return run
    return {}


def plan_picture(plan: "Plan") -> str:
    """Returns the stages of a plan: the strategies of their layers to the left, the memory of a device to the right."""
    answer = plan.answer
    picture = _Svg(plan.json.get("name", "plan"))
    picture.text(0, 18, plan.json.get("name", ""), size=15)
    picture.text(
        0,
        38,
        f"{_seconds(answer.step_time_s or 0)} per step, {answer.throughput_samples_per_s or 0:.3g} samples/s, "
        f"bubbles {(answer.bubble_fraction or 0) * 100:.1f} %",
        color=_FAINT,
    )
    split, top = _LABEL + 470, 56.0
    most = max([stage["memory_bytes"] for stage in answer.stages] + [answer.usable_budget_bytes])
    scale = (_WIDTH - split - 90) / most
    longest = max(sum(run["layer_count"] for run in answer.layers if run["stage"] == i) for i in range(len(answer.stages)))
    used: dict[str, str] = {}
    for index, stage in enumerate(answer.stages):
        y = top + index * _ROW
        first, last = stage["first_device"], stage["first_device"] + stage["devices"] - 1
        devices = f"device {first}" if first == last else f"devices {first}–{last}"
        picture.text(0, y + 16, f"stage {index}, {devices}", size=11)
        x = float(_LABEL)
        for run in (run for run in answer.layers if run["stage"] == index):
            width = 450 * run["layer_count"] / longest
            kind = _split_most(_strategy_of(plan.json, run["first_layer"]))
            used.setdefault(kind or "single", _STRATEGY_COLORS[kind])
            hint = f"{run['layer_count']} layers from {run['first_layer']}: {run['strategy']}"
            picture.rectangle(x, y, width - 1, _ROW - 8, _STRATEGY_COLORS[kind], hint)
            if width > 7 * len(run["strategy"]) + 6:
                picture.text(x + 4, y + 15, run["strategy"], size=11)
            x += width
        x = float(split)
        for part, color in _MEMORY_COLORS.items():
            width = stage["memory"][part] * scale
            picture.rectangle(x, y, width, _ROW - 8, color, f"{part}: {_gibibytes(stage['memory'][part])}")
            x += width
        over = stage["memory_bytes"] > stage.get("usable_bytes", answer.usable_budget_bytes)
        picture.text(_WIDTH, y + 15, _gibibytes(stage["memory_bytes"]), "end", _BAD if over else _TEXT, 11)
    bottom = top + len(answer.stages) * _ROW
    budget = split + answer.usable_budget_bytes * scale
    picture.line(budget, top - 4, budget, bottom, _BAD, "4 3")
    picture.text(budget, top - 8, f"budget {_gibibytes(answer.usable_budget_bytes)}", "end", _BAD, 11)
    picture.legend(bottom + 4, used)
    picture.legend(bottom + 22, _MEMORY_COLORS)
    picture.height = bottom + 42
    return picture.done()


def _ticks(end: float) -> Sequence[float]:
    """Returns four to nine round times from 0 to `end`."""
    if end <= 0:
        return (0.0,)
    step = 10.0 ** (len(f"{int(end)}") - 1) if end >= 1 else 1.0
    while step > end / 4:
        step /= 10
    for factor in (5, 2, 1):
        if end / (step * factor) >= 4:
            step *= factor
            break
    return [i * step for i in range(int(end / step) + 1)]


def timeline_picture(simulated: "Answer") -> str:
    """Returns the operations of each stage over one step; time goes to the right."""
    picture = _Svg("timeline of one step")
    end = simulated.makespan_s or 0
    scale = (_WIDTH - 70) / end if end else 0
    top = 12.0
    used: dict[str, str] = {}
    for index, stage in enumerate(simulated.stages):
        y = top + index * _ROW
        picture.text(0, y + 16, f"stage {index}", size=11)
        for operation in stage["operations"]:
            kind = operation["kind"]
            color = _OPERATION_COLORS.get(kind, _OTHER)
            used.setdefault(kind, color)
            start, stop = operation["start_s"] or 0, operation["end_s"] or 0
            batch = f" of micro-batch {operation['microbatch']}" if "microbatch" in operation else ""
            picture.rectangle(
                60 + start * scale, y, (stop - start) * scale - 0.3, _ROW - 6, color, f"{kind}{batch}: {_seconds(stop - start)}"
            )
    bottom = top + len(simulated.stages) * _ROW
    picture.line(60, bottom, _WIDTH - 10, bottom)
    for tick in _ticks(end):
        picture.line(60 + tick * scale, bottom, 60 + tick * scale, bottom + 4)
        picture.text(60 + tick * scale, bottom + 16, _seconds(tick) if tick else "0", "middle", _FAINT, 10)
    picture.legend(bottom + 24, used)
    picture.height = bottom + 42
    return picture.done()
