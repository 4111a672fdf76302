"""The official Python client in the modern era, against a running dev: a call, and a change that it listens for."""

import json
import pathlib
import sys

import anyio
from mcp.client import Client


async def main(url: str, file: str) -> None:
    async with Client(url) as client:
        assert client.protocol_version == "2026-07-28", client.protocol_version
        answer = await client.call_tool("execute", {"tool": "list-orders", "inputs": {"customer_id": 1}})
        assert json.loads(answer.content[0].text)[0]["id"] == 1008, answer
        async with client.listen(tools_list_changed=True) as subscription:
            path = pathlib.Path(file)
            path.write_text(path.read_text().replace("newest first", "the newest first"))
            with anyio.fail_after(30):
                async for _ in subscription:
                    break
    print("ok")


anyio.run(main, sys.argv[1], sys.argv[2])
