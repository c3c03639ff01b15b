# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Completes pgram in bash: commands, the options that their help names, presets, methods, dimensions, formats; else files.
# Installed where bash looks for it; to try it: source app/pgram/completion.bash

# _pgram_commands PROGRAM [COMMAND]: the commands that the help lists.
_pgram_commands() { "$@" --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\).*/\1/p'; }

# _pgram_names PROGRAM WHAT: the first column of `pgram list WHAT`.
_pgram_names() { "$1" list "$2" 2>/dev/null | awk 'NR > 2 { print $1 }'; }

# _pgram_formats PROGRAM COLUMN: the formats that are read (column 2) or written (3).
_pgram_formats() { "$1" list formats 2>/dev/null | awk -v column="$2" '$column == "yes" { print $1 }'; }

# _pgram_targets PROGRAM: the training frameworks.
_pgram_targets() { "$1" targets 2>/dev/null | awk 'NR > 2 { print $1 }'; }

# _pgram_list LIST CURRENT: completes the last of the names between commas.
_pgram_list() {
    local head=""
    [[ $2 == *,* ]] && head=${2%,*},
    compgen -P "$head" -W "$1" -- "${2##*,}"
}

_pgram() {
    local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=""
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        words="$(_pgram_commands "$program") --help --version"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi
    case $previous in
        --model) words=$(_pgram_names "$program" models) ;;
        --cluster) words=$(_pgram_names "$program" clusters) ;;
        --scenario) words=$(_pgram_names "$program" scenarios) ;;
        --target) words=$(_pgram_targets "$program") ;;
        --method) words=$(_pgram_names "$program" methods) ;;
        --precision) words="fp32 tf32 fp16 bf16 fp8 fp8_block mxfp8 fp4" ;;
        --framework) words=$(_pgram_names "$program" frameworks) ;;
        --optimizer) words="adam sgd adam-8bit adafactor muon sgd-plain" ;;
        --gradients | --states) words="16 32" ;;
        --master-weights) words="32 none" ;;
        --tune) words="all lora qlora" ;;
        --adapters) words="linear attention mlp" ;;
        --memory) words="8GiB 12GiB 16GiB 24GiB 40GiB 80GiB" ;;
        --strategy) words="tp2-dp4 tp4-dp2 dp8 sdp8 sdp8-ckpt zero1-8 single" ;;
        --device) words=$(_pgram_names "$program" devices) ;;
        --rules) words="parallelogram paper galvatron-3" ;;
        --time-mode) words="batch static sequence" ;;
        --memory-mode) words="static sequence" ;;
        --default-dp) words="zero2 ddp" ;;
        --from) words=$(_pgram_formats "$program" 2) ;;
        --to) words=$(_pgram_formats "$program" 3) ;;
        targets) words=$(_pgram_targets "$program") ;;
        deploy) words=$(_pgram_names "$program" models) ;;
        --weights) words="bf16 fp8 int8 int4:128 int4:128-2:4" ;;
        --prune) words="2:4 structured:0.3 unstructured:0.7" ;;
        validate | lesson) words=$(_pgram_commands "$program" "$previous") ;;
        list) words="models clusters devices scenarios methods schedules dimensions frameworks formats" ;;
        --schedule)
            mapfile -t COMPREPLY < <(_pgram_list "$(_pgram_names "$program" schedules)" "$current")
            return
            ;;
        --methods)
            mapfile -t COMPREPLY < <(_pgram_list "$(_pgram_names "$program" methods; _pgram_targets "$program" | sed s/^/for-/)" "$current")
            return
            ;;
        --space)
            mapfile -t COMPREPLY < <(_pgram_list "$(_pgram_names "$program" dimensions)" "$current")
            return
            ;;
    esac
    if [[ $current == -* && -z $words ]]; then
        local command=("${COMP_WORDS[1]}")
        [[ ${command[0]} == validate || ${command[0]} == lesson ]] && command+=("${COMP_WORDS[2]}")
        words=$("$program" "${command[@]}" --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u)
    fi
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    fi
    case $previous in
        --model | --cluster | --scenario) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current") ;;
    esac
}

complete -o default -F _pgram pgram
