#!/bin/sh
# The main journeys also run in WebKit (Safari's engine) and Firefox: Debian's packages, installed here if missing.
set -eu
missing=""
[ -x /usr/bin/WebKitWebDriver ] || missing="$missing webkit2gtk-driver"
[ -x /usr/bin/firefox-esr ] || missing="$missing firefox-esr"
[ -x /usr/bin/Xvfb ] || missing="$missing xvfb"
[ -z "$missing" ] && exit 0
command -v apt-get >/dev/null 2>&1 || {
    echo "Spuk: the tests of the pages also need$missing; please install them." >&2
    exit 1
}
echo "Spuk: installing$missing for the tests …"
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo"
$as_root apt-get update -q
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing
