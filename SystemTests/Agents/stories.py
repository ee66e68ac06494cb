"""What an agent does with the demo's features."""
import asyncio
import contextlib
import uuid

import httpx2
from mcp import Client
from mcp.shared.exceptions import MCPError


class Agent:
    """An agent that uses one session, and finds controls by their texts."""

    def __init__(self, client, answer):
        self.client, self.session = client, answer.structured_content["session"]
        self.see(answer)

    @classmethod
    async def open(cls, client, feature, **arguments):
        answer = await client.call_tool(f"{feature}_open", {"key": str(uuid.uuid4()), **arguments})
        assert not answer.is_error, answer.content[0].text
        return cls(client, answer)

    def see(self, answer):
        self.answer, self.text = answer, answer.content[0].text
        if answer.structured_content:
            self.seen = answer.structured_content
            self.version = self.seen["version"]

    def control(self, text):
        found = [c["control"] for c in self.seen["controls"] if c["text"].startswith(text)]
        assert found, f"There is no {text!r} in:\n{self.text}"
        return found[-1]

    async def call(self, tool, fails=False, **arguments):
        answer = await self.client.call_tool(
            tool, {"session": self.session, **arguments})
        assert bool(answer.is_error) == fails, answer.content[0].text
        self.see(answer)
        return answer

    async def press(self, text, **arguments):
        return await self.call("press", control=self.control(text), **arguments)

    async def enter(self, text, value, **arguments):
        return await self.call("enter", control=self.control(text), value=value, **arguments)

    @property
    def titles(self):
        return [level.get("title") for level in self.seen["levels"]]


@contextlib.asynccontextmanager
async def connected(server, mode="auto"):
    async with Client(server.url + "/mcp", mode=mode) as client:
        yield client


async def standups(server):
    """a stand-up is added in either revision, undone, and found in the history."""
    for mode in ("auto", "legacy"):
        async with connected(server, mode) as client:
            agent = await Agent.open(client, "standups")
            await agent.press("Add a stand-up")
            await agent.enter("Title", "Agents")
            await agent.enter("Length", 600)
            await agent.enter("Name", "Ada")
            before = agent.version
            await agent.press("Add", key="add")
            assert "Agents" in agent.text and agent.titles[-1] == "Daily stand-ups", agent.text
            await agent.call("history")
            assert "client (an agent): " in agent.text
            await agent.call("restore", to=before)
            assert agent.titles[-1] == "New stand-up" and '"Agents"' in agent.text
            await agent.call("close")


async def inventory(server):
    """an item is added with a choice and a number, and a wrong value is told with what is right."""
    async with connected(server) as client:
        agent = await Agent.open(client, "inventory")
        await agent.press("Add an item")
        await agent.enter("Name", "Lamp")
        await agent.call("enter", control=agent.control("Color"), value="Mauve", fails=True)
        assert "one of: None, Black" in agent.text and '"Lamp"' in agent.text
        await agent.enter("Color", "Red")
        await agent.enter("Quantity", 7)
        await agent.press("Add")
        assert "Lamp" in agent.text and agent.titles == ["Inventory"], agent.text


async def counters(server):
    """two agents conflict, and the second one decides again from what it is shown."""
    async with connected(server) as client:
        agent = await Agent.open(client, "counters")
        await agent.press("Add a counter")
        other = Agent(client, agent.answer)
        await other.press("Increment", version=other.version)
        await agent.call(
            "press", control=agent.control("Increment"), version=agent.version, fails=True)
        assert "another version" in agent.text and agent.version == other.version
        await agent.press("Increment", version=agent.version)
        assert "\n2\n" in agent.text, agent.text
        await agent.call("back")
        assert agent.titles == ["Counters"]


async def polls(server):
    """a vote is given, and an agent that waits sees that of another."""
    async with connected(server) as client:
        agent = await Agent.open(client, "polls")
        other = await Agent.open(client, "polls")
        await agent.press("What is for lunch?")
        await other.press("What is for lunch?")
        waiting = asyncio.create_task(agent.call("look", since=agent.version, wait=60))
        await other.press("Pasta")
        await waiting
        assert "Changes:" in agent.text and "1 vote" in agent.text, agent.text
        # `--max-wait` is 5 seconds.
        await agent.call("look", since=agent.version, wait=100_000)
        assert "Nothing has changed" in agent.text or "Changes:" in agent.text


