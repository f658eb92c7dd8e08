# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The environment variables of ROS 2 and Fast DDS, each with the values that work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from samebot.cli.diagnosis.finding import Check, Finding, note, ok, problem
from samebot.cli.diagnosis.ros import state_of
from samebot.cli.diagnosis.surroundings import Surroundings

__all__ = ["CHECKS"]

_OUR_RMW: Final = "rmw_fastrtps_cpp"
_LARGEST_DOMAIN: Final = 101
_RANGES: Final = ("LOCALHOST", "SUBNET", "OFF", "SYSTEM_DEFAULT")
_TRANSPORTS: Final = ("DEFAULT", "DEFAULTv6", "LARGE_DATA", "LARGE_DATAv6", "P2P", "SHM", "UDPv4")
_MORE_TRANSPORTS: Final = ("UDPv6", "NONE")
_PROFILES: Final = ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE")


def _middleware(here: Surroundings) -> Iterator[Finding]:
    found = here.environ.get("RMW_IMPLEMENTATION", "")
    if not found:
        return
    name, kind = "RMW_IMPLEMENTATION", state_of(here).kind
    if kind == "wheels" and found != _OUR_RMW:
        yield note(
            name,
            f"is {found}; the ROS 2 packages of this environment have only {_OUR_RMW}: samebot "
            "uses that, other programs here end at once with status 102",
            "unset RMW_IMPLEMENTATION",
        )
    elif kind == "sourced" and not _is_installed(here, found):
        yield problem(
            name,
            f"is {found}, which is not installed: every program ends at once with status 102",
            f"unset RMW_IMPLEMENTATION, or install ros-{here.environ.get('ROS_DISTRO', 'DISTRO')}-"
            + found.replace("_", "-"),
        )
    else:
        yield ok(name, found)


def _is_installed(here: Surroundings, rmw: str) -> bool:
    prefixes = here.environ.get("AMENT_PREFIX_PATH", "").split(":")
    return any(Path(prefix, "lib", f"lib{rmw}.so").exists() for prefix in prefixes if prefix)


def _domain(here: Surroundings) -> Iterator[Finding]:
    found = here.environ.get("ROS_DOMAIN_ID", "")
    if not found:
        return
    if found.isascii() and found.isdigit() and int(found[:9]) <= _LARGEST_DOMAIN:
        yield ok("ROS_DOMAIN_ID", f"{found}; programs with another one are not seen")
    else:
        yield problem(
            "ROS_DOMAIN_ID",
            f"is {found!r}; 0 to {_LARGEST_DOMAIN} work",
            "export ROS_DOMAIN_ID=0, or unset it",
        )


def _discovery(here: Surroundings) -> Iterator[Finding]:
    found = here.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "")
    name = "ROS_AUTOMATIC_DISCOVERY_RANGE"
    if found and found not in _RANGES:
        yield problem(
            name, f"is {found!r}; one of {', '.join(_RANGES)} is expected", f"unset {name}"
        )
    elif found == "OFF":
        yield note(name, "is OFF: no program finds another", f"unset {name}")
    elif found:
        yield ok(name, found)
    if here.environ.get("ROS_LOCALHOST_ONLY", "") not in ("", "0"):
        yield note(
            "ROS_LOCALHOST_ONLY",
            "is deprecated, and overrides ROS_AUTOMATIC_DISCOVERY_RANGE and ROS_STATIC_PEERS",
            "unset ROS_LOCALHOST_ONLY; export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST",
        )
    peers = here.environ.get("ROS_STATIC_PEERS", "")
    if peers:
        yield note("ROS_STATIC_PEERS", f"is {peers}: these computers are looked for too")


def _profiles(here: Surroundings) -> Iterator[Finding]:
    for name in _PROFILES:
        file = here.environ.get(name, "")
        if not file:
            continue
        if Path(file).is_file():
            yield note(name, f"{file} is used instead of samebot's quick discovery")
        else:
            yield problem(name, f"{file} does not exist", f"unset {name}")
    if here.environ.get("ROS_DISCOVERY_SERVER"):
        yield note(
            "ROS_DISCOVERY_SERVER",
            "is set: programs find each other only while that server runs",
            "unset ROS_DISCOVERY_SERVER, if no server is meant",
        )


def _transports(here: Surroundings) -> Iterator[Finding]:
    found = here.environ.get("FASTDDS_BUILTIN_TRANSPORTS", "")
    if found and found.partition("?")[0] not in _TRANSPORTS + _MORE_TRANSPORTS:
        yield problem(
            "FASTDDS_BUILTIN_TRANSPORTS",
            f"is {found!r}; one of {', '.join(_TRANSPORTS + _MORE_TRANSPORTS)} is expected",
            "unset FASTDDS_BUILTIN_TRANSPORTS",
        )


def _security(here: Surroundings) -> Iterator[Finding]:
    if here.environ.get("ROS_SECURITY_ENABLE", "").lower() != "true":
        return
    keystore = here.environ.get("ROS_SECURITY_KEYSTORE", "")
    enforced = here.environ.get("ROS_SECURITY_STRATEGY", "") == "Enforce"
    if keystore and Path(keystore).is_dir():
        yield note("ROS_SECURITY_ENABLE", f"is true: only programs with keys from {keystore} talk")
    else:
        tell = problem if enforced else note
        yield tell(
            "ROS_SECURITY_ENABLE",
            f"is true, but there is no keystore {keystore or '(ROS_SECURITY_KEYSTORE is unset)'}",
            "unset ROS_SECURITY_ENABLE, or name the keystore",
        )


CHECKS: Final[tuple[Check, ...]] = (
    _middleware,
    _domain,
    _discovery,
    _profiles,
    _transports,
    _security,
)
