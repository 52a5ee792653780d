#!/usr/bin/env bash
# The step of the GitHub Action: asks once, with annotations on the pull request, and leaves the report as a summary.
set -uo pipefail
read -r -a words <<< "$COMMAND"
safebump "${words[@]}" --format github --report "$COMMENT"
code=$?
if [ "$code" != 2 ] && [ -n "${SARIF:-}" ]; then
  safebump "${words[@]}" --report "$SARIF" -q > /dev/null
fi
case $code in
  0) outcome=passed ;;
  1) outcome=affected ;;
  3) outcome=undecided ;;
  *) exit "$code" ;;
esac
[ -z "${GITHUB_OUTPUT:-}" ] || echo "outcome=$outcome" >> "$GITHUB_OUTPUT"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$COMMENT" >> "$GITHUB_STEP_SUMMARY"
exit "$code"
