#!/bin/sh
# The tests of deploy/ and of several machines run on what operators use: Debian's packages, installed here if missing.
set -eu
missing=""
need() { command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ] || [ -x "/sbin/$1" ] || missing="$missing $2"; }
need nginx nginx-light
need caddy caddy
need ip iproute2
need iptables iptables
need openssl openssl
need strace strace
need systemd-analyze systemd
[ -z "$missing" ] && exit 0
command -v apt-get >/dev/null 2>&1 || {
    echo "Spuk: the tests of deploy/ and of several machines also need$missing; please install them." >&2
    exit 1
}
echo "Spuk: installing$missing for the tests …"
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo"
# Debian's packages would start their servers; the tests start theirs.
$as_root mkdir -p /run/spuk-tests
printf '#!/bin/sh\nexit 101\n' | $as_root tee /run/spuk-tests/policy-rc.d >/dev/null
[ -e /usr/sbin/policy-rc.d ] || { $as_root install -m 755 /run/spuk-tests/policy-rc.d /usr/sbin/policy-rc.d && ours=1; }
$as_root apt-get update -q
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing
[ -z "${ours:-}" ] || $as_root rm -f /usr/sbin/policy-rc.d
