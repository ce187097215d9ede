#!/bin/sh
# Installs packages into a virtual environment: install.sh VENV [arguments of pip install]. If that does not
# work, one sentence says so; all that pip said is in a file.
set -u
venv="$1"
shift
log="$venv/install.log"
"$venv/bin/python" -c 'import pip' 2>/dev/null || "${PYTHON:-python3}" -m venv "$venv" # it was interrupted there
SPUK_PLAIN=1 "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input "$@" 2>"$log" && exit 0
if grep -q -i -E "connection|network|resolution|timed out|no matching distribution" "$log"; then
    why="The packages Spuk needs could not be fetched. Is there a network connection?"
else
    why="The packages Spuk needs could not be installed: $(grep '^ERROR' "$log" | tail -n 1)"
fi
echo "Spuk: $why (details: $log)" >&2
exit 1
