# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Robots as people write them elsewhere, none of which samebot was made for."""

from __future__ import annotations


def wheel(name: str, x: float, y: float, *, axis: str = "0 1 0", radius: float = 0.165) -> str:
    """Return a wheel whose shapes lie as exporters lay them: turned about x."""
    return f"""
  <link name="{name}_link">
    <inertial><mass value="2.6"/>
      <inertia ixx="0.024" iyy="0.044" izz="0.024" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin rpy="1.5707963 0 0"/>
      <geometry><cylinder radius="{radius}" length="0.11"/></geometry></visual>
    <collision><origin rpy="1.5707963 0 0"/>
      <geometry><cylinder radius="{radius}" length="0.11"/></geometry></collision>
  </link>
  <joint name="{name}" type="continuous">
    <parent link="base_link"/><child link="{name}_link"/>
    <origin xyz="{x} {y} 0.033"/><axis xyz="{axis}"/>
  </joint>"""


HUSKY = f"""<robot name="skid_steer">
  <link name="base_link"/>
  <link name="inertial_link">
    <inertial><mass value="46"/><origin xyz="0 0 0.06"/>
      <inertia ixx="0.6" iyy="1.7" izz="2.0" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.12"/>
      <geometry><box size="0.99 0.37 0.12"/></geometry></collision>
  </link>
  <joint name="inertial_joint" type="fixed">
    <parent link="base_link"/><child link="inertial_link"/></joint>
  {wheel("front_left_wheel", 0.256, 0.285)}
  {wheel("front_right_wheel", 0.256, -0.285)}
  {wheel("rear_left_wheel", -0.256, 0.285)}
  {wheel("rear_right_wheel", -0.256, -0.285)}
  <link name="laser"/>
  <joint name="laser_joint" type="fixed"><parent link="base_link"/><child link="laser"/>
    <origin xyz="0.3 0 0.3"/></joint>
  <gazebo reference="laser"><sensor type="ray" name="front_laser">
    <update_rate>10</update_rate>
    <ray><scan><horizontal><samples>181</samples><resolution>1</resolution>
      <min_angle>-1.57</min_angle><max_angle>1.57</max_angle></horizontal></scan>
      <range><min>0.1</min><max>30.0</max></range></ray>
    <plugin name="laser_plugin" filename="libgazebo_ros_ray_sensor.so">
      <ros><remapping>~/out:=front/scan</remapping></ros>
      <frame_name>laser</frame_name></plugin>
  </sensor></gazebo>
</robot>"""
"""Four wheels of one size, none of which a plugin names."""

TWO_WHEELS = f"""<robot name="two_wheels">
  <link name="base_footprint"/>
  <link name="base_link">
    <inertial><mass value="5"/><origin xyz="-0.02 0 0.05"/>
      <inertia ixx="0.03" iyy="0.05" izz="0.06" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.1"/><geometry><box size="0.4 0.3 0.1"/></geometry></collision>
  </link>
  <joint name="base" type="fixed"><parent link="base_footprint"/><child link="base_link"/>
    <origin xyz="0 0 0.067"/></joint>
  {wheel("wheel_l", 0.0, 0.2, radius=0.1)}
  {wheel("wheel_r", 0.0, -0.2, radius=0.1, axis="0 -1 0")}
  <link name="caster"><inertial><mass value="0.1"/>
      <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <joint name="caster_joint" type="fixed"><parent link="base_link"/><child link="caster"/>
    <origin xyz="-0.15 0 -0.017"/></joint>
  <gazebo reference="caster"><mu1>0.0</mu1><mu2>0.0</mu2></gazebo>
  <link name="swivel"/>
  <joint name="swivel_joint" type="continuous"><parent link="base_link"/><child link="swivel"/>
    <origin xyz="-0.15 0 0.1"/><axis xyz="0 0 1"/></joint>
</robot>"""
"""Two wheels, one of which turns the other way round; no plugin."""

