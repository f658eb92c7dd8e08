# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How a command joins ROS 2: in which domain, and from where it can be seen."""

from __future__ import annotations

import argparse
import os

from samebot.cli.output import complain

__all__ = ["add_network", "join"]


def add_network(options: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--network`, `--peer` and `--domain`."""
    options.add_argument(
        "--network", action="store_true", help="see and be seen by the whole local network"
    )
    options.add_argument(
        "--peer",
        dest="peers",
        action="append",
        default=[],
        metavar="HOST",
        help="see and be seen by one other computer; may be repeated",
    )
    options.add_argument("--domain", type=int, metavar="N", help="ROS_DOMAIN_ID, 0 to 101")


def join(arguments: argparse.Namespace) -> str:
    """Settle the environment for ROS; return in a line which ROS it is and who sees it.

    Call it before anything imports rclpy. May start the program anew, once.
    """
    from samebot.ros.environment import enter
    from samebot.ros.network import reach, seen_from

    for note in reach(
        os.environ, network=arguments.network, peers=arguments.peers, domain=arguments.domain
    ):
        complain(f"note: {note}")
    state = enter()
    return f"ROS 2 {state.distro or state.where}, {seen_from(os.environ)}"
