# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The argument parser of every command: wrong use is one line on stderr, exit status 2."""

from __future__ import annotations

import argparse
import sys
import textwrap
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from samebot.cli.output import complain, write

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["WRONG_USE", "Commands", "Parser"]

WRONG_USE: Final = 2
_WIDTH: Final = 88


class Parser(argparse.ArgumentParser):
    """Takes no abbreviated options, keeps the layout of its texts, complains in one line."""

    def __init__(self, **settings: Any) -> None:
        """Set what all commands have in common."""
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        # An abbreviation that works today is ambiguous after the next option is added.
        settings.setdefault("allow_abbrev", False)
        settings["description"] = textwrap.fill(settings.get("description") or "", _WIDTH) or None
        super().__init__(**settings)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Write the help; argparse itself would hide that nobody can read it."""
        if file is None:
            write(self.format_help())
        else:
            super().print_help(file)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where the right use stands; exit with status 2."""
        complain(f"{message}; see: {self.prog} --help")
        sys.exit(WRONG_USE)


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - it has no other name
"""What `add_to` gets; its `add_parser` makes a command."""
