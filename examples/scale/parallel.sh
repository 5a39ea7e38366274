#!/bin/sh
# The same tasks on one machine, or with --sshlogin on several, by GNU parallel. A task that is killed is tried three times in all:
#
#   ROOT=/data OUT=/shared/parts CREATED=2026-01-15T10:30:00Z LOCK=/shared/data.lock.json sh parallel.sh
set -eu
seq 0 7 | parallel --will-cite --retries 3 --joblog "$OUT/tasks.log" \
  lock --scan "$ROOT" --shard {}/8 --created "$CREATED" --output "$OUT/part-{}"
exec lock merge "$OUT"/part-* --output "$LOCK"
