"""What clients of the Model Context Protocol rely on."""
import json

import httpx2
from mcp import Client
from mcp.shared.exceptions import MCPError

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


def message(method, params=None, **members):
    meta = {VERSION: "2026-07-28", CAPABILITIES: {}}
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**(params or {}), "_meta": meta},
            **members}


async def post(server, content, **fields):
    """Sends content without the SDK, which sends nothing wrong."""
    fields = {"MCP-Protocol-Version": "2026-07-28", "Content-Type": "application/json",
              "Accept": "application/json, text/event-stream",
              **{name.replace("_", "-"): value for name, value in fields.items()}}
    async with httpx2.AsyncClient() as client:
        return await client.post(
            server.url + "/mcp", headers=fields,
            content=content if isinstance(content, (bytes, str)) else json.dumps(content))


async def negotiation(server):
    """a client negotiates either revision, and sees the same tools."""
    names = []
    for mode, version in (("auto", "2026-07-28"), ("legacy", "2025-11-25"), ("2026-07-28",) * 2):
        async with Client(server.url + "/mcp", mode=mode) as client:
            assert client.protocol_version == version
            names.append([tool.name for tool in (await client.list_tools()).tools])
            assert (await client.list_prompts()).prompts == []
            assert len((await client.list_resource_templates()).resource_templates) == 4
    assert names[0] == names[1] == names[2]
    assert {"standups_open", "standups_send", "look", "press"} <= set(names[0])


async def schemas(server):
    """the schemas of tools are objects of at most 20 KB, and the SDK takes them as they are."""
    async with Client(server.url + "/mcp") as client:
        for tool in (await client.list_tools()).tools:
            schema = tool.input_schema
            assert schema["type"] == "object" and not {"oneOf", "anyOf", "$ref"} & set(schema)
            assert len(json.dumps(schema)) <= 20_000, tool.name
            assert tool.description and tool.annotations


async def refusals(server):
    """what is wrong is refused with the right code, and the SDK raises it."""
    async with Client(server.url + "/mcp") as client:
        for call in (client.call_tool("nonsense", {}), client.read_resource("nonsense://x")):
            try:
                await call
                raise AssertionError("It was not refused.")
            except MCPError as error:
                assert error.error.code == -32602
        result = await client.call_tool("look", {"session": "0" * 32})
        assert result.is_error and "no session" in result.content[0].text


async def lies(server):
    """fields that differ from the content are refused before anything is done."""
    call = message("tools/call", {"name": "look", "arguments": {}})
    cases = [
        (call, {"Mcp_Method": "tools/list", "Mcp_Name": "look"}, 400, -32020),
        (call, {"Mcp_Method": "tools/call", "Mcp_Name": "press"}, 400, -32020),
        (call, {"Mcp_Method": "tools/call"}, 400, -32020),
        (message("nonsense"), {"Mcp_Method": "nonsense"}, 404, -32601),
        ([call], {}, 400, -32600),
        (message("tools/list", id=None), {"Mcp_Method": "tools/list"}, 400, -32600),
        (b"{", {}, 400, -32700),
    ]
    for content, fields, status, code in cases:
        response = await post(server, content, **fields)
        assert (response.status_code, response.json()["error"]["code"]) == (status, code), response.text
    unknown = message("tools/list")
    unknown["params"]["_meta"][VERSION] = "2027-01-01"
    response = await post(
        server, unknown, Mcp_Method="tools/list", MCP_Protocol_Version="2027-01-01")
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (400, -32022)
    assert error["data"]["supported"] == ["2026-07-28", "2025-11-25"]
    response = await post(server, message("tools/list"), Origin="https://evil.example")
    assert response.status_code == 403


async def excess(server):
    """10 MB of arguments are refused."""
    large = message("tools/call", {"name": "look", "arguments": {"session": "x" * (10 << 20)}})
    try:
        response = await post(server, large, Mcp_Method="tools/call", Mcp_Name="look")
        assert response.status_code == 413, response.status_code
    except (httpx2.WriteError, httpx2.ReadError):
        pass  # The server need not read what it refuses.


CHECKS = [negotiation, schemas, refusals, lies, excess]
