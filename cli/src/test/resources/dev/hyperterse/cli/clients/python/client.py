"""The official Python client with a session, against a running dev: every request a client makes, then a save and its notification."""

import json
import pathlib
import sys

import anyio
from mcp.client import Client


async def main(url: str, file: str) -> None:
    changed = anyio.Event()

    async def on_message(message) -> None:
        if "list_changed" in str(getattr(message, "method", getattr(getattr(message, "root", None), "method", ""))):
            changed.set()

    async with Client(url, mode="legacy", message_handler=on_message) as client:
        tools = await client.list_tools()
        assert sorted(tool.name for tool in tools.tools) == ["execute", "search"], tools
        found = json.loads((await client.call_tool("search", {"query": "list orders"})).content[0].text)
        assert found[0]["name"] == "list-orders", found
        answer = await client.call_tool("execute", {"tool": "list-orders", "inputs": {"customer_id": 1}})
        assert json.loads(answer.content[0].text)[0]["id"] == 1008, answer
        prompt = await client.get_prompt("answer-customer", {"customer": "Ada", "question": "Where is it?"})
        assert "Where is it?" in prompt.messages[0].content.text, prompt
        resource = await client.read_resource("shop://opening-hours")
        assert "Saturday" in resource.contents[0].text, resource
        path = pathlib.Path(file)
        path.write_text(path.read_text().replace("newest first", "the newest first"))
        with anyio.fail_after(30):
            await changed.wait()
    print("ok")


anyio.run(main, sys.argv[1], sys.argv[2])
