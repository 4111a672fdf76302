"""The two sides of a gateway: our server behind it, and a client in front of it."""
import http.client
import json
import os
import pathlib
import queue
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MANIFEST = ROOT / "bench" / "behind" / "manifests" / "shop.yaml"
KEY = "acme-0123456789abcdef"
MODERN = "2026-07-28"
SESSIONS = "2025-11-25"
INFO = {"name": "behind", "version": "1"}


class Wrong(Exception):
    pass


def check(true, what):
    if not true:
        raise Wrong(str(what)[:300])


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(true, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := true():
            return value
        time.sleep(0.1)
    return None


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return {"text": text.decode()}


class Ours:
    """Our server, whose manifests can change and which can be started again."""

    def __init__(self, folder, port):
        self.folder, self.port, self.admin = folder, port, free_port()
        self.text = MANIFEST.read_text()
        self.edit("EDITION", "first")
        self.process = None
        self.start()

    def edit(self, old, new):
        self.text = self.text.replace(old, new)
        (self.folder / "shop.yaml").write_text(self.text)

    def add(self, name):
        tool = self.text.split("---\n")[-1].replace("{name: rated}", f"{{name: {name}}}")
        (self.folder / f"{name}.yaml").write_text(tool)

    def start(self):
        command = [ROOT / "hyperterse", "dev", self.folder, "--port", str(self.port), "--admin-port", str(self.admin)]
        self.log = open(self.folder.parent / "ours.log", "ab")
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, start_new_session=True)
        ready = until(lambda: self.process.poll() is not None or self.metrics(), 180)
        check(ready and self.process.poll() is None, "our server does not start: " + self.log.name)

    def stop(self):
        if self.process:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(30)

    def metrics(self):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.admin, timeout=5)
            connection.request("GET", "/metrics")
            return connection.getresponse().read().decode()
        except OSError:
            return ""

    def running(self):
        return float(re.search(r"^hyperterse_calls_running(?:\{.*\})? (\S+)", self.metrics(), re.M)[1])


class Client:
    """A client of one era; with a session before 2026-07-28."""

    def __init__(self, url, prefix="", modern=False, headers=None, capabilities=None):
        self.url, self.prefix, self.modern = urllib.parse.urlparse(url), prefix, modern
        self.headers, self.capabilities = {"Authorization": KEY} | (headers or {}), capabilities or {}
        self.session, self.last, self.opened = None, 0, None

    def open(self, method, headers, body=None, timeout=30):
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=timeout)
        self.opened = connection
        connection.request(method, self.url.path, body, headers | self.headers)
        return connection, connection.getresponse()

    def post(self, method, params=None, notification=False, **more):
        params = dict(params or {})
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self.modern:
            meta = {"protocolVersion": MODERN, "clientCapabilities": self.capabilities, "clientInfo": INFO}
            params["_meta"] = {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}
            headers |= {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
            headers |= {"Mcp-Name": params["name"]} if method == "tools/call" else {}
        elif self.session:
            headers |= {"Mcp-Session-Id": self.session, "MCP-Protocol-Version": SESSIONS}
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if not notification:
            self.last += 1
            message["id"] = self.last
        return self.open("POST", headers, json.dumps(message | more), 60)

    def respond(self, identifier, result):
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        headers |= {"Mcp-Session-Id": self.session, "MCP-Protocol-Version": SESSIONS}
        body = json.dumps({"jsonrpc": "2.0", "id": identifier, "result": result})
        return self.open("POST", headers, body)[1].status

    @staticmethod
    def messages(response):
        """Each message of an answer, as it arrives."""
        if not response.headers.get("Content-Type", "").startswith("text/event-stream"):
            text = response.read()
            yield from [parsed(text)] if text.strip() else []
            return
        while line := response.readline():
            if line.startswith(b"data:") and line[5:].strip():
                yield json.loads(line[5:])

    def ask(self, method, params=None):
        _, response = self.post(method, params)
        answers = list(self.messages(response)) if response.status < 500 else []
        check(response.status == 200, f"{method}: HTTP {response.status} {answers}")
        answer = next((found for found in answers if found.get("id") == self.last and "method" not in found), {})
        check("result" in answer, f"{method}: {answers}")
        return answer["result"], response

    def begin(self):
        begun = {"protocolVersion": SESSIONS, "capabilities": self.capabilities, "clientInfo": INFO}
        result, response = self.ask("initialize", begun)
        self.session = response.headers.get("Mcp-Session-Id")
        check(self.session, "no session")
        self.post("notifications/initialized", notification=True)[1].read()
        return result

    def call(self, tool, arguments=None, **more):
        return self.ask("tools/call", {"name": self.prefix + tool, "arguments": arguments or {}} | more)[0]

    def tools(self):
        return {tool["name"]: tool for tool in self.ask("tools/list")[0]["tools"]}

    def listen(self):
        """A queue of what arrives on its event stream."""
        arrived = queue.Queue()
        if self.modern:
            _, response = self.post("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
        else:
            headers = {"Accept": "text/event-stream"}
            headers |= {"Mcp-Session-Id": self.session, "MCP-Protocol-Version": SESSIONS}
            _, response = self.open("GET", headers, timeout=60)
        # Envoy AI Gateway streams with 202.
        check(response.status in (200, 202), f"listening: HTTP {response.status}")

        def read():
            try:
                for message in self.messages(response):
                    arrived.put(message)
            except (OSError, ValueError, AttributeError, http.client.HTTPException):
                pass  # It was closed.

        threading.Thread(target=read, daemon=True).start()
        return arrived


def text(result):
    return json.dumps(result.get("content"))
