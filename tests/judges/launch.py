# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges folders that start a training by the rules of the framework that runs them.

The rules restate what the frameworks check, or leave unchecked and fail on later: legal names and values of options
(options.json), products of degrees, batches, lists per layer, layouts of stages. Nothing here knows how the folders are
written.
"""
import ast
import json
import pathlib
import re
import shlex
import subprocess
import tomllib

OPTIONS = json.loads((pathlib.Path(__file__).parent / "options.json").read_text())


class Judge:
    """Collects problems of one folder."""

    def __init__(self):
        self.problems = []

    def need(self, holds, problem):
        if not holds:
            self.problems.append(problem)

    def known(self, names, legal, where):
        for name in names:
            self.need(name in legal, f"{where}: {name} is not an option")


def words_of(script):
    """The words of the command that starts the training, arrays put in their places, and what the script exports."""
    text = re.sub(r"^\s*#.*$", "", script, flags=re.M)
    exports = dict(re.findall(r"^export (\w+)=(\S+)", text, re.M))
    arrays = {name: shlex.split(body) for name, body in re.findall(r"^(\w+)=\(\n(.*?)^\)", text, re.S | re.M)}
    command = re.search(r"^(?:torchrun|accelerate launch|tune run) .*?[^\\]$", text, re.S | re.M)
    words = []
    for word in shlex.split(command.group().replace("\\\n", " ")) if command else []:
        array = re.fullmatch(r"\$\{(\w+)\[@\]\}", word)
        words += arrays[array[1]] if array else [word]
    return words, exports


def devices_of(words):
    """Nodes times devices per node of torchrun's arguments."""
    def value(name):
        return int(words[words.index(name) + 1])
    return value("--nnodes") * value("--nproc-per-node")


# --- Megatron-LM -----------------------------------------------------------------------------------------------------


def megatron_options(judge, words):
    """Options behind the program's name; a word without dashes in front is the value of the option before it."""
    values = {}
    name = None
    start = next(i for i, word in enumerate(words) if word.endswith("pretrain_gpt.py"))
    for word in words[start + 1:]:
        if word.startswith("--"):
            name = word[2:]
            judge.need(name not in values, f"--{name} twice")
            values[name] = []
        else:
            values[name].append(word)
    legal = OPTIONS["megatron"]
    options = {}
    for name, given in values.items():
        rule = legal["values"].get(name)
        if name in legal["flags"]:
            judge.need(not given, f"--{name} takes no value")
            options[name] = True
            continue
        judge.need(rule is not None, f"--{name} is not an option")
        judge.need(given, f"--{name} lacks its value")
        options[name] = given[0] if given else ""
        if rule == "whole":
            judge.need(re.fullmatch(r"\d+", options[name]), f"--{name} {options[name]} is not a whole number")
            options[name] = int(options[name]) if options[name].isdigit() else 1
        elif rule == "number":
            judge.need(re.fullmatch(r"[\d.eE+-]+", options[name]), f"--{name} {options[name]} is not a number")
        elif isinstance(rule, list):
            judge.need(all(value in rule for value in given), f"--{name} {' '.join(given)} is not one of {rule}")
    return options


def layout_stages(judge, layout):
    """Stages of a layout, "Et*3|(t|)*2tL": E embedding, t layer, m prediction, L loss, x*n and (...)*n repeat."""
    judge.need(re.fullmatch(r"[EtmL|*()\d,]*", layout), f"layout {layout} has other characters")
    text = layout.replace(",", "")
    text = re.sub(r"\(([^()]*)\)\*(\d+)", lambda found: found[1] * int(found[2]), text)
    text = re.sub(r"([EtmL|])\*(\d+)", lambda found: found[1] * int(found[2]), text)
    return text.split("|")


