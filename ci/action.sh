# The step of action.yml: runs custody, writes the outputs and the summary, and ends with the exit code of custody.
set -uo pipefail

bin=$GITHUB_ACTION_PATH/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The lines of an input that are not blank; bash 3.2, which macOS has, cannot do it otherwise.
paths=()
while IFS= read -r line; do [ -z "${line// /}" ] || paths+=("$line"); done <<< "$CUSTODY_PATHS"

output() { printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"; }
summary() { cat >> "$GITHUB_STEP_SUMMARY"; }
# The value of a field of a JSON document, if it is one line; nothing if there is none.
field() { node -e '
  try {
    const value = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))[process.argv[2]];
    if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) process.stdout.write(value);
  } catch {}' "$1" "$2"; }
need() { [ -n "$2" ] || { echo "::error title=custody::the input $1 is missing"; exit 2; }; }

case $CUSTODY_COMMAND in
  verify)
    arguments=(--format github --report "markdown=$work/summary.md" --report "json=$work/verdict.json")
    [ -z "${CUSTODY_ROOT:-}" ] || arguments+=(--root "$CUSTODY_ROOT")
    while IFS= read -r line; do [ -z "${line// /}" ] || arguments+=(--report "$line"); done <<< "${CUSTODY_REPORTS:-}"
    "$bin/custody" verify "${arguments[@]}" -- ${paths[@]+"${paths[@]}"}
    code=$?
    outcome=$(field "$work/verdict.json" outcome)
    output outcome "${outcome:-REFUSED}"
    if [ -f "$work/summary.md" ]; then summary < "$work/summary.md"; else echo '## custody verify: REFUSED' | summary; fi
    ;;
  lock)
    need output "${CUSTODY_OUTPUT:-}"
    "$bin/lock" --scan "$CUSTODY_PATHS" --output "$CUSTODY_OUTPUT"
    code=$?
    case $code in 0) outcome=LOCK_CREATED ;; 1) outcome=LOCK_PARTIAL ;; *) outcome=REFUSAL ;; esac
    output outcome "$outcome"
    hash=
    [ "$code" -gt 1 ] || hash=$(field "$CUSTODY_OUTPUT" lock_hash)
    output lock-hash "$hash"
    printf '## custody lock: %s\n\n%s\n' "$outcome" "$hash" | summary
    ;;
  seal)
    need output "${CUSTODY_OUTPUT:-}"
    "$bin/pack" seal --output "$CUSTODY_OUTPUT" -- ${paths[@]+"${paths[@]}"}
    code=$?
    outcome=REFUSAL
    id=
    if [ "$code" -eq 0 ]; then
      outcome=PACK_CREATED
      id=$(field "$CUSTODY_OUTPUT/manifest.json" pack_id)
    fi
    output outcome "$outcome"
    output pack-id "$id"
    printf '## custody seal: %s\n\n%s\n' "$outcome" "$id" | summary
    ;;
  *)
    echo '::error title=custody::the input command is one of verify, lock, seal'
    exit 2
    ;;
esac
exit "$code"
