"""Compares messages with the generated types: reading one and writing it again changes nothing."""
import datetime
import enum
import importlib
import importlib.util
import json
import pkgutil
import re
import uuid

import contract_models
import pydantic
from contract_client import models as client_models


class Refused(Exception):
    """A generated type does not take a message, or does not give it back as it was."""


MODELS = [
    ("application/problem\\+json", "", "Problem"),
    ("application/json-patch\\+json", "", "Patch"),
    ("application/json", "/features", "Features"),
    ("application/json", "/features/[^/]+", "Feature"),
    ("application/json", "/sessions/[^/]+/history", "History"),
    ("application/json", "/sessions/[^/]+/events/tickets", "EventTicket"),
    ("application/json", "/sessions(/[^/]+(/actions|/proposals|/restore|/history/[0-9]+)?)?", "Snapshot"),
]
"""The models of responses, by the patterns of media types and paths (none: any path)."""


def class_name(component):
    """Returns what both generators make of the name of a component."""
    return "".join(part[0].upper() + part[1:] for part in re.split("[^A-Za-z0-9]+", component))


def is_same(one, other):
    """Whether two JSON values are equal, but for the ways to write a time or a UUID."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, str) and isinstance(other, str) and one != other:
        for read in (uuid.UUID, datetime.datetime.fromisoformat):
            try:
                return read(one) == read(other)
            except ValueError:
                pass
    return type(one) is type(other) and one == other


def check(name, value, again):
    if not is_same(value, again):
        raise Refused(f"{name} makes {json.dumps(again)} of {json.dumps(value)}")


def check_model(component, value):
    """Checks that a model reads a value and writes it again."""
    model = getattr(contract_models, class_name(component))
    try:
        read = model.model_validate(value)
    except pydantic.ValidationError as error:
        raise Refused(f"{component} refuses {json.dumps(value)}: {error}") from None
    check(component, value, read.model_dump(mode="json", by_alias=True, exclude_unset=True))


def check_type(component, value):
    """Checks that the client's type reads a value and writes it again; returns what it reads."""
    kind = getattr(client_models, class_name(component))
    read = kind(value) if isinstance(value, str) else kind.from_dict(value)
    check(component, value, written(read))
    return read


def written(value):
    """Returns a value of the client's types as JSON."""
    if isinstance(value, enum.Enum):
        return value.value
    return [written(one) for one in value] if isinstance(value, list) else value.to_dict()


def on_request(request):
    if request.method == "POST" and request.content:
        value = json.loads(request.content)
        last = request.url.path.rsplit("/", 1)[1]
        action = "ActionBatch" if isinstance(value, list) else "Action"
        check_model(
            {"actions": action, "restore": "Restoration", "sessions": "SessionCreation"}[last],
            value)


def on_response(response):
    media = response.headers.get("Content-Type", "").split(";")[0]
    for kind, path, component in MODELS:
        if re.fullmatch(kind, media) and (not path or re.fullmatch(path, response.url.path)):
            response.read()
            check_model(component, response.json())


HOOKS = {"request": [on_request], "response": [on_response]}


def operation(name):
    """Returns the module of an operation: a generator has a package for each tag of the contract."""
    packages = importlib.import_module("contract_client.api").__path__
    for package in pkgutil.iter_modules(packages):
        full = f"contract_client.api.{package.name}.{name}"
        if importlib.util.find_spec(full):
            return importlib.import_module(full)
    raise ModuleNotFoundError(f"the client has no operation {name}")


def call(client, name, *arguments, status=200, **options):
    """Calls an operation by its generated function, and returns what that has read.

    `status` is the status that the response must have, or several of which it must have one.
    """
    function = operation(name).sync_detailed
    response = function(*arguments, client=client, **options)
    if response.status_code not in (status if isinstance(status, tuple) else (status,)):
        raise Refused(f"{name} got {response.status_code}: {response.content.decode()}")
    if response.content:
        check(name, json.loads(response.content), written(response.parsed))
    return response.parsed
