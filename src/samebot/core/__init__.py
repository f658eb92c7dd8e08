# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Values and laws everybody shares: poses, units, time, chance, errors. Imports nobody."""
