# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The spellings of Gazebo's and ROS's tags, each alone."""

import time

import pytest

from samebot.core.errors import ModelError
from samebot.core.pose import Pose
from samebot.model import RobotModel
from samebot.model.devices import (
    Camera,
    Device,
    DistanceSensor,
    Gyro,
    InertialUnit,
    Lidar,
    Motor,
    RangeFinder,
)
from samebot.model.urdf import parse_urdf, unread

BODY = """<link name="base"/><link name="l"/><link name="r"/>
<joint name="left" type="continuous"><parent link="base"/><child link="l"/>
<limit effort="3" velocity="5"/></joint>
<joint name="right" type="continuous"><parent link="base"/><child link="r"/>
<limit effort="3" velocity="0"/></joint>
"""


def robot(inside: str) -> RobotModel:
    return parse_urdf(f'<robot name="r">{BODY}{inside}</robot>', file="r.urdf")


def sensor(inside: str, kind: str = "ray") -> Device:
    model = robot(
        f'<gazebo reference="base"><sensor name="s" type="{kind}">{inside}</sensor></gazebo>'
    )
    return model.devices[0]


def plugin(inside: str, file: str = "libgazebo_ros_diff_drive.so") -> RobotModel:
    return robot(f'<gazebo><plugin name="p" filename="{file}">{inside}</plugin></gazebo>')


_WHEELS = "<{0}>left</{0}><{1}>right</{1}><{2}>0.4</{2}><{3}>0.2</{3}>"
_CLASSIC = (
    _WHEELS.format("leftJoint", "rightJoint", "wheelSeparation", "wheelDiameter")
    + "<robotBaseFrame>/base</robotBaseFrame><odometryFrame>/odo</odometryFrame>"
    "<wheelTorque>7</wheelTorque><wheelAcceleration>2</wheelAcceleration>"
)
_ROS_2 = (
    "<num_wheel_pairs>2</num_wheel_pairs>"
    + _WHEELS.format("left_joint", "right_joint", "wheel_separation", "wheel_diameter")
    + "<left_joint>other</left_joint><right_joint>other</right_joint>"
    "<robot_base_frame>base</robot_base_frame><odometry_frame>odo</odometry_frame>"
    "<max_wheel_torque>7</max_wheel_torque><max_wheel_acceleration>2</max_wheel_acceleration>"
)


@pytest.mark.parametrize("inside", [_CLASSIC, _ROS_2], ids=["ROS 1", "ROS 2"])
def test_differential_drives(inside: str) -> None:
    model = plugin(inside)
    drive = model.drive
    assert drive is not None
    assert (drive.left_joint, drive.right_joint) == ("left", "right")
    assert (drive.wheel_radius, drive.wheel_separation) == (0.1, 0.4)
    assert (drive.base_frame, drive.odometry_frame) == ("base", "odo")
    # A velocity of 0 is what exporters write for "not known".
    assert drive.max_wheel_velocity == 5.0
    motor = model.device("left")
    assert isinstance(motor, Motor)
    assert (motor.max_effort, motor.acceleration) == (7.0, 20.0)
    assert unread(model) == []


@pytest.mark.parametrize(
    "inside",
    [
        "",
        "<leftJoint>left</leftJoint><rightJoint>right</rightJoint>",
        _CLASSIC.replace("left<", "no<"),
    ],
)
def test_a_drive_without_wheels_or_sizes_is_told_of(inside: str) -> None:
    model = plugin(inside)
    assert model.drive is None
    assert unread(model) == ['<gazebo> plugin "libgazebo_ros_diff_drive.so" (line 6)']


def test_a_drive_of_impossible_size_is_an_error_with_its_line() -> None:
    text = (
        "<leftJoint>left</leftJoint><rightJoint>right</rightJoint>"
        "<wheelSeparation>0.4</wheelSeparation><wheelDiameter>-0.2</wheelDiameter>"
    )
    with pytest.raises(ModelError, match=r'r.urdf:6: drive "differential": .*wheel_radius is -0.1'):
        plugin(text)


def test_a_second_drive_is_told_of() -> None:
    text = (
        '<plugin name="p" filename="libgazebo_ros_diff_drive.so"><leftJoint>left</leftJoint>'
        "<rightJoint>right</rightJoint><wheelSeparation>0.4</wheelSeparation>"
        "<wheelDiameter>0.2</wheelDiameter></plugin>"
    )
    model = robot(f"<gazebo>{text}{text}</gazebo>")
    assert model.drive is not None
    assert len(unread(model)) == 1


_LASER = '<plugin filename="libgazebo_ros_ray_sensor.so">{}</plugin>'
_REMAPPED = "<ros><namespace>/a</namespace><remapping>~/out:=scan</remapping></ros>"
_ARGUMENT = "<ros><argument>~/out:=front/scan</argument></ros>"


