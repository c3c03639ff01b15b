# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a program that measures kernels on a stand-in for PyTorch, whose clock goes by what is launched.

    python3 timed_torch.py PROGRAM graphs|no-graphs

A kernel takes 3 us and the longer of its products at 253.4 TFLOP/s and its bytes at 691.2 GB/s: 70 % of the peak and
80 % of the bandwidth of an L40S. The host needs 6 us for each launch, unless a graph launches it.
"""
import contextlib
import math
import runpy
import sys
import types

START, RATE, BANDWIDTH, HOST = 3e-6, 0.7 * 362e12, 0.8 * 864e9, 6e-6
GRAPHS = sys.argv[2] == "graphs"


class Clock:
    now = 0.0
    captured = None


def launch(flop=0.0, moved=0.0):
    seconds = START + max(flop / RATE, moved / BANDWIDTH)
    if Clock.captured is not None:
        Clock.captured.append(seconds)
    else:
        Clock.now += max(seconds, HOST)


class Tensor:
    def __init__(self, *shape, **kinds):
        self.shape = shape

    def t(self):
        return Tensor(*reversed(self.shape))

    def add_(self, other):
        launch(moved=4 * math.prod(self.shape))


class Event:
    def __init__(self, enable_timing):
        assert enable_timing
        self.at = None

    def record(self):
        self.at = Clock.now

    def elapsed_time(self, end):
        return 1e3 * (end.at - self.at)


class Graph:
    def __init__(self):
        if not GRAPHS:
            raise RuntimeError("graphs are not supported")
        self.kernels = []

    def replay(self):
        Clock.now += sum(self.kernels)


@contextlib.contextmanager
def capturing(graph):
    Clock.captured = graph.kernels
    yield
    Clock.captured = None


class Stream:
    def wait_stream(self, other):
        assert isinstance(other, Stream)


def mm(left, right, out):
    (rows, inner), (same, columns) = left.shape, right.shape
    assert inner == same and out.shape == (rows, columns)
    launch(2.0 * rows * inner * columns, 2.0 * (inner * (rows + columns) + rows * columns))


def add(one, other, out):
    launch(moved=2.0 * 3 * math.prod(out.shape))


torch = types.ModuleType("torch")
torch.__version__ = "2.9.0"
torch.version = types.SimpleNamespace(cuda="12.8", hip=None)
torch.bfloat16, torch.float16 = "bfloat16", "float16"
torch.randn = torch.empty = torch.ones = Tensor
torch.mm, torch.add = mm, add
torch.cuda = types.SimpleNamespace(
    is_available=lambda: True,
    set_device=lambda index: None,
    device_count=lambda: 2,
    get_device_name=lambda index: "NVIDIA L40S",
    get_device_properties=lambda index: types.SimpleNamespace(
        total_memory=47677177856, multi_processor_count=142, major=8, minor=9
    ),
    synchronize=lambda: None,
    Event=Event,
    Stream=Stream,
    stream=lambda stream: contextlib.nullcontext(),
    current_stream=Stream,
    CUDAGraph=Graph,
    graph=capturing,
)
sys.modules["torch"] = torch
sys.argv = [sys.argv[1]]
runpy.run_path(sys.argv[0], run_name="__main__")
