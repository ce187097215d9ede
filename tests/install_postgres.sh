#!/bin/sh
# The tests of the store run on a real PostgreSQL: Debian's package, installed here if it is missing.
set -eu
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0
command -v initdb >/dev/null 2>&1 && exit 0
command -v apt-get >/dev/null 2>&1 || {
    echo "Spuk: the tests need PostgreSQL (initdb and pg_ctl); please install it." >&2
    exit 1
}
as_root=""
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || {
        echo "Spuk: the tests need PostgreSQL; please have root run: apt-get install postgresql" >&2
        exit 1
    }
    as_root="sudo"
fi
echo "Spuk: installing PostgreSQL for the tests …"
# Debian's package would start a server of its own; the tests start theirs.
$as_root mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] ||
    echo "create_main_cluster = false" | $as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
$as_root apt-get update -q
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends postgresql
