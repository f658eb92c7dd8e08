# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Physical bodies: robots on real buses, and what answers like them."""
