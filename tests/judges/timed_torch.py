# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a program that measures a node on a stand-in for PyTorch, whose clock goes by what is launched.

    python3 timed_torch.py PROGRAM graphs|no-graphs|small

The devices are four L40S. A kernel takes 3 us and the longer of its products at 253.4 TFLOP/s and its bytes at
691.2 GB/s: 70 % of the peak and 80 % of the bandwidth. Attention runs at half of the peak, its backward with 2.5 times
the work; an update of the optimizer at 60 % of the bandwidth. The host needs 6 us for each launch, unless a graph
launches it. Links are described by MESSAGE and COLLECTIVE. `small`: no tensor has more than 256 MiB, and there is no
all-to-all. RANK, LOCAL_RANK and WORLD_SIZE are read as torchrun sets them.
"""
import contextlib
import math
import runpy
import sys
import types

PEAK, MEMORY = 362e12, 864e9
START, RATE, BANDWIDTH, HOST = 3e-6, 0.7 * PEAK, 0.8 * MEMORY, 6e-6
ATTENTION, UPDATE = 0.5 * PEAK, 0.6 * MEMORY
MESSAGE = (1e-5, 20e9)  # seconds of the smallest one, and bytes/s
COLLECTIVE = {  # seconds of the smallest one, of each rank beyond the first, and bytes/s out of one rank
    "all-reduce": (2e-5, 4e-6, 16e9),
    "all-gather": (1.5e-5, 3e-6, 18e9),
    "reduce-scatter": (1.5e-5, 3e-6, 17e9),
    "all-to-all": (1.2e-5, 5e-6, 12e9),
}
GRAPHS, SMALL = sys.argv[2] != "no-graphs", sys.argv[2] == "small"
LARGEST = (256 if SMALL else 1 << 20) << 20


class OutOfMemoryError(RuntimeError):
    pass


class Clock:
    now = 0.0
    captured = None


def pass_time(seconds):
    if Clock.captured is not None:
        Clock.captured.append(seconds)
    else:
        Clock.now += max(seconds, HOST)


def launch(flop=0.0, moved=0.0, rate=RATE):
    pass_time(START + max(flop / rate, moved / BANDWIDTH))


class Node:
    """A launched kernel: the kernels of its backward, and those before it."""

    def __init__(self, backward, parents):
        self.backward, self.parents = backward, [tensor.node for tensor in parents if tensor.node]


def broadcast(one, other):
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    shorter = (1,) * (len(longer) - len(shorter)) + tuple(shorter)
    return tuple(max(a, b) for a, b in zip(longer, shorter))


class Tensor:
    dtype, device = "bfloat16", "cuda"

    def __init__(self, *shape, node=None, size=2, value=0.0, **kinds):
        self.shape, self.node, self.value = tuple(shape), node, value
        self.size = 4 if kinds.get("dtype") == "float32" else size
        if self.bytes() > LARGEST:
            raise OutOfMemoryError("CUDA out of memory. Tried to allocate")

    def bytes(self):
        return self.size * math.prod(self.shape)

    def made(self, *shape, others=(), flop=0.0, backward=(), moved=None, rate=RATE):
        """The result of a kernel on this tensor and others, which reads all of them and writes the result."""
        result = Tensor(*shape, size=self.size)
        tensors = [self, *(other for other in others if isinstance(other, Tensor))]
        bytes_moved = sum(tensor.bytes() for tensor in tensors) + result.bytes() if moved is None else moved
        launch(flop, bytes_moved, rate)
        backward = backward or [(0.0, bytes_moved, RATE)]
        result.node = Node(backward, tensors)
        return result

    def seen(self, *shape):
        """The same memory in another shape: no kernel."""
        return Tensor(*shape, node=self.node, size=self.size)

    def elementwise(self, other=None):
        shape = broadcast(self.shape, other.shape) if isinstance(other, Tensor) else self.shape
        return self.made(*shape, others=[other])

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rpow__ = elementwise

    def __neg__(self):
        return self.elementwise()

    def clamp(self, *limits):
        return self.elementwise()

    cos = sin = lambda self: self.elementwise()

    def float(self):
        result = Tensor(*self.shape, size=4)
        moved = self.bytes() + result.bytes()
        launch(moved=moved)
        result.node = Node([(0.0, moved, RATE)], [self])
        return result

    def to(self, kind):
        return self

    def t(self):
        return self.seen(*reversed(self.shape))

    def view(self, *shape):
        known = -math.prod(shape)
        return self.seen(*(math.prod(self.shape) // known if length == -1 else length for length in shape))

    reshape = view

    def flatten(self, first=0, last=-1):
        last %= len(self.shape)
        return self.seen(*self.shape[:first], math.prod(self.shape[first : last + 1]), *self.shape[last + 1 :])

    def transpose(self, one, other):
        shape = list(self.shape)
        shape[one], shape[other] = shape[other], shape[one]
        return self.seen(*shape)

    def repeat_interleave(self, count, dim):
        return self.made(*(length * (count if axis == dim else 1) for axis, length in enumerate(self.shape)))

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self.seen(len(range(*key.indices(self.shape[0]))), *self.shape[1:])
        if key[0] is Ellipsis:
            return self.seen(*self.shape[:-1], len(range(*key[1].indices(self.shape[-1]))))
        return self.seen(self.shape[0], 1)  # [:, None]

    def add_(self, other):
        launch(moved=2.0 * self.bytes())

    def item(self):
        return self.value

    def backward(self, gradient=None):
        waiting, seen = [self.node], set()
        while waiting:
            node = waiting.pop()
            if id(node) not in seen:
                seen.add(id(node))
                waiting += node.parents
                for flop, moved, rate in node.backward:
                    launch(flop, moved, rate)


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


def product(rows, inner, columns):
    return 2.0 * rows * inner * columns, 2.0 * (inner * (rows + columns) + rows * columns)


def mm(left, right, out):
    (rows, inner), (same, columns) = left.shape, right.shape
    assert inner == same and out.shape == (rows, columns)
    launch(*product(rows, inner, columns))


def add(one, other, out):
    launch(moved=3.0 * out.bytes())


def cat(parts, dim):
    assert dim == -1
    first, *others = parts
    return first.made(*first.shape[:-1], sum(part.shape[-1] for part in parts), others=others)


def attention(q, k, v, dropout_p=0.0, is_causal=False):
    assert q.shape == k.shape == v.shape
    batch, heads, tokens, width = q.shape
    flop = 4.0 * batch * heads * tokens * tokens * width * (0.5 if is_causal else 1)
    back = [(2.5 * flop, 0.0, ATTENTION)]
    return q.made(*q.shape, others=[k, v], flop=flop, moved=0.0, backward=back, rate=ATTENTION)


def cross_entropy(logits, labels):
    """Reads the logits and writes their logarithms; backward writes a gradient of these and reads it with them."""
    size = logits.bytes()
    return logits.made(1, moved=2.0 * size, backward=[(0.0, 1.0 * size, RATE), (0.0, 3.0 * size, RATE)])


class Module:
    training = True

    def __call__(self, *inputs):
        return self.forward(*inputs)

    def modules(self):
        return []

    def to(self, dtype):
        return self


class Linear(Module):
    def __init__(self, inner, columns, bias=True):
        self.inner, self.columns = inner, columns

    def forward(self, x):
        rows = math.prod(x.shape[:-1])
        assert x.shape[-1] == self.inner
        flop, moved = product(rows, self.inner, self.columns)
        # Gradients of the input and of the weights; these are added to those before.
        sums = (0.0, 3.0 * 2 * self.inner * self.columns, RATE)
        back = [(flop, moved, RATE), (flop, moved, RATE), sums]
        return x.made(*x.shape[:-1], self.columns, flop=flop, moved=moved, backward=back)


class Table(Module):
    def __init__(self, rows, width):
        self.rows, self.width = rows, width

    def forward(self, words):
        return words.made(*words.shape, self.width, backward=[(0.0, 3.0 * 2 * self.rows * self.width, RATE)])


class Norm(Module):
    def __init__(self, width, eps):
        pass

    def forward(self, x):
        return x.elementwise()


class Sequential(Module):
    def __init__(self, *parts):
        self.parts = parts

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x


class Parameter(Tensor):
    def __init__(self, tensor):
        super().__init__(*tensor.shape, size=tensor.size)


class AdamW:
    def __init__(self, parameters, fused):
        assert fused and all(parameter.grad.shape == parameter.shape for parameter in parameters)
        self.elements = sum(math.prod(parameter.shape) for parameter in parameters)
        for _ in "two states":
            Tensor(self.elements, size=4)

    def step(self):
        pass_time(28.0 * self.elements / UPDATE)


class Ranks:
    """Groups of ranks; one process stands for all, which do the same at the same time."""

    def __init__(self, members):
        self.members = members


def transfer(operation, group, whole):
    start, per_rank, rate = COLLECTIVE[operation]
    size = len(group.members)
    if SMALL and operation == "all-to-all":
        raise RuntimeError("all-to-all is not supported\nby this backend")
    sent = (2 if operation == "all-reduce" else 1) * whole.bytes() * (size - 1) / size
    pass_time(start + per_rank * (size - 1) + sent / rate)


def reduce_number(value, op=None, group=None):
    if value.shape != (1,):
        transfer("all-reduce", group, value)


def gather(whole, part, group):
    assert math.prod(whole.shape) == math.prod(part.shape) * len(group.members)
    transfer("all-gather", group, whole)


def scatter(part, whole, group):
    assert math.prod(whole.shape) == math.prod(part.shape) * len(group.members)
    transfer("reduce-scatter", group, whole)


def message(whole, rank):
    start, rate = MESSAGE
    pass_time(start + whole.bytes() / rate)


def module(name, **members):
    made = types.ModuleType(name)
    made.__dict__.update(members)
    sys.modules[name] = made
    return made


functional = module(
    "torch.nn.functional",
    dropout=lambda x, share, training: x.elementwise(),
    silu=Tensor.elementwise,
    gelu=Tensor.elementwise,
    scaled_dot_product_attention=attention,
    cross_entropy=cross_entropy,
)
neural = module(
    "torch.nn",
    Module=Module,
    Linear=Linear,
    Embedding=Table,
    RMSNorm=Norm,
    LayerNorm=Norm,
    Sequential=Sequential,
    ModuleList=list,
    Parameter=Parameter,
    functional=functional,
)
distributed = module(
    "torch.distributed",
    init_process_group=lambda backend: None,
    destroy_process_group=lambda: None,
    barrier=lambda: None,
    new_group=Ranks,
    all_reduce=reduce_number,
    all_gather_into_tensor=gather,
    reduce_scatter_tensor=scatter,
    all_to_all_single=lambda result, whole, group: transfer("all-to-all", group, whole),
    send=message,
    recv=message,
    ReduceOp=types.SimpleNamespace(MIN="min", MAX="max"),
)
module(
    "torch",
    __version__="2.9.0",
    version=types.SimpleNamespace(cuda="12.8", hip=None),
    bfloat16="bfloat16",
    float16="float16",
    float32="float32",
    randn=Tensor,
    empty=Tensor,
    ones=Tensor,
    zeros=Tensor,
    randint=lambda least, most, shape, device: Tensor(*shape, size=8),
    arange=lambda count, **kinds: Tensor(count, **kinds),
    tensor=lambda values, **kinds: Tensor(len(values), value=values[0], **kinds),
    mm=mm,
    add=add,
    cat=cat,
    nn=neural,
    distributed=distributed,
    device=lambda name: contextlib.nullcontext(),
    autograd=types.SimpleNamespace(grad=lambda result, inputs, gradient: result.backward(gradient)),
    optim=types.SimpleNamespace(AdamW=AdamW),
    cuda=types.SimpleNamespace(
        OutOfMemoryError=OutOfMemoryError,
        is_available=lambda: True,
        set_device=lambda index: None,
        device_count=lambda: 4,
        get_device_name=lambda index: "NVIDIA L40S",
        get_device_properties=lambda index: types.SimpleNamespace(
            total_memory=47677177856, multi_processor_count=142, major=8, minor=9
        ),
        synchronize=lambda: None,
        empty_cache=lambda: None,
        Event=Event,
        Stream=Stream,
        stream=lambda stream: contextlib.nullcontext(),
        current_stream=Stream,
        CUDAGraph=Graph,
        graph=capturing,
    ),
)
sys.argv = [sys.argv[1]]
runpy.run_path(sys.argv[0], run_name="__main__")