BURGER = """<?xml version="1.0"?>
<robot name="burger_like" xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:property name="r" value="0.033"/>
  <link name="base_footprint"/>
  <joint name="base_joint" type="fixed"><parent link="base_footprint"/><child link="base_link"/>
    <origin xyz="0 0 0.010"/></joint>
  <link name="base_link">
    <inertial><mass value="0.82"/><origin xyz="-0.03 0 0.02"/>
      <inertia ixx="2.2e-3" iyy="2.1e-3" izz="2.0e-3" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="-0.032 0 0.07"/>
      <geometry><box size="0.14 0.13 0.12"/></geometry></collision>
  </link>
  <xacro:macro name="side" params="name y">
    <joint name="wheel_${name}_joint" type="continuous">
      <parent link="base_link"/><child link="wheel_${name}_link"/>
      <origin xyz="0 ${y} 0.023" rpy="-1.57079632679 0 0"/><axis xyz="0 0 1"/></joint>
    <link name="wheel_${name}_link">
      <inertial><mass value="0.0285"/>
        <inertia ixx="1.1e-5" iyy="1.1e-5" izz="2.0e-5" ixy="0" ixz="0" iyz="0"/></inertial>
      <collision><geometry><cylinder radius="${r}" length="0.018"/></geometry></collision>
    </link>
  </xacro:macro>
  <xacro:side name="left" y="0.08"/>
  <xacro:side name="right" y="-0.08"/>
  <link name="ball"><collision><geometry><sphere radius="0.006"/></geometry></collision></link>
  <joint name="ball_joint" type="fixed"><parent link="base_link"/><child link="ball"/>
    <origin xyz="-0.081 0 -0.004"/></joint>
  <gazebo reference="ball"><mu1>0.0</mu1><mu2>0.0</mu2></gazebo>
  <link name="imu_link"/>
  <joint name="imu_joint" type="fixed"><parent link="base_link"/><child link="imu_link"/>
    <origin xyz="-0.032 0 0.068"/></joint>
  <gazebo reference="imu_link"><sensor type="imu" name="imu"><always_on>true</always_on>
    <update_rate>20</update_rate>
    <plugin filename="libgazebo_ros_imu_sensor.so" name="imu_plugin">
      <ros><remapping>~/out:=imu</remapping></ros></plugin></sensor></gazebo>
  <link name="base_scan"/>
  <joint name="scan_joint" type="fixed"><parent link="base_link"/><child link="base_scan"/>
    <origin xyz="-0.032 0 0.172"/></joint>
  <gazebo reference="base_scan"><sensor type="ray" name="lds"><update_rate>5</update_rate>
    <ray><scan><horizontal><samples>360</samples><min_angle>0</min_angle>
      <max_angle>6.28</max_angle></horizontal></scan>
      <range><min>0.12</min><max>3.5</max></range></ray>
    <plugin name="lds_plugin" filename="libgazebo_ros_ray_sensor.so">
      <ros><remapping>~/out:=scan</remapping></ros><frame_name>base_scan</frame_name></plugin>
  </sensor></gazebo>
  <gazebo><plugin name="drive" filename="libgazebo_ros_diff_drive.so">
    <left_joint>wheel_left_joint</left_joint><right_joint>wheel_right_joint</right_joint>
    <wheel_separation>0.160</wheel_separation><wheel_diameter>0.066</wheel_diameter>
    <odometry_frame>odom</odometry_frame><robot_base_frame>base_footprint</robot_base_frame>
  </plugin></gazebo>
</robot>"""
"""As for Gazebo classic, in xacro."""


def _arm_joint(number: int, parent: str, z: float, axis: str) -> str:
    return f"""
  <link name="link_{number}">
    <inertial><mass value="2"/><origin xyz="0 0 {z / 2}"/>
      <inertia ixx="0.02" iyy="0.02" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 {z / 2}"/>
      <geometry><cylinder radius="0.04" length="{z / 2}"/></geometry></collision>
  </link>
  <joint name="joint_{number}" type="revolute">
    <parent link="{parent}"/><child link="link_{number}"/>
    <origin xyz="0 0 {z}"/><axis xyz="{axis}"/>
    <limit lower="-3.14" upper="3.14" effort="150" velocity="3.15"/>
  </joint>
  <transmission name="transmission_{number}">
    <type>transmission_interface/SimpleTransmission</type>
    <joint name="joint_{number}"><hardwareInterface>
      hardware_interface/PositionJointInterface</hardwareInterface></joint>
    <actuator name="motor_{number}"><mechanicalReduction>1</mechanicalReduction></actuator>
  </transmission>"""


ARM = f"""<robot name="arm_like">
  <link name="world"/>
  <link name="base_link"/>
  <joint name="fix" type="fixed"><parent link="world"/><child link="base_link"/></joint>
  {_arm_joint(1, "base_link", 0.15, "0 0 1")}
  {_arm_joint(2, "link_1", 0.12, "0 1 0")}
  {_arm_joint(3, "link_2", 0.30, "0 1 0")}
  {_arm_joint(4, "link_3", 0.25, "0 1 0")}
  {_arm_joint(5, "link_4", 0.10, "0 0 1")}
  {_arm_joint(6, "link_5", 0.10, "0 1 0")}
  <link name="finger"><inertial><mass value="0.1"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="thumb"><inertial><mass value="0.1"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="finger_joint" type="prismatic"><parent link="link_6"/><child link="finger"/>
    <origin xyz="0 0.02 0.1"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/></joint>
  <joint name="thumb_joint" type="prismatic"><parent link="link_6"/><child link="thumb"/>
    <origin xyz="0 -0.02 0.1"/><axis xyz="0 -1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/>
    <mimic joint="finger_joint"/></joint>
  <transmission name="transmission_finger">
    <type>transmission_interface/SimpleTransmission</type>
    <joint name="finger_joint"><hardwareInterface>
      hardware_interface/PositionJointInterface</hardwareInterface></joint>
    <actuator name="motor_finger"/></transmission>
</robot>"""
"""Six joints with transmissions, and a gripper of which one finger follows the other."""

