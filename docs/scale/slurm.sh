#!/bin/sh
# Many clients on a Slurm cluster, from a folder that all nodes share:
#
#     safebump impact OLD NEW --clients clients --plan plan.jsonl
#     sbatch slurm.sh
#     safebump gather plan.jsonl *.results.jsonl
#
# A task that was stopped is submitted again as it is: it goes on where it ended.
#SBATCH --array=1-64
#SBATCH --cpus-per-task=4
#SBATCH --mem=5G
#SBATCH --requeue
safebump work plan.jsonl --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --jobs "$SLURM_CPUS_PER_TASK"