async def decide(server, session, answer):
    """What a person does in the app: waits until it asks, and presses a button."""
    url = f"{server.url}/sessions/{session}"
    async with httpx2.AsyncClient() as http:
        level = {"id": ""}
        while not level["id"].startswith("$proposal@"):
            shown = await http.get(url + "/screen")
            level = shown.json()["screen"]["levels"][-1]
        send = next(button["send"] for button in level["body"] if button["text"] == answer)
        assert (await http.post(url + "/actions", json=send)).status_code == 200


async def vote(agent):
    """Votes, and waits until the board has told so."""
    await agent.press("Pasta")
    while "Withdraw" not in agent.text:
        await agent.call("look", since=agent.version, wait=5)


async def confirmation(server):
    """a destructive control waits for a person, who confirms or refuses it in the app."""
    for answer, told in (("Allow", "A person has confirmed it"), ("Refuse", "It was refused")):
        async with connected(server) as client:
            agent = await Agent.open(client, "polls")
            await agent.press("What is for lunch?")
            await vote(agent)
            person = asyncio.create_task(decide(server, agent.session, answer))
            await agent.press("Withdraw my vote", fails=answer == "Refuse")
            await person
            assert agent.text.startswith(told), agent.text
            assert agent.titles[-1] != "What is for lunch?" or answer == "Refuse", agent.text
    # Clients of the earlier revision don't repeat calls.
    async with connected(server, "legacy") as client:
        agent = await Agent.open(client, "polls")
        await agent.press("What is for lunch?")
        await vote(agent)
        await agent.press("Withdraw my vote")
        assert agent.text.startswith('A person has to confirm "Withdraw my vote"'), agent.text
        version = agent.version
        await decide(server, agent.session, "Refuse")
        await agent.call("look", since=version)
        assert agent.version == version + 1 and agent.titles[-1] == "What is for lunch?", agent.text


async def lost(server):
    """a call whose response is lost is repeated with its key, also after the server was killed."""
    key = str(uuid.uuid4())
    async with connected(server) as client:
        agent = await Agent.open(client, "standups", key=key)
        again = await Agent.open(client, "standups", key=key)
        assert agent.session == again.session
        press = {"control": agent.control("Add a stand-up"), "key": "1"}
        await agent.call("press", **press)
        version = agent.version
    server.restart()
    async with connected(server) as client:
        agent.client = client
        await agent.call("press", **press)
        assert "was done before" in agent.text and agent.version == version, agent.text
        # Without the key, the control is gone, and the screen is shown as it is.
        await agent.call("press", control=press["control"], fails=True)
        assert "New stand-up (sheet)" in agent.text
        await agent.press("Cancel")
        assert agent.titles == ["Daily stand-ups"]


async def resources(server):
    """the parts of a session are resources."""
    async with connected(server) as client:
        agent = await Agent.open(client, "counters")
        address = f"backstack://sessions/{agent.session}"
        for part, content in (("", '"state":'), ("/screen", '"screen":'), ("/history", '"entries":')):
            read = await client.read_resource(address + part)
            assert content in read.contents[0].text
        try:
            await client.read_resource("backstack://sessions/" + "0" * 32)
            raise AssertionError("There is no such session.")
        except MCPError as error:
            assert error.error.code == -32602


async def subscriptions(server):
    """a subscription tells that a version came or a session ended, and ends with the last session."""
    async with connected(server) as client:
        agent, other = [await Agent.open(client, "counters") for _ in range(2)]
        screen, rest = [f"backstack://sessions/{one.session}/screen" for one in (agent, other)]
        unknown = "backstack://sessions/" + "0" * 32
        async with client.listen(resource_subscriptions=[screen, rest, unknown]) as subscription:
            assert set(subscription.honored.resource_subscriptions) == {screen, rest}
            await agent.press("Add a counter")
            event = await anext(subscription)
            assert event.uri == screen, event
            await agent.call("close")
            event = await anext(subscription)
            assert event.uri == screen, event
            await other.call("close")
            assert [event.uri async for event in subscription] == [rest]


async def stopping(server):
    """a server that stops ends subscriptions, and lets them be made again at the next one."""
    async with connected(server) as client:
        agent = await Agent.open(client, "counters")
        screen = f"backstack://sessions/{agent.session}/screen"
        async with client.listen(resource_subscriptions=[screen]) as subscription:
            server.process.terminate()
            assert [event async for event in subscription] == []
        server.restart()
        async with client.listen(resource_subscriptions=[screen]) as subscription:
            await agent.press("Add a counter")
            assert (await anext(subscription)).uri == screen


CHECKS = [subscriptions, stopping, standups, inventory, counters, polls, confirmation, lost, resources]
