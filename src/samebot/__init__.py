# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""samebot: one interface for a robot's simulated and physical body.

```python
import samebot

with samebot.open("epuck2", world="maze") as robot:
    while robot.step() < 10.0:
        near = min(robot.ranges("ps*")) < 0.03
        robot.drive(0.0 if near else 0.05, 1.0 if near else 0.0)
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from samebot.body import Body, Command, JointTarget, Reading, Snapshot
    from samebot.opening import open  # noqa: A004 - the word that people look for

__all__ = ["Body", "Command", "JointTarget", "Reading", "Snapshot", "open"]


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for: `import samebot` alone costs nothing."""
    if name == "open":
        from samebot.opening import open as found

        return found
    if name in __all__:
        import samebot.body

        return getattr(samebot.body, name)
    raise AttributeError(f"module 'samebot' has no attribute {name!r}; it has {', '.join(__all__)}")
