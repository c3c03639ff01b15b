# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs an exported train.py on a stand-in for PyTorch that computes nothing and records what one rank does.

    RANK=N python3 recording_torch.py FOLDER

Prints the events as JSON lines. The stand-in restates the documented rules of fully_shard (the first module that runs
forward is the root of those below it; a root keeps its weights after forward; the root's forward makes the gathers wait
for the compute that is in flight; flags for sums and resharding), and those of pipelining (the stage switches a chunk
that is an FSDPModule, and reduces after the last micro-batch; split backward finds the weights that are gathered when it
starts). A model of three labelled parts takes the place of model.py.
"""
import io
import json
import os
import runpy
import sys
import types

EVENTS = []
FLOATS = ("float32", "bfloat16", "float16")


def record(kind, label, **more):
    EVENTS.append({"event": kind, "label": label, **more})


def module(name, **members):
    """Makes a module that can be imported, below its parent."""
    made = types.ModuleType(name)
    made.__dict__.update(members)
    sys.modules[name] = made
    parent, _, own = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], own, made)
    return made


# --- Tensors ---------------------------------------------------------------------------------------------------------


class Tensor:
    """A type, a shape, the micro-batch that it belongs to, and the steps of backward behind it."""

    def __init__(self, dtype, shape=(1,), micro=0, tape=None):
        self.dtype, self.shape, self.micro, self.tape = dtype, tuple(shape), micro, tape

    def made(self, dtype=None, step=None):
        """The same after one more operation; without a tape no gradient is needed."""
        tape = self.tape if step is None else (self.tape or ()) + (step,)
        return Tensor(dtype or self.dtype, self.shape, self.micro, tape)

    def chunk(self, count):
        rows = self.shape[0] // count
        return [Tensor(self.dtype, (rows, *self.shape[1:]), index, self.tape) for index in range(count)]

    def __getitem__(self, key):
        rows = self.shape[0]
        first = key[0] if isinstance(key, tuple) else key
        rows = len(range(*first.indices(rows)))
        return Tensor(self.dtype, (rows, *self.shape[1:]), self.micro, self.tape)

    def to(self, _):
        return self

    detach = mean = lambda self: self

    def item(self):
        return 0.0

    def __truediv__(self, _):
        return self

    __mul__ = __truediv__

    def backward(self, mode="full"):
        """Runs the steps in reverse; `mode` is full, input or weight. Roots finish what backward did not reach."""
        contexts = []
        for step in reversed(self.tape or ()):
            context = step(mode)
            if context is not None and context not in contexts:
                contexts.append(context)
        for context in contexts:
            for state in context.states:
                state.post_backward(self.micro)


class Ranks:
    """Numbers of ranks in a grid."""

    def __init__(self, numbers, shape):
        self.numbers, self.shape = list(numbers), tuple(shape)

    def view(self, *shape):
        return Ranks(self.numbers, shape[0] if isinstance(shape[0], list) else shape)

    reshape = view

    @property
    def T(self):
        rows, columns = self.shape
        return Ranks([self.numbers[r * columns + c] for c in range(columns) for r in range(rows)], (columns, rows))

    def __getitem__(self, index):
        return self.numbers[index]


class DeviceMesh:
    def __init__(self, _, grid, mesh_dim_names=()):
        self.shape, self.names = grid.shape, tuple(mesh_dim_names)

    def __getitem__(self, names):
        names = (names,) if isinstance(names, str) else names
        return DeviceMesh(None, Ranks([], [self.shape[self.names.index(name)] for name in names]), names)

    def size(self):
        product = 1
        for length in self.shape:
            product *= length
        return product


class DTensor:
    def __init__(self, local, placements):
        self.local, self.placements = local, placements

    @staticmethod
    def from_local(local, _, placements, run_check=True):
        return DTensor(local, placements)

    def redistribute(self, placements):
        return DTensor(self.local, placements)

    def to_local(self, grad_placements=None):
        return self.local


class Placement:
    def __init__(self, *dimensions):
        self.dimensions = dimensions

    def __eq__(self, other):
        return type(self) is type(other) and self.dimensions == other.dimensions


# --- Modules ---------------------------------------------------------------------------------------------------------


class Gradient:
    def __init__(self, label):
        self.label = label

    def mul_(self, factor):
        record("scale", self.label, factor=factor)


class Parameter:
    """A weight in fp32; `state` belongs to the FSDP module that shards it."""

    def __init__(self):
        self.state, self.grad = None, None

    def dtype(self):
        return self.state.policy.param_dtype or "float32" if self.state else "float32"


class Module:
    def __init__(self):
        self.children, self.own, self.state = [], [], None

    def __setattr__(self, name, value):
        if isinstance(value, Module):
            self.children.append(value)
        object.__setattr__(self, name, value)

    def modules(self):
        yield self
        for child in self.children:
            yield from child.modules()

    def parameters(self):
        for each in self.modules():
            yield from each.own

    def to(self, _):
        return self

    def __call__(self, x):
        if self.state is None:
            return self.forward(x)
        return self.state.post_forward(self.forward(self.state.pre_forward(x)))


class Sequential(Module):
    def __init__(self, *parts):
        super().__init__()
        self.children = list(parts)

    def __iter__(self):
        return iter(self.children)

    def forward(self, x):
        for part in self.children:
            x = part(x)
        return x


class Labelled(Module):
    """A part of the model with one weight. Its input must have the weight's type, as matrices need in PyTorch."""

    def __init__(self, label):
        super().__init__()
        self.label, self.lost, self.own = label, False, [Parameter()]

    def isSharded(self):
        return self.own[0].state is not None and self.own[0].state.sharded

    def forward(self, x):
        weight = self.own[0]
        if self.isSharded():
            raise RuntimeError(f"{self.label} computes with sharded weights")
        if x.dtype in FLOATS and x.dtype != weight.dtype():
            raise RuntimeError(f"{self.label}: expected {weight.dtype()} but found {x.dtype}")
        record("forward", self.label, dtype=weight.dtype(), micro=x.micro)

        def backward(mode):
            if mode != "weight" and self.isSharded():
                raise RuntimeError(f"{self.label} runs backward with sharded weights")
            if mode == "input" or self.lost:
                return
            record("backward", self.label, micro=x.micro)
            if weight.state is not None:
                weight.state.waiting = True

        return x.made(weight.dtype(), backward)


