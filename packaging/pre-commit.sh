#!/usr/bin/env bash
# The hook: each lock file that is about to be committed, against the last commit.
set -uo pipefail
worst=0
for lock in "$@"; do
  # A lock file that is new moves nothing.
  git cat-file -e "HEAD:./$lock" 2> /dev/null || continue
  safebump upgrade --from HEAD --lock "$lock"
  code=$?
  [ "$code" = 0 ] || worst=$code
done
exit "$worst"
