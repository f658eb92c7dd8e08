# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""ROS domains for tests: each has one of its own, in which no node of another is remembered.

A participant that was killed is remembered in its domain for up to 20 s. So of the domains that
nobody holds, the one is taken that was let go the longest ago.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

__all__ = ["own_domain"]

_DOMAINS: Final = range(1, 102)


@contextmanager
def own_domain() -> Iterator[int]:
    """Hold a ROS_DOMAIN_ID (1 to 101) that no other test of this computer has."""
    import fcntl  # where ROS is

    for domain in sorted(_DOMAINS, key=lambda domain: _let_go(_lock(domain))):
        with _lock(domain).open("wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            try:
                yield domain
            finally:
                os.utime(file.fileno())
            return
    pytest.fail("all ROS domains are taken by other tests")


def _lock(domain: int) -> Path:
    return Path(tempfile.gettempdir()) / f"samebot-tests-domain-{os.getuid()}-{domain}"


def _let_go(lock: Path) -> int:
    """Return when a domain was let go, ns; 0: nobody had it yet."""
    try:
        return lock.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