class Recomputed(Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        plain = self.inner(x.made())

        def backward(mode):
            record("recompute", self.inner.label, micro=x.micro)
            for step in reversed(self.inner(Tensor(x.dtype, x.shape, x.micro, ())).tape):
                step(mode)

        return x.made(plain.dtype, backward)


class Embedding(Labelled):
    def __init__(self):
        super().__init__("embedding")


class Block(Labelled):
    def __init__(self, index):
        super().__init__(f"block {index}")


class Head(Labelled):
    def __init__(self):
        super().__init__("head")


# --- fully_shard -----------------------------------------------------------------------------------------------------


class MixedPrecisionPolicy:
    def __init__(self, param_dtype=None, reduce_dtype=None, output_dtype=None, cast_forward_inputs=True):
        self.param_dtype, self.reduce_dtype, self.cast_forward_inputs = param_dtype, reduce_dtype, cast_forward_inputs


class Context:
    """What the states below one root share."""

    def __init__(self):
        self.states, self.running = [], None


class State:
    def __init__(self, owner, mesh, reshard_after_forward, policy):
        self.owner, self.mesh, self.policy = owner, mesh, policy
        self.reshard_after_forward = reshard_after_forward is None or reshard_after_forward
        self.context, self.is_root = None, False
        self.sharded, self.waiting = True, False  # `waiting`: gradients that were not summed yet
        self.reduces, self.reshard_after_backward, self.is_last = True, True, True
        self.parameters = [p for p in owner.parameters() if p.state is None]
        for parameter in self.parameters:
            parameter.state = self
        labels = [m.label for m in owner.modules() if isinstance(m, Labelled)]
        self.label = labels[0] if self.parameters and len(labels) == 1 else "chunk"

    def find_root(self):
        if self.context is not None:
            return
        self.is_root, context = True, Context()
        for below in self.owner.modules():
            if below.state is not None:
                below.state.context = context
                context.states.append(below.state)

    def unshard(self, when, micro):
        if self.parameters and self.sharded:
            record("gather", self.label, when=when, micro=micro)
            self.sharded = False

    def reshard(self, when, micro):
        if self.parameters and not self.sharded:
            record("free", self.label, when=when, micro=micro)
            self.sharded = True

    def pre_forward(self, x):
        self.find_root()
        if self.context.running is None:
            self.context.running = self
            record("wait", self.label, micro=x.micro)
        if self.policy.cast_forward_inputs and self.policy.param_dtype and x.dtype in FLOATS:
            x = x.made(self.policy.param_dtype)
        self.unshard("forward", x.micro)
        if x.tape is None:
            return x
        return x.made(step=lambda mode: None if mode == "weight" else self.post_backward(x.micro))

    def post_forward(self, x):
        if self.reshard_after_forward and not self.is_root:
            self.reshard("forward", x.micro)
        if self.context.running is self:
            self.context.running = None

        def pre_backward(mode):
            if mode != "weight":
                self.unshard("backward", x.micro)
            return None if mode == "weight" else self.context

        return x.made(step=pre_backward)

    def post_backward(self, micro):
        if self.reduces and self.waiting:
            record("reduce", self.label, micro=micro, dtype=self.policy.reduce_dtype, groups=list(self.mesh.shape))
            self.waiting = False
            for parameter in self.parameters:
                parameter.grad = Gradient(self.label)
        if self.reshard_after_backward:
            self.reshard("backward", micro)


class FSDPModule:
    def states(self, recurse):
        return [m.state for m in (self.modules() if recurse else [self]) if m.state is not None]

    def set_requires_gradient_sync(self, on, *, recurse=True):
        for state in self.states(recurse):
            state.reduces = on

    def set_reshard_after_backward(self, on, *, recurse=True):
        for state in self.states(recurse):
            state.reshard_after_backward = on

    def set_is_last_backward(self, on):
        self.state.is_last = on

    def unshard(self):
        self.state.find_root()
        self.state.unshard("ahead", -1)


def fully_shard(owner, *, mesh, reshard_after_forward=None, mp_policy=None):
    if len(mesh.shape) > 2:
        raise ValueError("fully_shard expects a mesh of one or two dimensions")
    owner.state = State(owner, mesh, reshard_after_forward, mp_policy or MixedPrecisionPolicy())
    owner.__class__ = type("FSDP" + type(owner).__name__, (FSDPModule, type(owner)), {})
    return owner


# --- Pipelines -------------------------------------------------------------------------------------------------------


class PipelineStage:
    def __init__(self, submod, index, total, _, group=None):
        self.submod, self.index, self.total, self.kept = submod, index, total, {}


class Schedule:
    """Runs one rank's operations in a legal order; what other ranks send has the plan's type."""

    splits, looped = False, False

    def __init__(self, stages, n_microbatches, loss_fn):
        self.stages, self.count, self.loss = stages if isinstance(stages, list) else [stages], n_microbatches, loss_fn

    def order(self):
        """Pairs of a letter and a micro-batch, for each chunk: forward, backward."""
        return [("F", i) for i in range(self.count)] + [("B", i) for i in range(self.count)]

    def step(self, *inputs, target=None, losses=None):
        for stage in self.stages if self.looped else ():
            for each in stage.submod.modules():
                if isinstance(each, FSDPModule):
                    each.unshard()
        for letter, micro in self.order():
            for stage in self.stages if letter == "F" else reversed(self.stages):
                if letter == "F":
                    self.forward(stage, micro, inputs, target, losses)
                elif self.splits:
                    self.backward(stage, micro, "input")
                    self.backward(stage, micro, "weight")
                else:
                    self.backward(stage, micro, "full")
        for stage in self.stages:
            if isinstance(stage.submod, FSDPModule):
                stage.submod.set_is_last_backward(True)
                stage.submod.set_reshard_after_backward(True)
                stage.submod.set_requires_gradient_sync(True)
                for state in stage.submod.state.context.states:
                    state.post_backward(self.count)

    def forward(self, stage, micro, inputs, target, losses):
        x = inputs[0].chunk(self.count)[micro] if stage.index == 0 else Tensor(sent_type(), micro=micro, tape=())
        y = stage.submod(x)
        if stage.index + 1 == stage.total:
            y = self.loss(y, target.chunk(self.count)[micro])
            losses.append(y)
        else:
            record("send", "chunk", dtype=y.dtype, micro=micro)
        stage.kept[micro] = y

    def backward(self, stage, micro, mode):
        if isinstance(stage.submod, FSDPModule):
            stage.submod.set_is_last_backward(False)
            stage.submod.set_reshard_after_backward(False)
            stage.submod.set_requires_gradient_sync(False)
        if stage.index == 0 and mode != "full":
            mode = "full" if mode == "weight" else None  # The first stage has no gradient of an input to compute.
        if mode == "input":
            for each in stage.submod.modules():
                if isinstance(each, Labelled) and each.isSharded():
                    each.lost = True
                    record("lost", each.label, micro=micro)
        if mode is not None:
            stage.kept[micro].backward(mode)


class OneForwardOneBackward(Schedule):
    def order(self):
        ahead = min(self.count, self.stages[0].total - self.stages[0].index)
        pairs = [("F", i) for i in range(ahead)]
        for i in range(self.count):
            pairs += [("B", i)] + ([("F", i + ahead)] if i + ahead < self.count else [])
        return pairs


class Looped(Schedule):
    looped = True


class Split(Looped):
    splits = True


def sent_type():
    import parallelogram_plan
    return {"bf16": "bfloat16", "fp16": "float16"}.get(parallelogram_plan.PLAN["precision"], "float32")


# --- The rest of torch -----------------------------------------------------------------------------------------------


class Generator:
    def manual_seed(self, _):
        return self


class AdamW:
    def __init__(self, parameters, lr, foreach):
        self.parameters = list(parameters)

    def step(self):
        without = sum(p.grad is None and p.state is not None for p in self.parameters)
        record("step", "optimizer", without=without)

    def zero_grad(self):
        for parameter in self.parameters:
            parameter.grad = None


def nothing(*_, **__):
    pass


def parallelize_module(part, mesh, plan):
    record("divide", part.label, ranks=mesh.size(), matrices=sorted(plan))


def install():
    module("torch", bfloat16="bfloat16", float16="float16", float32="float32", Generator=Generator,
           arange=lambda a, b: Ranks(range(a, b), (b - a,)), device=lambda name: name, manual_seed=nothing,
           randint=lambda _, shape, generator=None: Tensor("int64", shape),
           cat=lambda parts: Tensor("int64", (sum(p.shape[0] for p in parts), *parts[0].shape[1:])),
           stack=lambda parts: parts[0])
    module("torch.cuda", is_available=lambda: False)
    module("torch.nn", Module=Module, Sequential=Sequential)
    module("torch.optim", AdamW=AdamW)
    module("torch.distributed", init_process_group=nothing, destroy_process_group=nothing,
           get_rank=lambda: int(os.environ["RANK"]),
           new_subgroups_by_enumeration=lambda groups: (groups[0], groups))
    module("torch.distributed.algorithms")
    module("torch.distributed.algorithms._checkpoint")
    module("torch.distributed.algorithms._checkpoint.checkpoint_wrapper", checkpoint_wrapper=Recomputed)
    module("torch.distributed.device_mesh", DeviceMesh=DeviceMesh)
    module("torch.distributed.fsdp", MixedPrecisionPolicy=MixedPrecisionPolicy, fully_shard=fully_shard,
           FSDPModule=FSDPModule)
    module("torch.distributed.tensor", DTensor=DTensor, Replicate=type("Replicate", (Placement,), {}),
           Shard=type("Shard", (Placement,), {}))
    module("torch.distributed.tensor.parallel", parallelize_module=parallelize_module, ColwiseParallel=dict,
           RowwiseParallel=dict, PrepareModuleInput=dict, SequenceParallel=dict)
    module("torch.distributed.pipelining", PipelineStage=PipelineStage, Schedule1F1B=OneForwardOneBackward,
           ScheduleGPipe=Schedule, ScheduleInterleaved1F1B=Looped)
    module("torch.distributed.pipelining.schedules", ScheduleZBVZeroBubble=Split)
    module("model", MODEL={"vocabulary": 2, "has_experts": [False] * 1024, "gated": False}, Block=Block,
           Embedding=Embedding, Head=Head, loss_of=lambda logits, labels: logits.made("float32"))


if __name__ == "__main__":
    install()
    sys.path.insert(0, sys.argv[1])
    sys.stdout, printed = io.StringIO(), sys.stdout
    runpy.run_path(os.path.join(sys.argv[1], "train.py"), run_name="__main__")
    for event in EVENTS:
        print(json.dumps(event), file=printed)
