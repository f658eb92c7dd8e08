# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The e-puck2 and its predecessor: what their firmware says on each of their buses."""
