# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The command `samebot`: one module a command, each with `add_to` and `run`."""