def megatron(judge, folder, words, exports, world):
    options = megatron_options(judge, words)

    def degree(name):
        return options.get(name, 1)
    tensor, pipeline = degree("tensor-model-parallel-size"), degree("pipeline-model-parallel-size")
    context, expert = degree("context-parallel-size"), degree("expert-model-parallel-size")
    judge.need(world % (tensor * pipeline * context) == 0, f"{world} devices for TP {tensor} x PP {pipeline} x CP {context}")
    data = max(1, world // (tensor * pipeline * context))
    experts_tensor = options.get("expert-tensor-parallel-size", tensor)
    judge.need(world % (expert * experts_tensor * pipeline) == 0, f"{world} devices for EP {expert} x ETP {experts_tensor}")
    batch, micro = options.get("global-batch-size", 0), degree("micro-batch-size")
    judge.need(batch > 0 and batch % (micro * data) == 0, f"batch {batch} for micro-batches of {micro} on {data} replicas")
    judge.need(options.get("num-attention-heads", 0) % tensor == 0, "heads do not divide by TP")
    groups = options.get("num-query-groups")
    judge.need(groups is None or options.get("group-query-attention"), "query groups without --group-query-attention")
    judge.need(groups is None or groups % tensor == 0 or tensor % groups == 0, "query groups neither divide TP nor the reverse")
    judge.need(context == 1 or options["seq-length"] % (2 * context) == 0, "the sequence does not divide by 2 CP")
    judge.need(options.get("max-position-embeddings", 0) >= options["seq-length"], "fewer positions than tokens")
    judge.need(options.get("num-experts", expert) % expert == 0, "experts do not divide by EP")

    virtual = [name for name in ("num-layers-per-virtual-pipeline-stage", "num-virtual-stages-per-pipeline-rank",
                                 "pipeline-model-parallel-layout") if name in options]
    judge.need(len(virtual) <= 1, f"{virtual} exclude each other")
    counts = [name for name in ("decoder-first-pipeline-num-layers", "decoder-last-pipeline-num-layers",
                                "account-for-embedding-in-pipeline-split", "account-for-loss-in-pipeline-split")
              if name in options]
    if "pipeline-model-parallel-layout" in options:
        stages = layout_stages(judge, options["pipeline-model-parallel-layout"])
        layers = "".join(stages)
        judge.need(not counts, f"a layout with {counts}")
        judge.need(len(stages) % pipeline == 0, f"{len(stages)} stages of a layout on PP {pipeline}")
        judge.need(layers.count("t") == options["num-layers"], f"{layers.count('t')} layers of a layout, not {options['num-layers']}")
        judge.need("E" in stages[0] and layers.count("E") == 1, "the embedding is not on the first stage alone")
        judge.need("L" in stages[-1] and layers.count("L") == 1, "the loss is not on the last stage alone")
    elif not counts[:2]:
        places = options["num-layers"] + len(counts)
        chunks = pipeline * options.get("num-virtual-stages-per-pipeline-rank", 1)
        judge.need(places % chunks == 0, f"{places} places of layers on {chunks} stages")

    granularity = options.get("recompute-granularity")
    method = {"recompute-method", "recompute-num-layers"} & options.keys()
    judge.need(granularity != "full" or len(method) == 2, "full recomputation lacks its method or number")
    judge.need(granularity == "full" or not method, "a method of recomputation without --recompute-granularity full")
    judge.need(not options.get("sequence-parallel") or tensor > 1, "--sequence-parallel at TP 1 is dropped")
    fsdp = options.get("use-megatron-fsdp") or options.get("use-torch-fsdp2")
    if options.get("overlap-param-gather"):
        judge.need(options.get("overlap-grad-reduce"), "--overlap-param-gather without --overlap-grad-reduce")
        judge.need(options.get("use-distributed-optimizer") or fsdp, "--overlap-param-gather without a distributed optimizer")
    plan = json.loads((folder / "plan.json").read_text())
    before_blackwell = "block_formats" not in json.dumps(plan["cluster"])
    if (tensor > 1 or context > 1) and before_blackwell and not fsdp:
        judge.need(exports.get("CUDA_DEVICE_MAX_CONNECTIONS") == "1", "CUDA_DEVICE_MAX_CONNECTIONS=1 is missing")
    if fsdp:
        judge.need(exports.get("CUDA_DEVICE_MAX_CONNECTIONS") != "1", "CUDA_DEVICE_MAX_CONNECTIONS=1 with FSDP")
    judge.need(not (options.get("bf16") and options.get("fp16")), "--bf16 with --fp16")


# --- DeepSpeed -------------------------------------------------------------------------------------------------------


def once(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError(f"{names} has a name twice")
    return dict(pairs)


def deepspeed(judge, folder, world):
    try:
        config = json.loads((folder / "ds_config.json").read_text(), object_pairs_hook=once)
    except ValueError as error:
        judge.need(False, str(error))
        return
    judge.known(config, OPTIONS["deepspeed"]["top"], "ds_config.json")
    zero = config.get("zero_optimization", {})
    judge.known(zero, OPTIONS["deepspeed"]["zero_optimization"], "zero_optimization")
    stage = zero.get("stage", 0)
    judge.need(stage in (0, 1, 2, 3), f"ZeRO stage {stage}")
    judge.need(not (config.get("bf16", {}).get("enabled") and config.get("fp16", {}).get("enabled")), "bf16 with fp16")
    stages = config.get("pipeline", {}).get("stages", 1)
    judge.need(stages == 1 or stage < 2, f"a pipeline with ZeRO-{stage}")
    parts = stages * config.get("tensor_parallel", {}).get("autotp_size", 1) * config.get("sequence_parallel_size", 1)
    judge.need(world % parts == 0, f"{world} devices for {parts} parts of a replica")
    product = config["train_micro_batch_size_per_gpu"] * config["gradient_accumulation_steps"] * (world // parts)
    judge.need(config["train_batch_size"] == product, f"batch {config['train_batch_size']}, not {product}")


# --- torchtitan ------------------------------------------------------------------------------------------------------


def titan_mesh(judge, parallelism, world, with_experts):
    """The product of degrees, and the parts of the model that stages hold, of TOML and Python alike."""
    def degree(name):
        return parallelism.get(name, 1)
    sharded = degree("data_parallel_shard_degree") * degree("context_parallel_degree") * degree("tensor_parallel_degree")
    product = degree("data_parallel_replicate_degree") * sharded * degree("pipeline_parallel_degree")
    judge.need(product == world, f"a mesh of {product} devices, not {world}")
    judge.need(sharded % degree("expert_parallel_degree") == 0, "EP does not divide shard x CP x TP")
    if degree("pipeline_parallel_degree") == 1:
        return
    parts = parallelism["module_fqns_per_model_part"]
    schedule = parallelism["pipeline_parallel_schedule"]
    legal = OPTIONS["torchtitan"]
    judge.need(schedule in legal["single_stage"] + legal["multi_stage"], f"schedule {schedule}")
    judge.need(len(parts) % degree("pipeline_parallel_degree") == 0, f"{len(parts)} model parts")
    per_rank = len(parts) // degree("pipeline_parallel_degree")
    judge.need((per_rank == 1) == (schedule in legal["single_stage"]), f"{schedule} with {per_rank} parts per rank")
    modules = [module for part in parts for module in part]
    layers = sum(module.startswith("layers.") for module in modules)
    expected = ["tok_embeddings", *(f"layers.{i}" for i in range(layers)), "norm"]
    judge.need(modules[:-1] == expected, "model parts do not name every module once and in order")
    judge.need(modules[-1] == ("lm_head" if with_experts else "output"), f"the last module is {modules[-1]}")


def titan_toml(judge, folder, world):
    config = tomllib.loads((folder / "train_config.toml").read_text())
    legal = OPTIONS["torchtitan"]
    judge.known(config, [name for name in legal if not name.endswith("_stage")], "train_config.toml")
    for section, settings in config.items():
        judge.known(settings, legal.get(section, []), section)
    parallelism, training = config["parallelism"], config["training"]
    titan_mesh(judge, parallelism, world, False)
    replicas = parallelism.get("data_parallel_replicate_degree", 1) * parallelism.get("data_parallel_shard_degree", 1)
    local = training["local_batch_size"]
    judge.need(training["global_batch_size"] % (local * replicas) == 0, "the global batch does not divide")
    judge.need(local % parallelism.get("pipeline_parallel_microbatch_size", 1) == 0, "the local batch does not divide")
    judge.need(parallelism.get("fsdp_reshard_after_forward", "default") in ("default", "always", "never"), "reshard")
    judge.need(config["activation_checkpoint"]["mode"] in ("none", "selective", "full", "memory_budget"), "mode")


def titan_python(judge, folder, world):
    """Named arguments whose values are constants, of the newest torchtitan's configuration."""
    names = {}
    for node in ast.walk(ast.parse((folder / "parallelogram_config.py").read_text())):
        if isinstance(node, ast.keyword) and node.arg:
            text = ast.unparse(node.value)
            if re.fullmatch(r"[\d *]+", text):
                names[node.arg] = eval(text)  # whole numbers and products of them alone
            elif isinstance(node.value, (ast.Constant, ast.List)):
                names[node.arg] = ast.literal_eval(node.value)
    titan_mesh(judge, names, world, True)
    pipeline, experts = names["pipeline_parallel_degree"], names["expert_parallel_degree"]
    judge.need(names.get("disable_cuda_graphs") or (pipeline == 1 and experts == 1), "CUDA graphs with PP or EP")
    replicas = names["data_parallel_replicate_degree"] * names["data_parallel_shard_degree"]
    tokens = names["num_tokens_per_microbatch_per_dp_rank"] * names.get("num_pp_microbatches", 1) * replicas
    judge.need(names["num_tokens_per_train_step"] % tokens == 0, "the step's tokens do not divide")
    parts = names["tensor_parallel_degree"] if names.get("enable_sequence_parallel") else 1
    parts *= 2 * names["context_parallel_degree"] if names["context_parallel_degree"] > 1 else 1
    judge.need(names["num_tokens_per_microbatch_per_dp_rank"] % parts == 0, "a micro-batch's tokens do not divide")


# --- Accelerate ------------------------------------------------------------------------------------------------------


def yaml_of(text):
    """Settings by name, and blocks of settings: the subset of YAML that such files need."""
    config, block = {}, None
    for line in text.splitlines():
        line = re.sub(r"\s*#.*", "", line)
        if not line:
            continue
        name, value = (part.strip() for part in line.split(":", 1))
        value = int(value) if re.fullmatch(r"-?\d+", value) else value.strip("'")
        if line.startswith(" "):
            block[name] = value
        elif value == "":
            block = config[name] = {}
        else:
            config[name] = value
    return config


def accelerate(judge, folder):
    config = yaml_of((folder / "accelerate_config.yaml").read_text())
    legal = OPTIONS["accelerate"]
    judge.known(config, legal["top"], "accelerate_config.yaml")
    fsdp, mesh = config.get("fsdp_config", {}), config.get("parallelism_config", {})
    judge.known(fsdp, legal["fsdp_config"], "fsdp_config")
    judge.known(mesh, ["parallelism_config_" + name for name in legal["parallelism_config"]], "parallelism_config")
    kind, world = config["distributed_type"], config["num_processes"]
    judge.need(kind in ("FSDP", "DEEPSPEED", "MEGATRON_LM", "MULTI_GPU"), f"distributed_type {kind}")
    judge.need(world % config["num_machines"] == 0, "processes do not divide by machines")

    def degree(name):
        return mesh.get(f"parallelism_config_{name}_size", 1)
    if mesh:
        judge.need(kind != "FSDP" or fsdp.get("fsdp_version") == 2, "parallelism_config with FSDP 1")
        sizes = [degree(name) for name in ("dp_replicate", "dp_shard", "tp", "cp", "sp")]
        product = sizes[0] * sizes[1] * sizes[2] * sizes[3] * sizes[4]
        judge.need(product == world, f"a mesh of {product} processes, not {world}")
        judge.need(degree("cp") == 1 or degree("sp") == 1, "CP with SP")
        judge.need(sizes[0] == 1 or (degree("tp") == 1 and degree("cp") == 1) or sizes[1] > 1, "replicas of TP or CP without shards")
    if kind == "MEGATRON_LM":
        megatron_config = config["megatron_lm_config"]
        parts = 1
        for name in ("tp_degree", "pp_degree", "context_parallel_size"):
            parts *= megatron_config.get("megatron_lm_" + name, 1)
        judge.need(world % parts == 0, f"{world} processes for {parts} parts")
    if kind == "DEEPSPEED":
        deepspeed(judge, folder, world)


# --- Megatron-Bridge -------------------------------------------------------------------------------------------------


def constants_of(node):
    """The constants of a dictionary or of a call's arguments; other values are left out."""
    pairs = ([(key.value, value) for key, value in zip(node.keys, node.values)] if isinstance(node, ast.Dict)
             else [(keyword.arg, keyword.value) for keyword in node.keywords])
    return {name: value.value if isinstance(value, ast.Constant) else None for name, value in pairs}


def bridge(judge, folder, world):
    tree = ast.parse((folder / "train_bridge.py").read_text())
    legal = OPTIONS["megatron-bridge"]
    tables = {node.targets[0].id: constants_of(node.value) for node in ast.walk(tree)
              if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)}
    calls = {node.func.id: constants_of(node) for node in ast.walk(tree)
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    sizes, options = tables["SIZES"], tables["SIZES"] | tables["RUN"]
    judge.known(options, legal["model"], "the model")
    judge.known(tables["PRECISION"], legal["MixedPrecisionConfig"], "PRECISION")
    for name in legal.keys() & calls.keys():
        judge.known(calls[name], legal[name], name)

    def degree(name):
        return options.get(name) or 1
    tensor, pipeline = degree("tensor_model_parallel_size"), degree("pipeline_model_parallel_size")
    context, expert = degree("context_parallel_size"), degree("expert_model_parallel_size")
    judge.need(world % (tensor * pipeline * context) == 0, f"{world} devices for TP {tensor} x PP {pipeline} x CP {context}")
    data = max(1, world // (tensor * pipeline * context))
    experts_tensor = options.get("expert_tensor_parallel_size") or tensor
    judge.need(world % (expert * experts_tensor * pipeline) == 0, f"{world} devices for EP {expert} x ETP {experts_tensor}")
    batch, micro = calls["TrainingConfig"]["global_batch_size"], calls["TrainingConfig"]["micro_batch_size"]
    judge.need(batch % (micro * data) == 0, f"batch {batch} for micro-batches of {micro} on {data} replicas")
    judge.need(sizes["num_attention_heads"] % tensor == 0, "heads do not divide by TP")
    judge.need(context == 1 or options["seq_length"] % (2 * context) == 0, "the sequence does not divide by 2 CP")
    judge.need(calls["GPTDatasetConfig"]["seq_length"] == options["seq_length"], "two sequence lengths")
    judge.need((options.get("num_moe_experts") or expert) % expert == 0, "experts do not divide by EP")
    judge.need(not options.get("sequence_parallel") or tensor > 1, "sequence parallelism without TP")
    ddp, optimizer = calls["DistributedDataParallelConfig"], calls["OptimizerConfig"]
    for name in ("use_distributed_optimizer", "overlap_param_gather"):
        judge.need(ddp[name] == optimizer[name], f"{name} of two values")
    judge.need(not ddp["overlap_param_gather"] or ddp["use_distributed_optimizer"], "overlap_param_gather without ZeRO-1")
    judge.need(options.get("recompute_granularity") != "full" or options.get("recompute_method"), "full without a method")
    layout = options.get("pipeline_model_parallel_layout")
    if layout:
        stages = layout_stages(judge, layout)
        judge.need(len(stages) % pipeline == 0, f"a layout of {len(stages)} parts for {pipeline} stages")
        judge.need("".join(stages).count("t") == sizes["num_layers"], "layers of a layout")
    chunks = degree("virtual_pipeline_model_parallel_size") * pipeline
    judge.need(layout or sizes["num_layers"] % chunks == 0, "layers do not divide by chunks")
    entry = "finetune" if "LoRA" in calls else "pretrain"
    judge.need(entry in calls, f"{entry} is not called")


# --- Hetu-Galvatron --------------------------------------------------------------------------------------------------


def galvatron(judge, folder, world):
    config = json.loads((folder / "galvatron_config.json").read_text(), object_pairs_hook=once)
    legal = OPTIONS["galvatron"]
    judge.known(config, legal["keys"], "galvatron_config.json")

    def numbers(name):
        return [int(number) for number in config[name].split(",")]
    tensor, stages, pipeline = numbers("tp_sizes_enc"), numbers("pp_division"), config["pp_deg"]
    for name in legal["lists"]:
        judge.need(name not in config or len(numbers(name)) == len(tensor), f"{name} has another length")
    judge.need(config["world_size"] == world, f"world_size {config['world_size']}, not {world}")
    judge.need(world % pipeline == 0, f"{world} devices for {pipeline} stages")
    judge.need(len(stages) == pipeline and sum(stages) == len(tensor), f"pp_division {stages} of {len(tensor)} layers")
    judge.need(all((world // pipeline) % degree == 0 for degree in tensor), "a tensor degree does not divide a stage")
    judge.need(config["global_bsz"] % (world // pipeline // min(tensor)) == 0, "the batch does not divide")
    for name in ("pipeline_type", "default_dp_type"):
        judge.need(config[name] in legal[name], f"{name} {config[name]}")


def problems_of(folder):
    """All problems of a folder that starts a training; none: its framework can take it."""
    judge = Judge()
    folder = pathlib.Path(folder)
    words, exports = words_of((folder / "train.sh").read_text())
    judge.need(words, "train.sh starts nothing")
    for path in folder.glob("*.py"):
        ast.parse(path.read_text())
    for path in (folder / "train.sh", folder / "train.sbatch"):
        checked = subprocess.run(["bash", "-n", path], capture_output=True, text=True, check=False)
        judge.need(checked.returncode == 0, f"{path.name}: {checked.stderr}")
    if (folder / "accelerate_config.yaml").exists():
        accelerate(judge, folder)
        return judge.problems
    world = devices_of(words)
    if (folder / "train_bridge.py").exists():
        bridge(judge, folder, world)
    elif any(word.endswith("pretrain_gpt.py") for word in words):
        megatron(judge, folder, words, exports, world)
    elif (folder / "train_config.toml").exists():
        titan_toml(judge, folder, world)
    elif (folder / "parallelogram_config.py").exists():
        titan_python(judge, folder, world)
    elif (folder / "galvatron_config.json").exists():
        galvatron(judge, folder, world)
    elif (folder / "ds_config.json").exists():
        deepspeed(judge, folder, world)
    return judge.problems
