# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Buses: how bytes get to a robot and back. Nothing here knows what the bytes mean."""
