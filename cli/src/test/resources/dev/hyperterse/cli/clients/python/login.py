"""The official Python client finds the identity provider by itself, logs a user in there, and calls with the token it gets."""

import html
import re
import sys
import urllib.parse

import anyio
import httpx2
from mcp.client import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata

REDIRECT = "http://127.0.0.1:33418/callback"


class Registered:
    """An administrator registered the client before; tokens are kept for this run."""

    def __init__(self, client: str) -> None:
        self.client = OAuthClientInformationFull(client_id=client, redirect_uris=[REDIRECT], token_endpoint_auth_method="none")
        self.tokens = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens) -> None:
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client) -> None:
        raise AssertionError(f"nobody has to register: {client}")


class Browser:
    """What a user does: opens the address, fills in the form, follows the redirect."""

    def __init__(self, user: str, password: str) -> None:
        self.user, self.password, self.answer = user, password, None

    async def open(self, address: str) -> None:
        async with httpx2.AsyncClient() as browser:
            page = await browser.get(address)
            form = re.search(r'<form[^>]*action="([^"]+)"', page.text)
            assert form, f"no form at {address}: {page.status_code} {page.text[:2000]}"
            # Browsers send cookies that are for TLS to the loopback as well; this library does not.
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in page.cookies.jar)
            fields = {"username": self.user, "password": self.password}
            sent = await browser.post(html.unescape(form[1]), data=fields, headers={"Cookie": cookies})
            assert sent.status_code == 302, f"{sent.status_code} {sent.text[:2000]}"
            self.answer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(sent.headers["location"]).query))

    async def redirected(self) -> AuthorizationCodeResult:
        return AuthorizationCodeResult(**{name: self.answer.get(name) for name in ("code", "state", "iss")})


async def main(url: str, client: str, user: str, password: str) -> None:
    storage, browser = Registered(client), Browser(user, password)
    asked = []
    provider = OAuthClientProvider(
        url,
        OAuthClientMetadata(redirect_uris=[REDIRECT], token_endpoint_auth_method="none", client_name="A test"),
        storage,
        browser.open,
        browser.redirected,
    )

    async def note(request) -> None:
        asked.append(urllib.parse.urlsplit(str(request.url)).path)

    async with httpx2.AsyncClient(auth=provider, event_hooks={"request": [note]}) as http:
        async with Client(streamable_http_client(url, http_client=http)) as session:
            answer = await session.call_tool("execute", {"tool": "who-calls", "inputs": {}})
            print(answer.content[0].text)
    print(storage.tokens.scope)
    print(*dict.fromkeys(asked))


anyio.run(main, *sys.argv[1:])
