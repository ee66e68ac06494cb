#!/usr/bin/env python3
"""Generates a client and models from the contract as its users do, with two generators from PyPI, and
uses both against a server: each message has to be what the generated types say, and no less.

usage: SystemTests/Contract/run.py BINARY

Nothing but the loopback interface is used. Needs what `make test-contract` installs.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CONTRACT = HERE.parent.parent / "openapi.yaml"
TOOLS = pathlib.Path(sys.executable).parent

NOT_GENERATED = {
    "GET /openapi.yaml": "the client reads no YAML; /openapi.json has the same",
}
"""The responses that the client's generator warns about, each with the reason why it may."""

NOT_CHECKED = re.compile(r"Pydantic does not take pattern on UUID")
"""What the generator of models may warn about: Pydantic knows by itself what a UUID is."""


def generate(*command):
    """Runs a generator, and returns what it prints."""
    result = subprocess.run(
        [TOOLS / command[0], *command[1:]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=300, env={**os.environ, "PATH": f"{TOOLS}:{os.environ['PATH']}"})
    if result.returncode:
        sys.exit(f"{command[0]} refuses the contract:\n{result.stdout}")
    return result.stdout


def generate_client(folder):
    text = generate(
        "openapi-python-client", "generate", "--path", CONTRACT, "--meta", "none",
        "--output-path", folder / "contract_client")
    warned = set(re.findall(r"^(?:WARNING|ERROR) parsing (.+) within .*$", text, re.MULTILINE))
    if warned != set(NOT_GENERATED) or "Unable to" in text:
        sys.exit(f"openapi-python-client warns of something else than expected:\n{text}")


def generate_models(folder):
    text = generate(
        "datamodel-codegen", "--input", CONTRACT, "--input-file-type", "openapi",
        "--output", folder / "contract_models.py", "--output-model-type", "pydantic_v2.BaseModel",
        "--target-python-version", "3.11", "--no-treat-dot-as-module", "--formatters", "builtin")
    others = [line for line in text.splitlines()
              if "Warning" in line and not NOT_CHECKED.search(line)]
    if others:
        sys.exit("datamodel-codegen warns:\n" + "\n".join(others))


def main(binary):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        generate_client(folder)
        generate_models(folder)
        sys.path[:0] = [str(HERE), name]
        sys.dont_write_bytecode = True
        import story

        process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--storage", f"sqlite:{folder}/sessions.sqlite"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            for line in process.stdout:
                if address := re.search(r"Backstack serves (\S+)", line):
                    break
            else:
                sys.exit("The server did not start.")
            print(story.run(address[1]))
        finally:
            process.terminate()
            process.wait(60)


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
