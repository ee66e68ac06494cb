"""Hooks that tell schemathesis what the contract cannot express."""

import json
import threading
import urllib.error
import urllib.request

import schemathesis
from schemathesis.core.parameters import ParameterLocation

LINKS = {"counters": "/counters/3/4", "polls": "/polls/lunch", "standups": "/standups/add"}
"""A valid link for each feature that has links."""


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Removes `default` responses, which only describe errors of the HTTP server itself."""
    for path in raw_schema["paths"].values():
        for operation in path.values():
            if "responses" in operation:
                operation["responses"].pop("default", None)


class Sessions:
    """Existing sessions, one of each feature, for requests whose session is not from a link."""

    def __init__(self):
        self.lock = threading.Lock()
        self.turn = 0
        self.ids = {}

    def take(self, case):
        schemas = case.operation.schema.raw_schema["components"]["schemas"]
        features = list(schemas["Snapshot"]["discriminator"]["mapping"])
        with self.lock:
            self.turn += 1
            feature = features[self.turn % len(features)]
            ends = case.operation.method.lower() == "delete"
            session = self.ids.pop(feature, None) if ends else self.ids.get(feature)
            if session is None:
                session = self.create(case, feature)
                if not ends:
                    self.ids[feature] = session
            return session

    def create(self, case, feature):
        return self.fetch(case, "", json.dumps({"feature": feature}).encode())["id"]

    def version(self, case):
        """Returns the version that the session of a request is at, or None if there is no session."""
        try:
            return self.fetch(case, "/" + case.path_parameters["id"])["version"]
        except urllib.error.HTTPError:
            return None

    def fetch(self, case, path, content=None):
        folder = "/inspector/api" if case.operation.path.startswith("/inspector/") else ""
        request = urllib.request.Request(
            case.operation.schema.get_base_url().rstrip("/") + folder + "/sessions" + path,
            content,
            {"Content-Type": "application/json", **case.operation.schema.config.headers_for()},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


SESSIONS = Sessions()


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = case.operation.definition.raw.get("operationId")
    for name, value in (case.query or {}).items():
        if value == []:
            # No parameter is sent for an empty list, so an invalid query would become a valid one.
            case.query[name] = ""
    if operation == "readEvents" and (case.headers or {}).get("Last-Event-ID", "").isdigit():
        # A client with the current version gets no event until the next one. No session has this
        # version, so the stream begins with a snapshot.
        case.headers["Last-Event-ID"] = "9007199254740991"
    if operation == "readEvents" and str((case.query or {}).get("after", "")).isdigit():
        case.query["after"] = "9007199254740991"
    if operation == "createSession":
        # A contract cannot express which links are valid.
        if is_positive(case) and isinstance(case.body, dict) and "link" in case.body:
            case.body["link"] = LINKS[case.body["feature"]]
    elif "{id}" in case.path and case.meta is not None:
        # Generated ids would always get 404, whatever else is in the request.
        is_linked = case.meta.phase.name.name == "STATEFUL"
        if not is_linked and not case.meta.is_negative_at(ParameterLocation.PATH):
            case.path_parameters["id"] = SESSIONS.take(case)
            # A generated version would never match either.
            if is_positive(case) and "If-Match" in (case.headers or {}):
                case.headers["If-Match"] = "*"
        if operation == "restoreSession" and is_positive(case) and case.body["version"] % 2 == 0:
            # A generated version is hardly ever one that the session has.
            version = SESSIONS.version(case)
            if version is not None:
                case.body["version"] = version


@schemathesis.check
def valid_content_is_processed(ctx, response, case):
    """Valid content is processed, unless it does not fit the session or names something unknown."""
    if response.status_code != 422 or not is_positive(case):
        return
    # A schema does not express a feature's own validation of states.
    allowed = {"/problems/reused-idempotency-key", "/problems/invalid-state"}
    if len(case.operation.schema.raw_schema["components"]["schemas"]["Action"]["anyOf"]) > 1:
        # With several features, the contract does not know to which of them the session belongs.
        allowed.add("/problems/invalid-value")
    problem = response.json()
    # A schema cannot express that the ids of a stack are unique, nor whether something is proposed.
    is_known = (problem["type"] in allowed or problem["detail"].endswith("Ids are unique.")
                or problem["detail"].startswith("An empty batch refuses"))
    assert is_known, f"{problem['type']}: {problem['detail']}"
