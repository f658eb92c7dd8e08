# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Lets pytest explain the assertions of the contract."""

import pytest

pytest.register_assert_rewrite("body_contract")
