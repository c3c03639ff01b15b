// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/formats/fsdp2_script.h"

namespace pgram {

const char* const fsdp2Script =
    R"(# Runs the plan of parallelogram_plan.py on PyTorch's own parts: each layer with its meshes (parallelize_module,
# fully_shard), recomputation by layer (checkpoint_wrapper), stages by torch.distributed.pipelining. Between layers of
# different degrees the activations change hands by DTensor.
#
# fully_shard wraps every layer, also one without replicas: it keeps the weights that are updated in fp32, and computes
# in the plan's precision. It wraps each chunk around its layers too. The chunk is then the root, so layers of ZeRO-3
# free their weights after forward, the next layer's weights are gathered during compute, and a pipeline's stage can
# switch the sums of gradients.
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed import pipelining
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    PrepareModuleInput,
    RowwiseParallel,
    SequenceParallel,
    parallelize_module,
)

from model import MODEL, Block, Embedding, Head, loss_of
from parallelogram_plan import PLAN

STEPS = int(os.environ.get("STEPS", "100"))
LAYERS = PLAN["layers"]
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
TYPE = {"bf16": torch.bfloat16, "fp16": torch.float16}.get(PLAN["precision"], torch.float32)
STAGE_DEVICES = PLAN["devices"] // PLAN["stages"]
# ZBV computes the gradients of weights apart. PyTorch finds these weights only while they are gathered.
SPLITS_BACKWARD = PLAN["schedule"] == "zb-v"
SCHEDULES = {
    "1f1b": "Schedule1F1B",
    "gpipe": "ScheduleGPipe",
    "interleaved": "ScheduleInterleaved1F1B",
    "zb-v": "ScheduleZBVZeroBubble",
}


def factors(number):
    """12 -> [2, 2, 3]: the axes that every group of a stage is made of."""
    found, factor = [], 2
    while number > 1:
        while number % factor == 0:
            found.append(factor)
            number //= factor
        factor += 1
    return found


class Meshes:
    """The meshes of one stage. Every process makes those of all stages: making a group of processes takes all."""

    def __init__(self, stage):
        self.ranks = torch.arange(stage * STAGE_DEVICES, (stage + 1) * STAGE_DEVICES)
        self.axes = factors(STAGE_DEVICES)
        self.base = DeviceMesh(DEVICE, self.ranks.view(self.axes or [1]))
        self.kinds = {}
        for layer in LAYERS:
            self.kinds.setdefault(self.kind(layer), self.mesh(layer))

    def kind(self, layer):
        return layer["tensor"], layer["data"], layer["zero"] > 0, layer["tensor_placement"]

    def mesh(self, layer):
        """Copies, shards and the tensor group; ranks of a strided tensor group lie a data group apart."""
        tensor, data = layer["tensor"], layer["data"]
        strided = layer["tensor_placement"] == "strided"
        grid = self.ranks.view(tensor, data).T if strided else self.ranks.view(data, tensor)
        copies = 1 if layer["zero"] > 0 else data
        return DeviceMesh(
            DEVICE, grid.reshape(copies, data // copies, tensor), mesh_dim_names=("copies", "shards", "tensor")
        )

    def of(self, layer):
        return self.kinds[self.kind(layer)]

    def data(self, layer):
        """The ranks that fully_shard shards a layer over, and replicates it over where there are copies."""
        mesh = self.of(layer)
        return mesh["copies", "shards"] if mesh["copies"].size() > 1 else mesh["shards"]

    def placements(self, layer, split_tokens):
        """Of the activations between layers, on the axes of the stage."""
        inner = Shard(1) if split_tokens else Replicate()
        placements, product = [], 1
        axes = self.axes or [1]
        strided = layer["tensor_placement"] == "strided"
        outer = layer["tensor"] if strided else layer["data"]
        for axis in axes:
            first = product < outer
            placements.append((inner if strided else Shard(0)) if first else (Shard(0) if strided else inner))
            product *= axis
        return placements

    def samples(self, layer, batch):
        """The part of a micro-batch that this process has of a layer."""
        rank = dist.get_rank() - int(self.ranks[0])
        index = rank % layer["data"] if layer["tensor_placement"] == "strided" else rank // layer["tensor"]
        size = batch.shape[0] // layer["data"]
        return batch[index * size : (index + 1) * size]
)"
    R"(

def splits_tokens(index):
    """Megatron's sequence parallelism; embedding and head take and give whole sequences."""
    layer = LAYERS[index]
    return 0 < index < len(LAYERS) - 1 and layer["tensor"] > 1 and layer["sequence_parallel"] == "megatron"


