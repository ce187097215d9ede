#!/bin/sh
# The tests of the pages: run_browser.sh PYTHON [options of pytest].
# They are apart from the others because Chromium wants the processor for itself. What fails is tried once more,
# alone, as everybody does with browsers on busy machines: what fails twice is broken. A browser that hangs costs
# four minutes, not ten.
set -u
python="$1"
shift
"$python" -m pytest -n 2 --timeout 240 tests/browser "$@"
failed=$?
[ $failed = 5 ] && exit 0 # the options chose none of them
[ $failed = 0 ] && exit 0
echo "Spuk: pages have failed; those once more, one by one …"
exec "$python" -m pytest --timeout 240 tests/browser --last-failed "$@"
