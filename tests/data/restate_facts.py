#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes everything here but kernels/ from the large set: facts alone, restated in our own form.

    restate_facts.py LARGE_SET_FOLDER [OUT_FOLDER]

Notes, comments, texts of programs, paths and names of users are dropped; numbers, names of settings and words that our
readers compare stay. README.md has the sources. The output depends on the input, and on the names that the reader of
Hugging Face configurations asks for, alone.
"""
import json
import pathlib
import re
import sys
import tomllib

HERE = pathlib.Path(__file__).parent


def load(path):
    return json.loads(path.read_text())


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def lines_of(value):
    """JSON with one line per case: an element of a list of objects, or a member of the whole."""
    parts = []
    for key, member in value.items():
        if isinstance(member, list) and member and isinstance(member[0], dict):
            rows = ",\n".join(compact(row) for row in member)
            parts.append(f"{json.dumps(key)}:[\n{rows}\n]")
        else:
            parts.append(f"{json.dumps(key)}:{compact(member)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def only(row, names):
    return {name: row[name] for name in names.split() if name in row}


# --- parameters of models --------------------------------------------------------------------------------------------


def parameters(large, out):
    rows = ["model,parameters,dimensions_from"]
    for row in load(large / "models.json")["rows"]:
        if "params_exact" in row and isinstance(row["hf_id"], str):
            source = re.split(r"[,;(\"]", row["fields_source"])[0].strip()
            rows.append(f"{row['hf_id']},{row['params_exact']:.0f},{source}")
    write(out / "parameters.csv", "\n".join(rows) + "\n")


# --- cases of other systems ------------------------------------------------------------------------------------------

TERAPIPE_RUN = """setting model global_batch pipeline op tokens sequences_per_replica seconds_one_slice seconds_terapipe
    slicing slicing_of_each_sequence paper_tflops_one_slice paper_tflops_terapipe slices seconds"""
SERVED_RUN = """kind model device weights tp batch context input output tokens_per_s first_token_ms ttft_ms itl_ms
    out_tokens_per_s_per_gpu derived_weight_GB_total"""
SERVED_SOURCES = {
    "pytorch-labs/gpt-fast": "gpt-fast",
    "pytorch/ao torchao/quantization": "torchao-quantization",
    "pytorch/ao torchao/sparsity": "torchao-sparsity",
    "NVIDIA/TensorRT-LLM": "tensorrt-llm",
    "docs.nvidia.com/nim": "nim",
}


def systems(large, out):
    for name in ("terapipe", "seq1f1b", "karma", "atom", "colossal"):
        file = load(large / "systems" / f"{name}.json")
        cases = {}
        for kind, rows in file["shared"].items():
            rows = [{key: value for key, value in row.items() if key not in ("note", "status")} for row in rows]
            if kind.startswith("published"):
                rows = [only(row, TERAPIPE_RUN) for row in rows]
            cases[kind] = rows
        if "calibration_check" in file:
            law = {key: value for key, value in file["calibration_check"].items() if key != "what"}
            cases["calibration_check"] = {"what": "setting 9", **law}
        if "crossover_derived" in file:
            cases["crossover_derived"] = file["crossover_derived"]
        write(out / "systems" / f"{name}.json", lines_of(cases))
    file = load(large / "systems" / "deployment.json")
    rows = []
    for row in file["shared"]:
        source = next(short for start, short in SERVED_SOURCES.items() if row["source"].startswith(start))
        rows.append({"source": source, **only(row, SERVED_RUN)})
    models = {name: only(model, "L h a kv f V plain") for name, model in file["models"].items()}
    write(out / "systems" / "deployment.json", lines_of({"models": models, "devices": file["devices"], "rows": rows}))


# --- Hetu-Galvatron --------------------------------------------------------------------------------------------------

PEER_TASK = """batch microbatches pp tensor_cap mode peer_cost_s exact_cost_s peer_memory_mib peer_stages peer_layers
    peer_embedding"""


def galvatron(large, out):
    for path in sorted((large / "galvatron" / "cases").glob("*.json")):
        case = load(path)
        case["peer"] = {"plan": case["peer"]["plan"]}
        case["tasks"] = [only(task, PEER_TASK) for task in case["tasks"]]
        write(out / "galvatron" / "cases" / path.name, lines_of(case))
    for name in ("llama2-7b-8gpu", "dense-28-layers-8gpu", "swin-huge", "t5-3b"):
        for path in sorted((large / "galvatron" / "profiles" / name).glob("*.json")):
            kind = path.name.split("_")[0]
            if kind not in ("computation", "memory", "allreduce", "p2p", "sp", "overlap", "galvatron"):
                continue
            if "nodes" in path.name and "1nodes_8gpus" not in path.name:
                continue
            file = load(path)
            if kind in ("computation", "memory"):
                file = {key: value for key, value in file.items() if key.startswith(("layertype_", "other_memory"))}
            target = out / "galvatron" / "profiles" / name / path.name.replace("_[tpconsec_off]", "")
            write(target, compact(file) + "\n")


# --- files of users --------------------------------------------------------------------------------------------------


def source_of(sample):
    source = sample.get("source", {})
    if "repository" not in source:
        return "a public repository, which was not recorded"
    commit = f"@{source['commit'][:10]}" if "commit" in source else ""
    return f"{source['repository']}{commit} {source['path']}"


def write_index(out, kind, samples):
    write(out / "samples" / kind / "index.json", lines_of({"files": samples}))


def gated_delta_model(c):
    """Parameters of a dense model of gated delta nets and gated attention (Qwen3.5), tensor by tensor."""
    h, vocabulary = c["hidden_size"], c["vocab_size"]
    keys = c["linear_num_key_heads"] * c["linear_key_head_dim"]
    heads = c["linear_num_value_heads"]
    values = heads * c["linear_value_head_dim"]
    linear = (h * (2 * keys + 2 * values) + h * 2 * heads + (2 * keys + values) * c["linear_conv_kernel_dim"]
              + 2 * heads + c["linear_value_head_dim"] + values * h)
    query = c["num_attention_heads"] * c["head_dim"]
    full = h * 2 * query + 2 * h * c["num_key_value_heads"] * c["head_dim"] + query * h + 2 * c["head_dim"]
    mixers = sum(linear if kind == "linear_attention" else full for kind in c["layer_types"])
    return mixers + c["num_hidden_layers"] * (3 * h * c["intermediate_size"] + 2 * h) + 2 * vocabulary * h + h


def nemotron_hybrid(c):
    """Parameters of Nemotron-H and Nemotron 3: one part a layer, each behind one norm."""
    h, vocabulary = c["hidden_size"], c["vocab_size"]
    inner = c["mamba_num_heads"] * c["mamba_head_dim"]
    convolved = inner + 2 * c["n_groups"] * c["ssm_state_size"]
    mamba = (h * (inner + convolved + c["mamba_num_heads"]) + convolved * (c["conv_kernel"] + 1)
             + 3 * c["mamba_num_heads"] + inner + inner * h)
    width = c.get("head_dim") or c["attention_head_dim"]
    attention = 2 * h * width * (c["num_attention_heads"] + c["num_key_value_heads"])
    experts = c.get("n_routed_experts", 0)
    sparse = experts * (2 * h * c.get("moe_intermediate_size", 0) + h + 1)
    sparse += 2 * h * c.get("moe_shared_expert_intermediate_size", 0)
    parts = {"M": mamba, "*": attention, "-": 2 * h * c["intermediate_size"], "E": sparse}
    return sum(parts[letter] + h for letter in c["hybrid_override_pattern"]) + 2 * vocabulary * h + h


# Language models of which the large set has no count: by formula, or as the text model of the same sizes.
COUNTS = {"Qwen--Qwen3-VL-2B": 1720574976, "Qwen--Qwen3-VL-30B": 30532122624, "Qwen--Qwen3-VL-32B": 32762123264,
          "Qwen--Qwen3.5": gated_delta_model, "nvidia--N": nemotron_hybrid}


def count_of(name, config):
    """The parameters of a language model without its towers; nothing if COUNTS has none."""
    found = next((count for start, count in COUNTS.items() if name.startswith(start)), None)
    return found(config.get("text_config", config)) if callable(found) else found


def hugging_face(large, out):
    """Configurations with the members that our reader asks for."""
    names = {"model_type", "max_position_embeddings", "n_positions", "n_ctx", "max_sequence_length", "_name_or_path"}
    for path in (HERE.parents[1] / "core" / "exchange").glob("config_*.cpp"):
        names |= set(re.findall(r'"([A-Za-z_0-9]+)"', path.read_text()))

    def restated(config):
        kept = {}
        for name, value in config.items():
            if name in ("quantization_config", "vision_config"):
                kept[name] = {}
            elif name == "text_config":
                kept[name] = restated(value)
            elif name == "id2label":
                kept[name] = {label: "" for label in value}
            elif name == "_name_or_path":
                kept[name] = value.rstrip("/").split("/")[-1]
            elif name in names:
                kept[name] = value
        return kept

    refusals = {"no model_type": "no model_type"}
    samples = []
    folder = large / "samples" / "hf"
    for sample in load(folder / "index.json")["files"]:
        row = {"file": sample["file"], "source": source_of(sample)}
        config = load(folder / sample["file"])
        if parameters := sample.get("parameters", count_of(sample["file"], config)):
            row["parameters"] = parameters
        else:
            row["refused"] = next(word for part, word in refusals.items() if part in sample["expect"])
        samples.append({**row, "content": restated(config)})
    write_index(out, "hf", samples)


def topologies(large, out):
    """The matrices, with tabs and indents as they were; without their legend."""
    folder = large / "samples" / "topo"
    samples = []
    for sample in load(folder / "index.json")["files"]:
        table = (folder / sample["file"]).read_text().split("\nLegend")[0].rstrip()
        name = sample["file"].replace("-della-cryoem", "")
        write(out / "samples" / "topo" / name, table + "\n\nLegend:\n\n  X = itself\n  NV# = # NVLinks\n")
        samples.append({"file": name, "links_all": sample["links_all"], "source": source_of(sample)})
    write_index(out, "topo", samples)


def collectives(large, out):
    """Logs of nccl-tests: rows and heads of columns; hosts and processes are numbered."""
    folder = large / "samples" / "nccl"
    samples = []
    for sample in load(folder / "index.json")["files"]:
        hosts = {}
        lines = []
        for line in (folder / sample["file"]).read_text().splitlines():
            if found := re.search(r"Pid +\d+ on (\S+)", line):
                host = hosts.setdefault(found[1], f"host{len(hosts)}")
                line = line.replace(found[0], f"Pid 1 on {host}")
            if "Errors with asterisks" in line or "truncated" in line:
                continue
            lines.append(re.sub(r"^\S+ (\[\d\]) NCCL INFO.*", r"host0:1:1 \1 NCCL INFO", line).rstrip())
        write(out / "samples" / "nccl" / sample["file"], "\n".join(lines) + "\n")
        largest = {"busbw": sample["largest"]["busbw"]}
        samples.append({**only(sample, "file test ranks"), "largest": largest, "source": source_of(sample)})
    write_index(out, "nccl", samples)


# Arguments of Megatron that name files, services and what is printed.
LEFT_OUT = re.compile(r"path|dir$|-file|load|save|token|wandb|tensorboard|--log|--eval|split$|profile|master|rdzv|kill|"
                      r"exit|--tee|jobid|--wait|trace|capture|cpuctx|--sample$|container|mmap|mock|history|timeout|"
                      r"cuda-memory|node_rank|restarts")
MEGATRON_DEGREES = {"tp": "--tensor-model-parallel-size", "pp": "--pipeline-model-parallel-size",
                    "ep": "--expert-model-parallel-size", "micro_batch": "--micro-batch-size",
                    "global_batch": "--global-batch-size"}


def words_of(flag):
    """An argument and its values, without what a script's parser took with them."""
    words = [flag[0]]
    for value in flag[1:]:
        value = re.sub(r"^\$\{(\w+):-$", r"$\1", value.strip("'\""))
        if re.fullmatch(r"\$\w+_(ARGS|OPTS)|\[|if|elif|else|export|", value):
            break
        words.append(f'"{value}"' if re.search(r"[ |(]", value) else value)
    return words


