#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Runs a study as a job array of a real Slurm on this machine (slurmctld, slurmd, munge; as root). One task is killed
# and requeued. The rows after the merge must be those of a run without Slurm.
#   slurm.sh PGRAM
set -euo pipefail
pgram=$(readlink -f "$1")
folder=$(mktemp -d)
host=$(hostname -s)
processes=()
stop() {
    for process in "${processes[@]}"; do
        kill "$process" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap stop EXIT
for program in munged slurmctld slurmd sbatch sqlite3; do
    command -v "$program" >/dev/null || {
        echo "$0: needs $program: apt-get install slurmctld slurmd slurm-client munge sqlite3" >&2
        exit 2
    }
done

# A cluster of one node with eight processors, whatever the machine has.
mkdir -p "$folder"/{state,spool,log,munge}
chmod 0711 "$folder"
dd if=/dev/urandom of="$folder/munge/key" bs=1 count=1024 status=none
chmod 0600 "$folder/munge/key"
chmod 0755 "$folder/munge"
munged --foreground --force --socket="$folder/munge/socket" --key-file="$folder/munge/key" \
    --pid-file="$folder/munge/pid" --log-file="$folder/log/munged" --seed-file="$folder/munge/seed" &
processes+=($!)
cat >"$folder/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17817
SlurmdPort=17818
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/slurmd
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
MpiDefault=none
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$folder/slurm.conf
slurmctld -D -f "$SLURM_CONF" >/dev/null 2>&1 &
processes+=($!)
slurmd -D -f "$SLURM_CONF" -N "$host" >/dev/null 2>&1 &
processes+=($!)

# waits CONDITION…: until the command succeeds, for five minutes.
waits() {
    for ((i = 0; i < 3000; ++i)); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.1
    done
    echo "$0: $* did not succeed" >&2
    tail -n 20 "$folder"/log/* >&2
    exit 1
}
idle() { [[ $(sinfo --noheader --format=%T) == idle* ]]; }
waits idle

cat >"$folder/study.json" <<'STUDY'
{"format": "parallelogram-study", "version": 1, "name": "array",
 "scenario": {"cluster": "rtx-titan-8", "training": {"precision": "fp16"}},
 "grid": {"model": ["bert-base", "bert-large", "gpt2-small", "gpt2-medium"],
          "memory_budget_bytes": [2e9, 4e9, 8e9, 16e9, 24e9],
          "training/global_batch": [8, 16, 32, 64, 128]}}
STUDY
sed -i 's/\([0-9]\)e9/\1000000000/g' "$folder/study.json"
cd "$folder"
"$pgram" study study.json --results plain.sqlite >/dev/null
"$pgram" study study.json --slurm job --tasks 8 >/dev/null
cd job
job=$(sbatch --parsable array.sbatch)
# The third task is killed as soon as it has rows, as by a machine that fails, and starts again.
has_rows() { [[ $(sqlite3 part-3.sqlite 'SELECT count(*) FROM results') -gt 0 ]]; }
waits has_rows
scontrol requeue "${job}_3"
# Slurm would wait two minutes.
waits scontrol update JobId="${job}_3" StartTime=now
merge=$(sbatch --parsable "--dependency=afterok:$job" merge.sbatch)
merged() { [[ -z $(squeue --noheader --jobs="$job,$merge" 2>/dev/null) ]]; }
waits merged
[[ -f all.sqlite ]] || {
    echo "$0: the merge wrote no file" >&2
    cat ./*.log >&2
    exit 1
}
rows() { sqlite3 "$1" "SELECT id, members, status, step_s, lower_bound_s, memory_bytes, plan FROM results ORDER BY id"; }
diff <(rows ../plain.sqlite) <(rows all.sqlite) >/dev/null || {
    echo "$0: rows of the array differ from those of a plain run" >&2
    exit 1
}
# The log has a line of the run that was stopped and one of the run that ended.
[[ $(grep -c 'of 13 requests' part-3.log) -ge 2 ]] || {
    echo "$0: task 3 was not requeued in the middle" >&2
    cat part-3.log >&2
    exit 1
}
echo "$(sqlite3 all.sqlite 'SELECT count(*) FROM results') rows of 8 tasks, as of a plain run; task 3 was requeued"
