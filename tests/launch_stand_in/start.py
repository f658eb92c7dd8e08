# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`python start.py FILE [NAME:=VALUE ...]` in the place of `ros2 launch`.

SIGINT ends all programs with SIGINT, and so does a program with `on_exit=[Shutdown()]`; who does
not end is killed after ten seconds, and that is said.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from launch import LaunchContext
from launch.actions import Shutdown
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_ros.actions import Node

PATIENCE = 10.0


def nodes(entities: list[Any], context: LaunchContext) -> list[Node]:
    """Return all nodes that entities lead to."""
    found: list[Node] = []
    for entity in entities:
        if isinstance(entity, Node):
            found.append(entity)
        else:
            found += nodes(entity.execute(context), context)
    return found


def is_over(node: Node, process: subprocess.Popen[bytes]) -> bool:
    """Return whether the end of a program ends everything."""
    ends = any(isinstance(action, Shutdown) for action in node.on_exit or ())
    return process.poll() is not None and ends


def main() -> int:
    """Start everything, and wait for the end."""
    file, *words = sys.argv[1:]
    given = dict(word.split(":=", 1) for word in words)
    source = PythonLaunchDescriptionSource(file)
    wanted = nodes(source.get().entities, LaunchContext(given))
    ended = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.append(True))
    running = [(node, subprocess.Popen(node.command())) for node in wanted]
    while not ended and not any(is_over(node, process) for node, process in running):
        time.sleep(0.05)
    for _, process in running:
        process.send_signal(signal.SIGINT)
    late = [node.executable for node, process in running if not _ends(process)]
    sys.stdout.write(f"ended: {[process.returncode for _, process in running]}\n")
    return 1 if late else 0


def _ends(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
