# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Worlds stepped by engines, and the simulated bodies in them."""
