#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Writes a file of every kind that a release writes or reads, so that later releases can prove that they read them
# (README.md). `./dev release` runs it; by hand: make.sh PROGRAMS FOLDER, where PROGRAMS has pgram and parallelogram
# and FOLDER is empty or missing.
set -euo pipefail
export LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen
source=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../..")
programs=$(readlink -f "$1")
out=$(readlink -m "$2")
pgram=$programs/pgram

fail() { echo "make.sh: $*" >&2; exit 1; }
[[ -x $pgram && -x $programs/parallelogram ]] || fail "pgram and parallelogram are not both in $programs"
[[ -z $(find "$out" -mindepth 1 -print -quit 2>/dev/null) ]] || fail "$out is not empty"
mkdir -p "$out"/{plans,exports,answers}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$out"

# --- presets: of each kind a few, and all that they refer to -----------------------------------------------------------
store=$source/presets
mkdir -p presets/{models,clusters,scenarios,lessons,tiers}
for model in bert-huge-32 mixtral-8x7b resnet-200 t5-512-4-32 llama2-7b deepseek-v3 gpt3-1.3b; do
    cp "$store/models/$model.json" presets/models/
done
for cluster in rtx-titan-8 a100-8 a100-32-v100-32 gb200-nvl72 dgx-a100 dgx-h100-64; do
    cp "$store/clusters/$cluster.json" presets/clusters/
done
cp -r "$store/devices" presets/devices
cp "$store"/scenarios/{default,llama2-7b,t5-imbalanced}.json presets/scenarios/
cp "$store"/lessons/memory-in-training.* presets/lessons/
cp "$store"/tiers/rram-sram.json presets/tiers/
cp "$store/frameworks.json" presets/
"$pgram" validate measurements --suite nanotron --record presets/fidelity.json >/dev/null

# --- plans: of each kind of strategy, schedule, precision and cluster ---------------------------------------------------
plan() {
    "$pgram" plan "${@:2}" --out "plans/$1.pgplan.json" >/dev/null 2>"$work/plan" || { cat "$work/plan" >&2; fail "no plan $1"; }
}
plan pipeline --model bert-huge-32 --cluster rtx-titan-8 --memory 8GiB --batch 64
plan hybrid --model llama2-7b --cluster a100-16 --memory 24GiB --batch 32 \
    --space dp,sdp,tp,pp,ckpt,sp,ulysses,cp,selective,zero1,zero2,hsdp
plan chunks --model gpt3-6.7b --cluster dgx-a100 --method dp+pp --schedule interleaved:2 --batch 64 --memory 40GiB \
    --framework nemo
plan zero --model llama2-7b --cluster a100-16 --batch 32 --schedule zb-v --microbatches 8 --space dp,sdp,tp,pp,zero1,zero2
plan hsdp --model llama2-7b --cluster dgx-a100-64 --batch 128 --space sdp,hsdp,ckpt --memory 32GiB
plan long --model llama2-7b --cluster a100-8 --sequence 32k --batch 8 --space dp,sdp,tp,ulysses,cp,selective
plan experts --model mixtral-8x7b --cluster dgx-h100-64 --memory 40GiB --batch 128 --space dp,sdp,tp,pp,ep,sp
plan grid --scenario grid-bert-large
plan sliced --scenario sliced-gpt3-13b
plan swapped --scenario out-of-core-resnet-200
plan offloaded --model llama2-7b --cluster rtx-4090-8 --memory 16GiB --batch 16 \
    --space dp,sdp,tp,pp,ckpt,offload-activations,offload-optimizer
plan mixed --model gpt3-6.7b --cluster a100-32-v100-32 --batch 64 --method dp+pp
plan mxfp8 --model llama3.1-8b --cluster hgx-b200 --precision mxfp8 --batch 64
plan qlora --model llama2-13b --cluster consumer-8 --tune qlora --batch 16
plan nodes --model bert-large --cluster dgx-a100 --nodes 2 --batch 128 --optimizer adafactor --precision fp16
plan types --scenario t5-imbalanced
plan images --scenario swin-huge
plan sharded --model llama3.1-8b --cluster dgx-h100 --batch 32 --target torchtitan
plan tensor --model gpt2-xl --cluster dgx-a100 --batch 64 --target accelerate-megatron
plan small --model bert-base --layers 3 --cluster rtx-titan-8 --devices 2 --memory 1GiB --batch 4

