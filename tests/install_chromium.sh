#!/bin/sh
# The tests of the pages run in a real Chromium: Debian's package, installed here if it is missing.
set -eu
[ -x /usr/bin/chromium ] && exit 0
command -v apt-get >/dev/null 2>&1 || {
    echo "Spuk: the tests of the pages need Chromium as /usr/bin/chromium; please install it." >&2
    exit 1
}
echo "Spuk: installing Chromium for the tests …"
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo"
$as_root apt-get update -q
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends chromium
[ -x /usr/bin/chromium ] || {
    echo "Spuk: Debian's package chromium is installed, but there is no /usr/bin/chromium." >&2
    exit 1
}
