"""What renderers of A2UI get: the project's own library validates and processes each message."""
import json

import httpx2
from a2ui.core.basic_catalog import v0_9, v1_0
from a2ui.core.exceptions import A2uiValidationError
from a2ui.core.processing import MessageProcessor, MessageProcessorOptions
from a2ui.core.validation import STRICT_VALIDATION
from mcp import Client

VERSIONS = {"0.9.1": v0_9, "1.0": v1_0}


def make_processor(version):
    options = MessageProcessorOptions(validation_config=STRICT_VALIDATION)
    return MessageProcessor([VERSIONS[version].BasicCatalog()], options=options)


class Renderer:
    """A renderer of one session: the library's model, and presses."""

    def __init__(self, http, session, version):
        self.http, self.version = http, version
        self.url = f"/sessions/{session}"
        self.processor = make_processor(version)
        self.ids = []

    async def look(self):
        """Draws the screen, as a renderer does that has shown nothing yet."""
        response = await self.http.get(
            f"{self.url}/screen?v={self.version}", headers={"Accept": "application/a2ui+json"})
        assert response.headers["Content-Type"] == "application/a2ui+json", response.text
        self.processor = make_processor(self.version)
        self.ids = []
        self.process(response.json())

    def process(self, messages):
        self.processor.process_messages(messages)
        for message in messages:
            for kind, change in (("createSurface", self.ids.append), ("deleteSurface", self.ids.remove)):
                if kind in message:
                    change(message[kind]["surfaceId"])

    @property
    def top(self):
        return self.processor.model.get_surface(self.ids[-1])

    def buttons(self):
        """The actions of the top-most surface, by the texts of their buttons."""
        components = self.top.components_model
        found = {}
        for component in components.values:
            if component.type == "Button" and "event" in component.properties["action"]:
                label = components.get(component.properties["child"]).properties["text"]
                found.setdefault(label, component)
        return found

    async def press(self, label):
        component = self.buttons()[label]
        event = component.properties["action"]["event"]
        context = {}
        for name, value in event["context"].items():
            path = value.get("path", value.get("@path")) if isinstance(value, dict) else None
            context[name] = value if path is None else self.top.data_model.get(path)
        message = {
            "version": f"v{self.version}",
            "action": {"name": event["name"], "surfaceId": self.ids[-1], "sourceComponentId": component.id,
                       "timestamp": "2026-11-27T12:00:00Z", "context": context}}
        response = await self.http.post(self.url + "/a2ui", json=message)
        # A timer may have closed the level meanwhile.
        is_gone = response.status_code == 409 and "no such surface" in response.text
        assert response.status_code == 204 or is_gone, (label, response.text)


async def renderer(http, version, feature):
    created = await http.post("/sessions", json={"feature": feature})
    return Renderer(http, created.json()["id"], version)


async def walks(server):
    """the project's library takes every screen that the buttons of the demo lead to, in both versions."""
    count = 0
    async with httpx2.AsyncClient(base_url=server.url) as http:
        for version in VERSIONS:
            for feature in ("counters", "inventory", "standups", "polls"):
                shown = await renderer(http, version, feature)
                seen = set()
                for _ in range(12):
                    await shown.look()
                    count += 1
                    fresh = [label for label in shown.buttons() if (len(shown.ids), label) not in seen]
                    label = fresh[0] if fresh else next(iter(shown.buttons()))
                    seen.add((len(shown.ids), label))
                    await shown.press(label)
    assert count == 96
    # The library would say so.
    messages = [{"version": "v1.0", "createSurface": {
        "surfaceId": "wrong", "catalogId": v1_0.BasicCatalog().id,
        "components": [{"id": "root", "component": "Text"}]}}]
    try:
        shown.processor.process_messages(messages)
        raise SystemExit("A text without a text was taken.")
    except A2uiValidationError:
        pass


async def events(server):
    """the events of a renderer lead to the screens that a new one gets, until the session ends."""
    async with httpx2.AsyncClient(base_url=server.url) as http:
        for version in VERSIONS:
            shown = await renderer(http, version, "standups")
            url = f"{shown.url}/events?view=a2ui&v={version}"
            async with http.stream("GET", url, headers={"Accept": "text/event-stream"}) as stream:
                assert stream.headers["Content-Type"] == "text/event-stream"
                steps = iter(["Add a stand-up", "Add an attendee", "Cancel", None])
                async for line in stream.aiter_lines():
                    if not line.startswith("data: [") or line == "data: []":
                        continue
                    shown.process(json.loads(line[6:]))
                    if not shown.ids:
                        break
                    fresh = Renderer(http, shown.url.rsplit("/", 1)[1], version)
                    await fresh.look()
                    assert fresh.ids == shown.ids, (fresh.ids, shown.ids)
                    assert set(fresh.buttons()) == set(shown.buttons())
                    step = next(steps)
                    if step is None:
                        assert (await http.delete(shown.url)).status_code == 204
                    else:
                        await shown.press(step)
            assert not shown.ids


async def reconnection(server):
    """a renderer that connects again gets nothing that it has, and what it lacks in place of what it has."""
    async with httpx2.AsyncClient(base_url=server.url) as http:
        for version in VERSIONS:
            shown = await renderer(http, version, "standups")
            url = f"{shown.url}/events?view=a2ui&v={version}"

            async def follow(headers, is_enough):
                events = []
                async with http.stream("GET", url, headers=headers) as stream:
                    async for line in stream.aiter_lines():
                        events.append(line)
                        if line.startswith("id: "):
                            known["Last-Event-ID"] = line[4:]
                        if line.startswith("data: ["):
                            shown.process(json.loads(line[6:]))
                        if is_enough(line):
                            return events

            known = {}
            first = await follow({}, lambda line: line.startswith("data: "))
            assert first[0].startswith("retry: "), first
            await shown.press("Add a stand-up")
            assert len(shown.ids) == 1
            await follow(dict(known), lambda line: line.startswith("data: "))
            assert len(shown.ids) == 2
            await shown.press("Cancel")
            await follow(dict(known), lambda line: line.startswith("data: "))
            assert len(shown.ids) == 1
            # It has the present screen, which is deleted at the end, but never created.
            async with http.stream("GET", url, headers=known) as stream:
                async for line in stream.aiter_lines():
                    if line.startswith("retry: "):
                        assert (await http.delete(shown.url)).status_code == 204
                    if line.startswith("data: ["):
                        assert "createSurface" not in line, line
                        shown.process(json.loads(line[6:]))
            assert not shown.ids


async def resource(server):
    """an agent reads the messages of a screen as a resource."""
    async with Client(server.url + "/mcp") as client:
        opened = await client.call_tool("counters_open", {"key": "a-session-for-a-renderer"})
        session = opened.structured_content["session"]
        read = await client.read_resource(f"backstack://sessions/{session}/a2ui")
        assert read.contents[0].mime_type == "application/json+a2ui"
        make_processor("0.9.1").process_messages(json.loads(read.contents[0].text))


async def counted(server):
    """The metrics count what agents and renderers ask for by its routes."""
    async with httpx2.AsyncClient(base_url=server.url) as http:
        metrics = (await http.get("/metrics")).text
    for request in ('method="POST",route="/mcp"', 'method="POST",route="/sessions/{id}/a2ui"',
                    'method="GET",route="/sessions/{id}/screen"', 'method="GET",route="/sessions/{id}/events"'):
        assert "http_requests_total{" + request in metrics, (request, metrics)


CHECKS = [walks, events, reconnection, resource, counted]
