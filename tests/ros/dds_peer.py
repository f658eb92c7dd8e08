# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A controller on another make of DDS (Eclipse Cyclone), without ROS: it stops before a wall.

The types are made by hand from ROS's message definitions. Prints one line of JSON: the first
and the last distance of /ps0 (m), and where /odom says that the robot stands (m).
"""

import json
import os
import sys
import time
from typing import Any

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.idl import make_idl_struct
from cyclonedds.idl.types import array, float32, float64, int32, uint8, uint32
from cyclonedds.pub import DataWriter, Publisher
from cyclonedds.sub import DataReader, Subscriber
from cyclonedds.topic import Topic
from cyclonedds.util import duration

PATIENCE = 30.0  # s; a bound, not a wait
NEAR = 0.04
SPEED = 0.08
LOOPBACK = """
<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast><Interfaces>
<NetworkInterface name="lo"/></Interfaces></General><Discovery><ParticipantIndex>auto
</ParticipantIndex><Peers><Peer address="127.0.0.1"/></Peers></Discovery></Domain></CycloneDDS>
"""


def struct(package: str, name: str, **fields: Any) -> Any:
    """Return a type as ROS names it in DDS."""
    return make_idl_struct(name, f"{package}::msg::dds_::{name}_", fields)


# As the message definitions have them, field by field.
Time = struct("builtin_interfaces", "Time", sec=int32, nanosec=uint32)
Header = struct("std_msgs", "Header", stamp=Time, frame_id=str)
Range = struct(
    "sensor_msgs",
    "Range",
    header=Header,
    radiation_type=uint8,
    field_of_view=float32,
    min_range=float32,
    max_range=float32,
    range=float32,
    variance=float32,
)
Vector3 = struct("geometry_msgs", "Vector3", x=float64, y=float64, z=float64)
Twist = struct("geometry_msgs", "Twist", linear=Vector3, angular=Vector3)
Point = struct("geometry_msgs", "Point", x=float64, y=float64, z=float64)
Quaternion = struct("geometry_msgs", "Quaternion", x=float64, y=float64, z=float64, w=float64)
Pose = struct("geometry_msgs", "Pose", position=Point, orientation=Quaternion)
Covariance = array[float64, 36]
UncertainPose = struct("geometry_msgs", "PoseWithCovariance", pose=Pose, covariance=Covariance)
UncertainTwist = struct("geometry_msgs", "TwistWithCovariance", twist=Twist, covariance=Covariance)
Odometry = struct(
    "nav_msgs",
    "Odometry",
    header=Header,
    child_frame_id=str,
    pose=UncertainPose,
    twist=UncertainTwist,
)


# As ROS sends: plain CDR; reliable, the last few.
ROS = Qos(
    Policy.Reliability.Reliable(max_blocking_time=duration(seconds=1)),
    Policy.History.KeepLast(5),
    Policy.DataRepresentation(use_cdrv0_representation=True),
)


def stop_before_the_wall(participant: DomainParticipant) -> dict[str, Any]:
    """Drive until /ps0 says near; return what was read."""
    hear, say = Subscriber(participant), Publisher(participant)
    distances = DataReader(hear, Topic(participant, "rt/ps0", Range, qos=ROS), qos=ROS)
    odometry = DataReader(hear, Topic(participant, "rt/odom", Odometry, qos=ROS), qos=ROS)
    commands = DataWriter(say, Topic(participant, "rt/cmd_vel", Twist, qos=ROS), qos=ROS)
    seen: list[Any] = []
    end = time.monotonic() + PATIENCE
    while not (seen and seen[-1].range < NEAR):
        if time.monotonic() > end:
            sys.exit(f"no wall came near: {seen[-3:]}")
        sample = next(distances.take_iter(timeout=duration(milliseconds=200)), None)
        seen += [] if sample is None else [sample]
        commands.write(Twist(Vector3(SPEED, 0.0, 0.0), Vector3(0.0, 0.0, 0.0)))
    commands.write(Twist(Vector3(0.0, 0.0, 0.0), Vector3(0.0, 0.0, 0.0)))
    (*_, last) = odometry.take(5)
    return {
        "frame": seen[0].header.frame_id,
        "kind": seen[0].radiation_type,
        "longest": seen[0].max_range,
        "first": str(seen[0].range),
        "last": seen[-1].range,
        "stood": last.pose.pose.position.x,
        "v": last.twist.twist.linear.x,
        "child": last.child_frame_id,
    }


if __name__ == "__main__":
    DOMAIN = int(os.environ["ROS_DOMAIN_ID"])
    HELD = Domain(DOMAIN, LOOPBACK)
    sys.stdout.write(json.dumps(stop_before_the_wall(DomainParticipant(DOMAIN))))