def tensor_plan(module, index):
    """Which matrices of a layer a tensor group divides, and how."""
    if isinstance(module, Embedding):
        return {"tokens": RowwiseParallel(input_layouts=Replicate(), output_layouts=Replicate())}
    if isinstance(module, Head):
        return {"out": ColwiseParallel(output_layouts=Replicate())}
    split = splits_tokens(index)
    out = RowwiseParallel(output_layouts=Shard(1) if split else Replicate())
    plan = {"attention.q": ColwiseParallel(), "attention.k": ColwiseParallel(), "attention.v": ColwiseParallel()}
    plan["attention.out"] = out
    dense = not MODEL["has_experts"][index - 1]
    if dense:
        plan |= {"mlp.up": ColwiseParallel(), "mlp.down": out}
        if MODEL["gated"]:
            plan["mlp.gate"] = ColwiseParallel()
    if split:
        gather = {"input_layouts": (Shard(1),), "desired_input_layouts": (Replicate(),)}
        plan |= {"attention_norm": SequenceParallel(), "mlp_norm": SequenceParallel()}
        plan["attention"] = PrepareModuleInput(**gather)
        # Experts take plain tensors of all tokens; what they give is divided again behind them.
        plan["mlp"] = PrepareModuleInput(**gather, use_local_output=not dense)
    return plan


class Layer(nn.Module):
    """A layer of the plan, which first takes the activations over as its own strategy wants them."""

    def __init__(self, module, index, meshes, before):
        super().__init__()
        self.module, self.meshes, self.strategy = module, meshes, LAYERS[index]
        self.wanted = meshes.placements(LAYERS[index], splits_tokens(index))
        self.given = meshes.placements(LAYERS[before], splits_tokens(before)) if before is not None else self.wanted

    def forward(self, x):
        if self.given != self.wanted:
            x = DTensor.from_local(x, self.meshes.base, self.given, run_check=False)
            x = x.redistribute(placements=self.wanted).to_local(grad_placements=self.wanted)
        return self.module(x)
)"
    R"(

class HandOver(nn.Module):
    """Behind the last layer of a chunk: as the next chunk's first layer wants the activations."""

    def __init__(self, index, meshes):
        super().__init__()
        self.meshes = meshes
        self.given = meshes.placements(LAYERS[index], splits_tokens(index))
        self.wanted = meshes.placements(LAYERS[index + 1], splits_tokens(index + 1))

    def forward(self, x):
        if self.given == self.wanted:
            return x
        x = DTensor.from_local(x, self.meshes.base, self.given, run_check=False)
        return x.redistribute(placements=self.wanted).to_local(grad_placements=self.wanted)


def made(index, meshes, before):
    """One layer, divided, wrapped and sharded as the table says."""
    strategy = LAYERS[index]
    last = len(LAYERS) - 1
    module = Embedding() if index == 0 else Head() if index == last else Block(index - 1)
    module = module.to(DEVICE)
    if strategy["tensor"] > 1:
        parallelize_module(module, meshes.of(strategy)["tensor"], tensor_plan(module, index))
    if strategy["recompute"] == "full":
        module = checkpoint_wrapper(module)
    sums = torch.float32 if PLAN["gradient_bytes"] == 4 else TYPE
    return fully_shard(
        Layer(module, index, meshes, before),
        mesh=meshes.data(strategy),
        reshard_after_forward=strategy["zero"] == 3 and not SPLITS_BACKWARD,
        mp_policy=MixedPrecisionPolicy(param_dtype=TYPE, reduce_dtype=sums, cast_forward_inputs=index > 0),
    )


def follow_plan(chunk):
    """Keeps what the plan frees in every micro-batch freed, whoever accumulates over micro-batches: from ZeRO-2 on
    whole gradients, in ZeRO-3 whole weights."""

    def switch(name, always_from):
        def switched(on, **_):
            for layer in chunk:
                if isinstance(layer, Layer):
                    getattr(layer, name)(on or layer.strategy["zero"] >= always_from)

        setattr(chunk, name, switched)

    switch("set_requires_gradient_sync", 2)
    switch("set_reshard_after_backward", 3)


def chunks():
    """First layer and number of layers of each, in the order of the model."""
    first, found = 0, []
    for count in PLAN["chunks"]:
        found.append((first, count))
        first += count
    return found


