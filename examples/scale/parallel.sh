#!/bin/sh
# The same tasks on one machine, or with --sshlogin on several, by GNU parallel. A task that is killed is tried three times in all. The merge
# runs in any case, and says which parts are missing:
#
#   ROOT=/data OUT=/shared/parts CREATED=2026-01-15T10:30:00Z LOCK=/shared/data.lock.json sh parallel.sh
set -u
seq 0 7 | parallel --will-cite --retries 3 --joblog "$OUT/tasks.log" \
  lock --scan "$ROOT" --shard {}/8 --created "$CREATED" --output "$OUT/part-{}"
exec lock merge "$OUT"/part-* --output "$LOCK"