def megatron(large, out):
    folder = large / "samples" / "megatron"
    samples = []
    for sample in load(folder / "index.json")["files"]:
        path = folder / sample["file"]
        if path.suffix == ".yaml":
            text = path.read_text().split("MODEL_ARGS:")[1].split("METRICS:")[0]
            flags = [found.groups() for found in re.finditer(r"^  (--[\w-]+): (\S+)", text, re.M)]
            flags = [flag for flag in flags if not LEFT_OUT.search(flag[0])]
            name = sample["file"]
            text = "MODEL_ARGS:\n" + "".join(f"  {flag}: {value}\n" for flag, value in flags)
        else:
            flags = [words_of(flag) for flag in load(path)["flags"] if not LEFT_OUT.search(flag[0])]
            flags = [flag for i, flag in enumerate(flags) if flag not in flags[:i]]
            named = {flag[0] for flag in flags}
            flags += [[flag, str(sample["expect"][degree])] for degree, flag in MEGATRON_DEGREES.items()
                      if degree in sample["expect"] and flag not in named]
            launcher = [flag for flag in flags if flag[0] in ("--nproc_per_node", "--nnodes")]
            flags = [flag for flag in flags if flag not in launcher]
            name = sample["file"].replace(".args.json", ".args")
            start = "torchrun " + " ".join(word for flag in launcher for word in flag) + " pretrain.py"
            text = " \\\n    ".join(["#!/bin/bash\n" + start] + [" ".join(flag) for flag in flags]) + "\n"
        write(out / "samples" / "megatron" / name, text)
        values = {flag[0]: flag[1] for flag in flags if len(flag) > 1}
        expected = {degree: int(values[flag]) for degree, flag in MEGATRON_DEGREES.items()
                    if values.get(flag, "").isdigit()}
        samples.append({"file": name, "expect": expected, "source": source_of(sample)})
    write_index(out, "megatron", samples)