@pytest.mark.parametrize(
    ("inside", "topic", "frame"),
    [
        (_LASER.format("<topicName>a</topicName><frameName>/f</frameName>"), "a", "f"),
        (_LASER.format(f"{_REMAPPED}<frame_name>laser</frame_name>"), "scan", "laser"),
        (_LASER.format(_ARGUMENT), "front/scan", "base"),
        ("<topic>lidar</topic><gz_frame_id>laser</gz_frame_id>", "lidar", "laser"),
        ("<topic>lidar</topic><ignition_frame_id>laser</ignition_frame_id>", "lidar", "laser"),
        ("<pose>0 0 1 0 0 0</pose>", "", ""),
    ],
)
def test_topics_and_frames(inside: str, topic: str, frame: str) -> None:
    found = sensor(inside)
    assert (found.topic, found.frame) == (topic, frame)


@pytest.mark.parametrize("kind", ["ray", "gpu_ray", "lidar", "gpu_lidar", " GPU_RAY "])
def test_lidars(kind: str) -> None:
    found = sensor("", kind)
    assert isinstance(found, Lidar)
    assert found.samples == 360


def test_a_range_plugin_makes_a_distance_sensor() -> None:
    found = sensor(
        '<plugin filename="libgazebo_ros_ray_sensor.so"><output_type>sensor_msgs/Range'
        "</output_type><radiation_type>infrared</radiation_type></plugin>"
        "<ray><scan><horizontal><samples>1</samples><min_angle>-0.1</min_angle>"
        "<max_angle>0.1</max_angle></horizontal></scan><range><min>0</min><max>0.1</max></range>"
        "</ray>"
    )
    assert isinstance(found, DistanceSensor)
    assert (found.type, found.aperture, found.max_range) == ("infra-red", 0.2, 0.1)


def test_a_sonar_is_a_cone() -> None:
    found = sensor("<sonar><min>0.1</min><max>1</max><radius>1</radius></sonar>", "sonar")
    assert isinstance(found, DistanceSensor)
    assert found.aperture == pytest.approx(3.14159265 / 2)


def test_a_classic_depth_camera_sees_colour_too() -> None:
    model = robot(
        '<gazebo reference="base"><sensor name="kinect" type="depth"><camera/>'
        '<plugin filename="libgazebo_ros_openni_kinect.so"><cameraName>kin</cameraName>'
        "<imageTopicName>rgb/image_raw</imageTopicName>"
        "<depthImageTopicName>depth/image_raw</depthImageTopicName></plugin></sensor></gazebo>"
    )
    colour, depth = model.devices
    assert isinstance(colour, Camera)
    assert isinstance(depth, RangeFinder)
    assert (colour.topic, depth.topic) == ("kin/rgb/image_raw", "kin/depth/image_raw")
    assert depth.name == "kinect_depth"


def test_a_multicamera_is_several_cameras() -> None:
    model = robot(
        '<gazebo reference="base"><sensor name="stereo" type="multicamera">'
        '<camera name="left_eye"><pose>0 0.1 0 0 0 0</pose></camera>'
        '<camera name="right_eye"><pose>0 -0.1 0 0 0 0</pose></camera></sensor></gazebo>'
    )
    assert [(eye.name, eye.pose.xyz[1]) for eye in model.devices] == [
        ("left_eye", 0.1),
        ("right_eye", -0.1),
    ]


def test_poses_as_quaternion_and_with_the_camera_in_the_sensor() -> None:
    quaternion = '<pose rotation_format="quat_xyzw">1 2 3 0 0 0 1</pose>'
    assert sensor(quaternion).pose == Pose((1.0, 2.0, 3.0))
    both = "<pose>1 0 0 0 0 0</pose><camera><pose>0 1 0 0 0 0</pose></camera>"
    assert sensor(both, "camera").pose.xyz == (1.0, 1.0, 0.0)


def test_orientation_of_an_imu_can_be_off() -> None:
    text = '<gazebo reference="base"><sensor name="s" type="imu"><imu>{}</imu></sensor></gazebo>'
    off = robot(text.format("<enable_orientation>0</enable_orientation>"))
    assert [device.kind for device in off.devices] == ["accelerometer", "gyro"]
    assert len(robot(text.format("")).devices) == 3


