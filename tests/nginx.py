"""nginx for tests: `deploy/nginx.conf` as it is shipped, with other addresses, names and times."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

SITE = Path(__file__).parents[1] / "deploy" / "nginx.conf"
_MAIN = """
worker_processes 1;
error_log {folder}/error.log notice;
pid {folder}/nginx.pid;
events {{ worker_connections 4096; }}
http {{
    log_format servers '$upstream_addr $status $request_method $uri';
    access_log {folder}/access.log servers;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def certificate(folder: Path, host: str) -> Path:
    """A certificate that signs itself, and its key in one file."""
    file = folder / "certificate.pem"
    name = ["-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}"]
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    command = ["openssl", "req", *kind, *name, "-keyout", str(file), "-out", str(file.with_suffix(".crt"))]
    subprocess.run(command, check=True, capture_output=True)
    file.write_text(file.read_text() + file.with_suffix(".crt").read_text())
    return file


def site(
    folder: Path,
    servers: Sequence[str],
    host: str,
    pem: Path,
    *,
    ports: tuple[int, int] = (80, 443),
    read_seconds: int | None = None,
    stream_seconds: int | None = None,
    sticky: bool = True,
) -> Path:
    """Write the configuration for `nginx -c`. Without `sticky` every request goes to another server."""
    folder.mkdir(exist_ok=True)
    text = SITE.read_text(encoding="utf-8")
    lines = "".join(f"    server {server} max_fails=1 fail_timeout=5s;\n" for server in servers)
    text = _put(r"    server 127\.0\.0\.1:8017.*\n", lines, text)
    text = _put(r"spuk\.example\.org;", f"{host};", text)
    text = _put(r"(?m)^ +listen \[::\].*\n", "", text)
    text = _put(r"listen 80;", f"listen {ports[0]};", text)
    text = _put(r"listen 443 ", f"listen {ports[1]} ", text)
    text = _put(r"/etc/letsencrypt/\S+\.pem;", f"{pem};", text)
    if not sticky:
        text = _put(r"    hash \$spuk_person consistent;\n", "", text)
    if read_seconds is not None:
        text = _put(r"proxy_read_timeout 15s;", f"proxy_read_timeout {read_seconds}s;", text)
    if stream_seconds is not None:
        text = _put(r"proxy_read_timeout 35s;", f"proxy_read_timeout {stream_seconds}s;", text)
    (folder / "site.conf").write_text(text, encoding="utf-8")
    main = folder / "nginx.conf"
    main.write_text(_MAIN.format(folder=folder), encoding="utf-8")
    return main


def _put(pattern: str, text: str, into: str) -> str:
    """Replace what has to be there."""
    done, times = re.subn(pattern, text, into)
    assert times, f"deploy/nginx.conf no longer has {pattern!r}"
    return done