def deepspeed(large, out):
    folder = large / "samples" / "deepspeed"
    samples = []
    for sample in load(folder / "index.json")["files"]:
        samples.append({"file": sample["file"], "source": source_of(sample),
                        "expect": only(sample["expect"], "zero_stage"), "content": load(folder / sample["file"])})
    write_index(out, "deepspeed", samples)


def toml_of(table, path=()):
    """TOML of a table whose values are words, numbers, truths and lists of words."""
    members = sorted(table.items())
    own = "".join(f"{key} = {json.dumps(value)}\n" for key, value in members if not isinstance(value, dict))
    text = f"[{'.'.join(path)}]\n{own}" if own else ""
    return text + "".join(toml_of(value, (*path, key)) for key, value in members if isinstance(value, dict))


def torchtitan(large, out):
    folder = large / "samples" / "torchtitan"
    samples = []
    for sample in load(folder / "index.json")["files"]:
        settings = tomllib.loads((folder / sample["file"]).read_text())
        kept = only(settings, "model optimizer training parallelism activation_checkpoint compile quantize")
        kept["model"].pop("hf_assets_path", None)
        write(out / "samples" / "torchtitan" / sample["file"], toml_of(kept))
        expected = {key: value for key, value in sample["expect"].items() if isinstance(value, int)}
        samples.append({"file": sample["file"], "expect": expected, "source": source_of(sample)})
    write_index(out, "torchtitan", samples)