def test_an_imu_plugin_beside_the_sensor_tells_the_noise_that_the_sensor_does_not() -> None:
    noise = "<noise><rate><stddev>{}</stddev><bias_mean>0.1</bias_mean></rate></noise>"
    classic = (
        '<gazebo><plugin filename="libgazebo_ros_imu.so"><bodyName>base</bodyName>'
        f"<updateRate>100</updateRate><imu>{noise.format(2e-4)}</imu></plugin></gazebo>"
    )
    text = '<gazebo reference="base"><sensor name="s" type="imu"><imu>{}</imu></sensor></gazebo>'
    silent = robot(classic + text.format("")).device("s_gyro")
    assert isinstance(silent, Gyro)
    assert (silent.noise, silent.bias, silent.period) == (2e-4, (0.1, 0.1, 0.1), 0.01)
    noisy = robot(classic + text.format(noise.format(5e-3))).device("s_gyro")
    assert isinstance(noisy, Gyro)
    assert noisy.noise == 5e-3


def test_an_imu_plugin_beside_the_sensor_adds_no_second_one() -> None:
    model = robot(
        '<gazebo><plugin filename="libgazebo_ros_imu.so"><bodyName>base</bodyName>'
        "<topicName>imu</topicName></plugin></gazebo>"
        '<gazebo reference="base"><sensor name="s" type="imu"/></gazebo>'
    )
    assert [device.topic for device in model.devices] == ["imu"] * 3
    assert isinstance(model.device("s_inertial_unit"), InertialUnit)


def test_sensors_of_one_name_are_numbered() -> None:
    one = '<gazebo reference="{}"><sensor name="eye" type="camera"/></gazebo>'
    model = robot(one.format("l") + one.format("r"))
    assert [(eye.name, eye.link) for eye in model.devices] == [("eye", "l"), ("eye_2", "r")]


def test_an_unknown_plugin_in_a_sensor_is_kept() -> None:
    model = robot(
        '<gazebo reference="base"><sensor name="s" type="camera">'
        '<plugin filename="libmine.so"><x>1</x></plugin></sensor></gazebo>'
    )
    assert model.extras[0].xml == (
        '<gazebo reference="base"><plugin filename="libmine.so"><x>1</x></plugin></gazebo>'
    )
    assert unread(model) == ['<gazebo> plugin "libmine.so" on "base" (line 6)']


def test_friction_may_stand_in_an_attribute() -> None:
    model = robot('<gazebo reference="l"><mu1 value="200"/><mu2>3</mu2></gazebo>')
    assert model.link("l").friction == 200.0
    with pytest.raises(ModelError, match="'value' of <mu1> is 'much'"):
        robot('<gazebo reference="l"><mu1 value="much"/></gazebo>')


def test_further_wheels_of_a_drive_turn_with_the_first() -> None:
    more = '<joint name="{0}" type="continuous"><parent link="base"/><child link="{0}"/></joint>'
    links = "".join(f'<link name="{name}"/>' + more.format(name) for name in ("l2", "r2"))
    for tags in (("left_joint", "right_joint"), ("leftRearJoint", "rightRearJoint")):
        pair = "<{0}>l2</{0}><{1}>r2</{1}>".format(*tags)
        drive = f'<plugin name="p" filename="libgazebo_ros_diff_drive.so">{_ROS_2}{pair}</plugin>'
        model = robot(f"{links}<gazebo>{drive}</gazebo>")
        followed = [model.joint(name).mimic for name in ("l2", "r2")]
        assert [mimic and mimic.joint for mimic in followed] == ["left", "right"]


def test_a_frame_that_the_robot_moves_in_is_no_sensors_frame() -> None:
    bumper = "<plugin filename='libgazebo_ros_bumper.so'><frameName>/world</frameName></plugin>"
    assert sensor(bumper, "contact").frame == "base"


def test_colour_and_depth_have_topics_of_their_own() -> None:
    named = "<ros><remapping>image_raw:=see</remapping></ros>"
    for settings, depth in (
        ("<camera_name>eye</camera_name>", "eye/depth/image_raw"),
        (named, "s_depth"),
    ):
        inside = f'<plugin filename="libgazebo_ros_camera.so">{settings}</plugin>'
        file = f'<gazebo reference="base"><sensor name="s" type="depth">{inside}</sensor></gazebo>'
        assert robot(file).device("s_depth").topic == depth


def test_a_second_imu_is_one_message_too() -> None:
    model = robot(
        '<gazebo reference="base"><sensor name="a" type="imu"/></gazebo>'
        '<gazebo reference="l"><sensor name="b" type="imu"/></gazebo>'
    )
    assert [device.topic for device in model.devices] == ["", "", "", "b", "b", "b"]


def test_the_same_is_told_once() -> None:
    text = '<gazebo><plugin name="{}" filename="libfoo.so"/></gazebo>\n'
    assert unread(robot("".join(map(text.format, "abc")))) == [
        '<gazebo> plugin "libfoo.so" (line 6) and 2 more'
    ]