# --- folders of other programs, below the name of their plan ------------------------------------------------------------
# Programmes for solvers are left out: they are read with a solution beside them, which a solver writes.
formats=$("$pgram" list formats --json | python3 -c '
import json, sys
for row in json.load(sys.stdin)["entries"]:
    if row["reads"] and row["writes"] and row["name"] != "mps":
        print(row["name"])')
for format in $formats; do
    for plan in small sharded tensor; do
        "$pgram" export "plans/$plan.pgplan.json" --to "$format" --out "exports/$plan/$format" >/dev/null \
            2>"$work/export" && continue 2
    done
    cat "$work/export" >&2
    fail "no export to $format"
done

# --- a user's profile and kernels, and the model and the cluster of the profile -----------------------------------------
cp -r "$source/tests/cases/cli/profile-small/small" profile
cp "$source/tests/cases/cli/profile-small/model.json" profiled.json
"$pgram" profile profile --model profiled.json --memory 24GiB \
    --out-model measured-model.json --out-cluster measured-cluster.json >/dev/null 2>&1
mkdir kernels
cp "$source/tests/cases/kernels/a100_sxm-gemm.csv" kernels/

# --- answers of the commands ---------------------------------------------------------------------------------------------
# answer EXIT_CODE SCHEMA ARGUMENTS: what a command prints with --json, named for the schema that describes it.
answer() {
    local code=0
    "$pgram" "${@:3}" --json >"answers/$2.json" 2>"$work/answer" || code=$?
    ((code == $1)) || { cat "$work/answer" >&2; fail "no answer $2"; }
}
question=(--model bert-base --layers 3 --cluster rtx-titan-8 --devices 2 --memory 1GiB --batch 4)
answer 0 pgram-plan plan "${question[@]}"
answer 0 pgram-plan-galvatron plan --profile profile --model profiled.json --rules galvatron-3 --memory 24GiB --batch 8
answer 0 pgram-frontier frontier "${question[@]}"
answer 0 pgram-baselines baselines "${question[@]}"
answer 0 pgram-space space "${question[@]}"
answer 0 pgram-sweep sweep "${question[@]}" --axis memory=512MiB..2GiB:4
answer 0 pgram-cost cost "${question[@]}" --tokens 1B
answer 0 pgram-learn learn "${question[@]}" --samples 1000
answer 0 pgram-hosted hosted --scenario hosted-gpt3-6.7b
answer 0 pgram-estimate estimate plans/pipeline.pgplan.json
answer 0 pgram-simulate simulate plans/small.pgplan.json
answer 0 pgram-compare compare plans/pipeline.pgplan.json plans/nodes.pgplan.json
answer 0 pgram-why why plans/pipeline.pgplan.json --strategy tp8
answer 0 pgram-keep keep plans/swapped.pgplan.json
answer 0 pgram-slice slice plans/sliced.pgplan.json
answer 0 pgram-tree tree --devices 8 --space dp,sdp,tp
answer 0 pgram-list list methods
answer 0 pgram-targets targets
answer 0 pgram-deploy deploy llama2-70b dgx-a100 --weights bf16,int8 --batch 16 --context 4k
answer 0 pgram-deploy-tiers deploy bert-base --tiers rram-sram --tasks 8 --adapter 64 --weights int8
PARALLELOGRAM_PRESETS=presets answer 0 pgram-lesson-list lesson list
PARALLELOGRAM_PRESETS=presets answer 0 pgram-lesson-check lesson check memory-in-training
answer 0 pgram-lesson-figures lesson figures
answer 0 pgram-profile profile profile --model profiled.json --memory 24GiB
answer 0 pgram-import import exports/sharded/torchtitan-toml/train_config.toml --model llama3.1-8b --cluster dgx-h100
answer 0 pgram-export export plans/tensor.pgplan.json --to megatron --out run
rm -r run
answer 0 pgram-validate-measurements validate measurements --suite nanotron
answer 0 pgram-validate-measurements-row validate measurements --row nanotron-2505
answer 2 pgram-error plan --model nothing --cluster rtx-titan-8
# The other commands that validate or calibrate compare with measurements that the programs do not carry.
for schema in "$store"/schemas/pgram-*.json; do
    [[ -e answers/$(basename "$schema") || $schema == */pgram-validate-* || $schema == */pgram-calibrate.json ]] ||
        fail "no answer for the schema $(basename "$schema")"
done

# --- the window's session and settings ----------------------------------------------------------------------------------
# The window plans the default scenario. When its plan is kept against a crash, the system ends it as at a logout, and
# the window leaves its session for the next start.
export XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config XDG_RUNTIME_DIR=$work
"$programs/parallelogram" 2>"$work/window.log" &
window=$!
kept() { find "$work/data/parallelogram/recovery" -name 'session-*.json' 2>/dev/null; }
for ((wait = 0; wait < 600; ++wait)); do
    [[ -z $(kept) ]] || break
    kill -0 $window 2>/dev/null || { cat "$work/window.log" >&2; fail "the window ended by itself"; }
    sleep 0.1
done
kill -TERM $window
wait $window || fail "the window did not end as at a logout"
[[ -n $(kept) ]] || fail "the window kept no session"
mkdir window
cp "$(kept)" window/session.json
cp "$work/config/parallelogram/parallelogram.ini" window/settings.ini

# --- figures that the programs give for these plans ----------------------------------------------------------------------
for plan in plans/*.pgplan.json; do
    "$pgram" estimate "$plan" --json >"$work/$(basename "$plan")" || fail "no figures for $plan"
done
python3 - "$work" <<'PYTHON' >figures.json
import glob, json, os, sys
figures = {}
for file in sorted(glob.glob(os.path.join(sys.argv[1], "*.pgplan.json"))):
    answer = json.load(open(file))
    figures[os.path.basename(file)] = {key: answer[key] for key in ("step_time_s", "peak_memory_bytes")}
json.dump(figures, sys.stdout, indent=2)
print()
PYTHON
"$pgram" --version >version
! grep -rIlE "$work|$source|$HOME" . || fail "the files above name a folder of this machine"
