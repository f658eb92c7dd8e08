# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""samebot: one interface for a robot's simulated and physical body."""