def test_tags_on_joints_and_on_nothing_do_no_harm() -> None:
    model = robot(
        '<gazebo reference="left"><provideFeedback>true</provideFeedback></gazebo>'
        '<gazebo reference="nowhere"><mu1>1</mu1></gazebo><gazebo/>'
        '<gazebo><static>true</static></gazebo><gazebo reference="nowhere">'
        '<sensor name="s" type="camera"/></gazebo>'
    )
    assert model.devices == ()
    assert len(model.extras) == 5
    assert unread(model) == ['<gazebo> sensor "s" of type "camera" on "nowhere" (line 6)']


def test_numbers_in_sensors_are_checked() -> None:
    with pytest.raises(ModelError, match=r"r.urdf:6: gazebo \"base\": <update_rate> is 'fast'"):
        sensor("<update_rate>fast</update_rate>")
    with pytest.raises(ModelError, match=r'r.urdf:6: device "s": its picture'):
        sensor("<camera><image><width>0</width></image></camera>", "camera")


def test_sensors_as_urdf_proposes_them() -> None:
    model = robot(
        '<sensor name="eye" update_rate="20"><parent link="base"/><origin xyz="1 0 0"/><camera>'
        '<image width="64" height="48" hfov="1.5" near="0.1" far="9"/></camera></sensor>'
        '<sensor name="laser"><parent link="base"/><ray><horizontal samples="10" '
        'min_angle="-1" max_angle="1"/></ray></sensor><sensor name="nose"/>'
    )
    eye, laser = model.devices
    assert isinstance(eye, Camera)
    assert (eye.size, eye.period, eye.far, eye.pose.xyz) == ((64, 48), 0.05, 9.0, (1.0, 0.0, 0.0))
    assert isinstance(laser, Lidar)
    assert (laser.samples, laser.max_angle) == (10, 1.0)
    assert unread(model) == ["<sensor> (line 6)"]


def test_transmissions_of_other_kinds_are_told_of() -> None:
    text = '<transmission name="{}"><type>transmission_interface/DifferentialTransmission</type>'
    model = robot("".join(f"{text.format(name)}</transmission>" for name in "ab"))
    kind = "transmission_interface/DifferentialTransmission"
    assert unread(model) == [f'<transmission> "a" of type "{kind}" (line 6) and 1 more']
    assert model.devices == ()


def test_the_motor_of_a_joint_is_one_whatever_tells_of_it() -> None:
    transmission = (
        '<transmission name="t" type="SimpleTransmission"><joint name="left">'
        "<hardwareInterface>VelocityJointInterface</hardwareInterface></joint></transmission>"
    )
    control = (
        '<ros2_control name="c" type="system"><joint name="left">'
        '<param name="sensor">left encoder</param><command_interface name="velocity">'
        '<param name="max">4</param></command_interface><state_interface name="position"/></joint>'
        "</ros2_control>"
    )
    both = robot(transmission + control)
    assert [device.name for device in both.devices] == ["left", "left_sensor"]
    motor = both.device("left")
    assert isinstance(motor, Motor)
    assert (motor.max_velocity, motor.command) == (4.0, "velocity")
    assert robot(control).device("left encoder").kind == "position_sensor"


def test_a_ros2_control_sensor_is_not_doubled() -> None:
    control = (
        '<ros2_control name="c" type="system"><sensor name="s">'
        '<state_interface name="angular_velocity.x"/>'
        '<state_interface name="linear_acceleration.x"/><param name="frame_id">base</param>'
        '</sensor><sensor name="eye"><state_interface name="range"/></sensor></ros2_control>'
    )
    gazebo = '<gazebo reference="base"><sensor name="s" type="imu"/></gazebo>'
    assert len(robot(control).devices) == 4
    assert len(robot(control + gazebo).devices) == 4
    assert isinstance(robot(control).device("eye"), DistanceSensor)


def test_webots_settings_are_put_on_a_known_device() -> None:
    model = robot(
        '<gazebo reference="base"><sensor name="eye" type="camera"/></gazebo>'
        '<webots><device reference="eye" type="Camera"><ros><topicName>/see</topicName></ros>'
        '</device><device reference="l" type="GPS"/></webots>'
    )
    assert [device.name for device in model.devices] == ["eye", "l"]
    assert (model.device("eye").topic, model.device("l").link) == ("/see", "l")


def test_many_things_of_one_name_are_read_in_reasonable_time() -> None:
    sensors = '<sensor name="s" type="imu"/>' * 1500
    plugin = '<plugin filename="libgazebo_ros_imu.so"><bodyName>base</bodyName></plugin>'
    started = time.process_time()
    model = robot(f'<gazebo reference="base">{sensors}</gazebo><gazebo>{plugin * 3000}</gazebo>')
    assert time.process_time() - started < 5.0
    assert model.devices[-1].name == "s_inertial_unit_1500"
