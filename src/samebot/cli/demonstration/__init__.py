# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the demo is made of: a simulated robot, a controller that wanders, and their page."""
