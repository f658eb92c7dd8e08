# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven over its DevTools protocol. Waits for facts, never for a time."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.sync.client import connect
from websockets.sync.connection import Connection

from samebot.ros.environment import child_environment

__all__ = ["Tab", "chromium", "open_tab"]

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)
_BIGGEST = 64 * 2**20


def chromium() -> str | None:
    """Return the browser's path; None if there is none."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


@contextlib.contextmanager
def open_tab(url: str, *, width: int = 1280, height: int = 800) -> Iterator[Tab]:
    """Start the browser on a page; it is gone at the end, whatever happens."""
    path = chromium()
    assert path is not None, "no chromium here"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [path, *_FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}", url],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=child_environment(os.environ),
        )
        try:
            with connect(
                _debugger(Path(profile), url), max_size=_BIGGEST, proxy=None
            ) as connection:
                tab = Tab(connection)
                tab.size(width, height)
                yield tab
                with contextlib.suppress(Exception):
                    tab.call("Browser.close")
        finally:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(3)
            process.kill()
            process.wait(10)


class Tab:
    """One page of the browser."""

    def __init__(self, connection: Connection) -> None:
        """Speak over an open connection to the page's debugger."""
        self._connection = connection
        self._numbers = itertools.count(1)

    def call(self, method: str, **parameters: object) -> Any:
        """Call a method of the protocol and return its result."""
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._connection.recv(timeout=60))
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                return answer["result"]

    def go(self, url: str) -> None:
        """Leave the page for another one."""
        self.call("Page.navigate", url=url)
        self.wait_for(f"location.href.startsWith({json.dumps(url)}) && !!document.body")

    def size(self, width: int, height: int, *, scale: float = 1.0) -> None:
        """Set the size of the page, pixels; it is drawn `scale` times as large."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=False,
        )

    def run(self, expression: str) -> Any:
        """Return the value of a JavaScript expression (or of its promise)."""
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def wait_for(self, expression: str, timeout: float = 90.0) -> Any:
        """Return the expression's value as soon as it is true."""
        deadline = time.monotonic() + timeout
        while not (value := self.run(expression)):
            assert time.monotonic() < deadline, f"not true within {timeout} s: {expression}"
            time.sleep(0.1)
        return value

    def key(self, name: str) -> None:
        """Press and release a key, such as ArrowRight."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def screenshot(self) -> bytes:
        """Return what is seen, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


def _debugger(profile: Path, url: str) -> str:
    """Return the address of the page's debugger once the browser has told its port."""
    deadline = time.monotonic() + 40
    told = profile / "DevToolsActivePort"
    while time.monotonic() < deadline:
        if told.exists() and (lines := told.read_text().splitlines()):
            with contextlib.suppress(OSError):
                for page in _pages(int(lines[0])):
                    if page["type"] == "page" and page["url"].startswith(url):
                        return str(page["webSocketDebuggerUrl"])
        time.sleep(0.1)
    raise AssertionError("chromium did not start within 40 s")


def _pages(port: int) -> Any:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(f"http://127.0.0.1:{port}/json", timeout=5) as answer:
        return json.load(answer)
