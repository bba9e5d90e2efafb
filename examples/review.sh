#!/bin/sh
# A CI step: the agent reviews a diff and answers in JSON; the step fails if it found something serious.
# Run it in a repository:  sh examples/review.sh origin/main
set -eu

base=${1:-HEAD~1}
schema=$(mktemp)
trap 'rm -f "$schema"' EXIT
cat >"$schema" <<'JSON'
{
  "type": "object",
  "required": ["serious", "remarks"],
  "properties": {
    "serious": { "type": "boolean" },
    "remarks": { "type": "array", "items": { "type": "string" } }
  }
}
JSON

# Nothing may be changed: every question is rejected, and only reading is free at this level.
git diff "$base" |
  parley run --approve none --level supervised --max-turns 20 --json-schema "$schema" \
    "${REVIEW_PROMPT:-Review this diff. Set serious if it must not be merged as it is.}" - |
  node -e '
    const review = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    for (const remark of review.remarks) console.log(`- ${remark}`);
    process.exitCode = review.serious ? 1 : 0;
  '
