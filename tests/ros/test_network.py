# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""From where a robot is seen: options set it, the user's own environment wins."""

from __future__ import annotations

import pytest

from samebot.core.errors import OptionError
from samebot.ros.network import DOMAIN, LOCAL_ONLY, PEERS, RANGE, reach, seen_from


def test_options_become_variables() -> None:
    environ: dict[str, str] = {}
    peers = ["10.0.0.2", "robot.local"]
    assert reach(environ, network=True, peers=peers, domain=7, resolve=str) == []
    assert environ == {RANGE: "SUBNET", PEERS: "10.0.0.2;robot.local", DOMAIN: "7"}
    assert (
        seen_from(environ)
        == "domain 7, seen from the whole local network and 10.0.0.2, robot.local"
    )


def test_without_options_nothing_is_set() -> None:
    environ: dict[str, str] = {}
    assert reach(environ) == []
    assert environ == {}


def test_the_users_own_variables_win_and_are_named() -> None:
    environ = {DOMAIN: "5", RANGE: "LOCALHOST"}
    (range_note, domain_note) = sorted(reach(environ, network=True, domain=7))
    assert "ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST" in range_note
    assert "ROS_DOMAIN_ID=5" in domain_note
    assert environ == {DOMAIN: "5", RANGE: "LOCALHOST"}
    assert seen_from(environ) == "domain 5, seen from this computer only"


@pytest.mark.parametrize("domain", [-1, 102])
def test_a_domain_that_dds_cannot_use_is_refused(domain: int) -> None:
    with pytest.raises(OptionError, match="0 to 101"):
        reach({}, domain=domain)


@pytest.mark.parametrize("peer", ["", "a b", "a;b", "http://x"])
def test_what_is_no_host_is_refused(peer: str) -> None:
    with pytest.raises(OptionError, match="no host"):
        reach({}, peers=[peer])


def test_a_host_that_nobody_knows_is_refused_before_ros_starts() -> None:
    def resolve(host: str) -> str:
        raise OSError(-2, f"Name or service not known: {host}")

    environ: dict[str, str] = {}
    with pytest.raises(OptionError, match=r"nowhere\.example cannot be found"):
        reach(environ, peers=["nowhere.example"], resolve=resolve)
    assert environ == {}


def test_the_older_variable_that_rules_all_out_is_named() -> None:
    environ = {LOCAL_ONLY: "1"}
    (note,) = reach(environ, network=True, peers=["10.0.0.2"], resolve=str)
    assert "ROS_LOCALHOST_ONLY=1" in note
    assert seen_from(environ) == "domain 0, seen from this computer only"
    assert reach({LOCAL_ONLY: "0"}, network=True) == []
    assert reach({LOCAL_ONLY: "1"}) == []
