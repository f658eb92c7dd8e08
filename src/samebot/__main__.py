# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`python -m samebot` is the command `samebot`."""

import sys

from samebot.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
