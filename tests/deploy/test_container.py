"""The container image and the compose file."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.conftest import ROOT
from tests.deploy import containerfile
from tests.postgres import free_port

DEPLOY = ROOT / "deploy"


def test_the_steps_of_the_containerfile_build_a_server_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As plain Python, for compiling takes minutes; the last step of the build must notice that.

    `python -m tests.deploy.containerfile FOLDER` does the same with the compiler.
    """
    carry_out, stopped = containerfile._run, []

    def run(stage: containerfile.Stage, command: str, environment: Mapping[str, str]) -> None:
        if "spuk.compiled" not in command:
            carry_out(stage, command, environment)
            return
        with pytest.raises(containerfile.StepFailed):
            carry_out(stage, command, environment)
        stopped.append(command)

    monkeypatch.setattr(containerfile, "_run", run)
    image = containerfile.build(tmp_path, {"SPUK_PLAIN": "1"})[""]
    assert stopped
    assert int(image.kept["USER"]) > 0
    _serves(image, tmp_path)


def _serves(image: containerfile.Stage, folder: Path) -> None:
    port = free_port()
    own = {**image.environment(), "SPUK_PORT": str(port), "SPUK_HOME": str(folder), "SPUK_HOST": "127.0.0.1"}
    command, *arguments = image.command()
    program = image.path(f"/opt/spuk/bin/{command}")
    # A venv names its own folder; here it was built in another one.
    with subprocess.Popen(
        [image.path("/opt/spuk/bin/python"), program, *arguments],
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert str(port) in server.stdout.readline()
        look = _health_check(image.kept["HEALTHCHECK"])
        code = look[2].replace(":8017/", f":{port}/")
        done = subprocess.run([sys.executable, look[1], code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as page:
            assert b"Spuk" in page.read()
        server.terminate()


def _health_check(text: str) -> list[str]:
    found: list[str] = json.loads(text.partition("CMD ")[2])
    return found


def test_the_compose_file_follows_the_schema_of_compose() -> None:
    check = Path(sys.executable).with_name("check-jsonschema")
    command = [str(check), "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def _compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_what_the_compose_file_names_is_there() -> None:
    compose = _compose()
    for service in compose["services"].values():
        assert set(service["networks"]) <= set(compose["networks"])
        assert set(service.get("secrets", ())) <= set(compose["secrets"])
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).is_file(), source
    built = compose["services"]["spuk"]["build"]
    assert (DEPLOY / built["context"] / built["dockerfile"]).is_file()


def test_only_the_proxy_is_believed_and_only_the_proxy_can_be_reached() -> None:
    compose = _compose()
    services, networks = compose["services"], compose["networks"]
    (subnet,) = networks["front"]["ipam"]["config"]
    assert services["spuk"]["environment"]["SPUK_PROXIES"] == subnet["subnet"]
    assert [name for name, service in services.items() if "front" in service["networks"]] == ["spuk", "proxy"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert networks["front"]["internal"]
    assert networks["back"]["internal"]


def test_the_proxy_of_the_compose_file_finds_the_server() -> None:
    services = _compose()["services"]
    port = dict(containerfile.instructions())["EXPOSE"]
    assert services["proxy"]["environment"]["SPUK_SERVERS"] == f"spuk:{port}"
    read = set(re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text(encoding="utf-8")))
    assert read <= set(services["proxy"]["environment"])