def chunks_of(stage):
    """Interleaved: round and round. ZBV: down the stages, and back up."""
    total, stages = len(PLAN["chunks"]), PLAN["stages"]
    if PLAN["schedule"] == "zb-v":
        return [stage, total - 1 - stage]
    return list(range(stage, total, stages))


def built(chunk, meshes):
    first, count = chunks()[chunk]
    layers = [made(i, meshes, i - 1 if i > first else None) for i in range(first, first + count)]
    if first + count < len(LAYERS):
        layers.append(HandOver(first + count - 1, meshes))
    chunk = fully_shard(nn.Sequential(*layers), mesh=meshes.data(LAYERS[first]), reshard_after_forward=False)
    if not SPLITS_BACKWARD:
        follow_plan(chunk)
    return chunk
)"
    R"(

def batches(meshes):
    """To be replaced by data: made-up tokens, a step's share of this process after the other."""
    generator = torch.Generator().manual_seed(0)
    while True:
        tokens = torch.randint(MODEL["vocabulary"], (PLAN["global_batch"], PLAN["sequence"] + 1), generator=generator)
        parts = tokens.to(DEVICE).chunk(PLAN["micro_batches"])
        first, last = LAYERS[0], LAYERS[-1]
        yield (
            torch.cat([meshes.samples(first, part[:, :-1]) for part in parts]),
            torch.cat([meshes.samples(last, part[:, 1:]) for part in parts]),
        )


def scheduled(parts, stage):
    """Of the chunks of this stage, an order of operations."""
    group = dist.new_subgroups_by_enumeration(
        [[s * STAGE_DEVICES + r for s in range(PLAN["stages"])] for r in range(STAGE_DEVICES)]
    )[0]
    total = len(PLAN["chunks"])
    stages = [
        pipelining.PipelineStage(part, index, total, torch.device(DEVICE), group=group)
        for part, index in zip(parts, chunks_of(stage))
    ]
    kind = getattr(pipelining, SCHEDULES[PLAN["schedule"].split(":")[0]], None)
    kind = kind or getattr(pipelining.schedules, SCHEDULES[PLAN["schedule"].split(":")[0]])
    several = len(stages) > 1
    return kind(stages if several else stages[0], n_microbatches=PLAN["micro_batches"], loss_fn=loss_of)


def average_as_head(parts):
    """Each layer averages its gradients over its own replicas. The loss is an average over those of the head."""
    for layer in (layer for part in parts for layer in part if isinstance(layer, Layer)):
        factor = layer.strategy["data"] / LAYERS[-1]["data"]
        for parameter in layer.parameters():
            if factor != 1 and parameter.grad is not None:
                parameter.grad.mul_(factor)


def main():
    dist.init_process_group("nccl" if DEVICE == "cuda" else "gloo")
    if DEVICE == "cuda":
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    torch.manual_seed(0)
    stage = dist.get_rank() // STAGE_DEVICES
    meshes = [Meshes(s) for s in range(PLAN["stages"])][stage]
    parts = [built(chunk, meshes) for chunk in chunks_of(stage)]
    optimizer = torch.optim.AdamW([p for part in parts for p in part.parameters()], lr=1e-4, foreach=False)
    data = batches(meshes)
    holds = [chunk == len(PLAN["chunks"]) - 1 for chunk in chunks_of(stage)]
    schedule = scheduled(parts, stage) if PLAN["stages"] > 1 else None
    for step in range(STEPS):
        tokens, labels = next(data)
        losses = []
        if schedule is not None:
            inputs = (tokens,) if 0 in chunks_of(stage) else ()
            schedule.step(*inputs, target=labels if any(holds) else None, losses=losses if any(holds) else None)
        else:
            pairs = zip(tokens.chunk(PLAN["micro_batches"]), labels.chunk(PLAN["micro_batches"]))
            for number, (x, y) in enumerate(pairs, start=1):
                last = number == PLAN["micro_batches"]
                parts[0].set_is_last_backward(last)
                parts[0].set_requires_gradient_sync(last)
                parts[0].set_reshard_after_backward(last)
                loss = loss_of(parts[0](x), y) / PLAN["micro_batches"]
                loss.backward()
                losses.append(loss.detach() * PLAN["micro_batches"])
        average_as_head(parts)
        optimizer.step()
        optimizer.zero_grad()
        if losses and dist.get_rank() % STAGE_DEVICES == 0:
            print(f"step {step + 1}: loss {torch.stack([l.detach() for l in losses]).mean().item():.4f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
)";

}  // namespace pgram
