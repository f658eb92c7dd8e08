# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""ROS messages as the bytes that go over the wire (CDR); no ROS is needed to make or read them.

A message object costs several times as much to fill and serialise as everything else a driver
does. So a topic's message is laid out once, and only the bytes that change are written anew.
"""

from samebot.ros.wire.form import Form, Stamp, stamp_of
from samebot.ros.wire.reading import decode

__all__ = ["Form", "Stamp", "decode", "stamp_of"]