PAN_TILT = """<robot name="pan_tilt">
  <link name="base_link"><inertial><mass value="1"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="pan_link"><inertial><mass value="0.2"/>
    <inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tilt_link"><inertial><mass value="0.1"/>
    <inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="camera_link"/>
  <link name="camera_optical_frame"/>
  <joint name="pan" type="continuous"><parent link="base_link"/><child link="pan_link"/>
    <origin xyz="0 0 0.5"/><axis xyz="0 0 1"/><limit effort="5" velocity="2"/></joint>
  <joint name="tilt" type="revolute"><parent link="pan_link"/><child link="tilt_link"/>
    <origin xyz="0 0 0.05"/><axis xyz="0 1 0"/>
    <limit lower="-0.8" upper="0.8" effort="5" velocity="2"/></joint>
  <joint name="camera_joint" type="fixed"><parent link="tilt_link"/><child link="camera_link"/>
    <origin xyz="0.03 0 0"/></joint>
  <joint name="optical_joint" type="fixed"><parent link="camera_link"/>
    <child link="camera_optical_frame"/><origin rpy="-1.5707963 0 -1.5707963"/></joint>
  <gazebo reference="camera_link"><sensor type="camera" name="front">
    <update_rate>15</update_rate>
    <camera><horizontal_fov>1.2</horizontal_fov>
      <image><width>64</width><height>48</height><format>R8G8B8</format></image></camera>
    <plugin name="camera_plugin" filename="libgazebo_ros_camera.so">
      <ros><remapping>image_raw:=head/image_raw</remapping></ros>
      <camera_name>head</camera_name>
      <frame_name>camera_optical_frame</frame_name></plugin>
  </sensor></gazebo>
</robot>"""
"""A camera on two joints with limits, but without transmissions."""

STAND = """<robot name="stand">
  <link name="base_link"><inertial><mass value="1"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="laser"/>
  <joint name="laser_joint" type="fixed"><parent link="base_link"/><child link="laser"/>
    <origin xyz="0 0 0.3"/></joint>
  <gazebo reference="laser"><sensor type="gpu_lidar" name="lidar">
    <update_rate>10</update_rate><topic>scan</topic><gz_frame_id>laser</gz_frame_id>
    <lidar><scan><horizontal><samples>90</samples><min_angle>-1.0</min_angle>
      <max_angle>1.0</max_angle></horizontal></scan>
      <range><min>0.05</min><max>8</max></range></lidar></sensor></gazebo>
</robot>"""
"""Nothing but a lidar."""

WEBOTS = """<robot name="webots_like">
  <link name="base_link"/>
  <link name="front_sonar_link"/>
  <joint name="sonar_joint" type="fixed"><parent link="base_link"/>
    <child link="front_sonar_link"/><origin xyz="0.1 0 0.05"/></joint>
  <webots>
    <device reference="front_sonar_link" type="DistanceSensor"><ros>
      <topicName>sonar/front</topicName><updateRate>5</updateRate>
      <alwaysOn>true</alwaysOn><frameName>front_sonar_link</frameName></ros></device>
    <device reference="status led" type="LED"><ros>
      <topicName>status</topicName></ros></device>
    <device reference="ignored" type="GPS"><ros><enabled>false</enabled></ros></device>
    <plugin type="webots_ros2_driver::Ros2IMU"><enabled>true</enabled>
      <updateRate>10</updateRate><topicName>/imu/data</topicName><frameName>base_link</frameName>
      <gyroName>gyro</gyroName><accelerometerName>accelerometer</accelerometerName></plugin>
  </webots>
</robot>"""
"""Devices as webots_ros2 is told of them."""

CAR = f"""<robot name="car">
  <link name="base_link"><inertial><mass value="5"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  {wheel("rear_left", -0.2, 0.15, radius=0.06)}
  {wheel("rear_right", -0.2, -0.15, radius=0.06)}
  <link name="knuckle"><inertial><mass value="0.1"/>
    <inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="steer" type="revolute"><parent link="base_link"/><child link="knuckle"/>
    <origin xyz="0.2 0.15 0.033"/><axis xyz="0 0 1"/>
    <limit lower="-0.5" upper="0.5" effort="3" velocity="2"/></joint>
  {
    wheel("front_left", 0.0, 0.0, radius=0.06).replace(
        'parent link="base_link"', 'parent link="knuckle"'
    )
}
</robot>"""
"""Steered in front, driven behind: no differential drive."""