ACCELERATE_DEGREES = {"parallelism_config_tp_size": "tp", "zero_stage": "zero_stage"}


def accelerate(large, out):
    """Settings by name; those of a block two spaces further in."""
    folder = large / "samples" / "accelerate"
    samples = []
    for sample in load(folder / "index.json")["files"]:
        blocks = []
        expected = {}
        for line in (folder / sample["file"]).read_text().splitlines():
            line = re.sub(r"\s*#.*", "", line)
            if not line:
                continue
            if line.startswith(" "):
                blocks[-1].append(line)
            else:
                blocks.append([line])
            name, value = line.strip().split(":", 1)
            if name in ACCELERATE_DEGREES:
                expected[ACCELERATE_DEGREES[name]] = int(value)
        lines = [line for block in sorted(blocks) for line in [block[0], *sorted(block[1:])]]
        name = sample["file"].replace(".yml", ".yaml")
        write(out / "samples" / "accelerate" / name, "\n".join(lines) + "\n")
        samples.append({"file": name, "expect": expected, "source": source_of(sample)})
    write_index(out, "accelerate", samples)


def main():
    large = pathlib.Path(sys.argv[1])
    out = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE
    for restate in (parameters, systems, galvatron, hugging_face, topologies, collectives, megatron, deepspeed,
                    torchtitan, accelerate):
        restate(large, out)


main()
