"""Does your code do the same with the new version of a library, for every input?

    import safebump
    report = safebump.check("old.py", "new.py", client="shop.py:total")
    report.verdict              # "equivalent" (proved), "different" (an input is shown) or "undecided"
    report["counterexample"]    # the whole answer, as --format json has it

The program that is asked stands in this package, with all that it needs.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

__version__ = "@VERSION@"
__all__ = ["Report", "SafebumpError", "check", "dac", "impact", "program", "same_as", "upgrade"]


class SafebumpError(Exception):
    """The question could not be asked; the message says why and what to do."""


class Report(dict):
    """The answer, as JSON has it."""

    @property
    def verdict(self):
        return self["verdict"]

    @property
    def is_proved(self):
        return self["verdict"] == "equivalent"


def program():
    """The path of the program."""
    return str(Path(__file__).parent / "bin" / "safebump")


def environment():
    """Runs of Python are made by the interpreter that asks."""
    return {"SAFEBUMP_PYTHON": sys.executable, **os.environ}


def _ask(command, *words, flags):
    line = [program(), command, *map(os.fspath, words)]
    for name, value in flags.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            line.append(flag)
        elif isinstance(value, (list, tuple)):
            line.extend(f"{flag}={os.fspath(one) if hasattr(one, '__fspath__') else one}" for one in value)
        elif value is not None and value is not False:
            line.append(f"{flag}={value}")
    done = subprocess.run([*line, "--format=json"], capture_output=True, text=True, env=environment())
    if done.returncode not in (0, 1, 3):
        raise SafebumpError(done.stderr.strip() or f"safebump ended with {done.returncode}")
    return Report(json.loads(done.stdout))


def check(old, new=None, *, client=None, **flags):
    """Does the client do the same with both versions? Flags as on the command line: `timeout=10`, `from_="v1.4"`."""
    words = [old] if new is None else [old, new]
    return _ask("check", *words, flags={"client": client, **flags})


def impact(old, new=None, *, clients, **flags):
    """Which functions of these files does the step touch?"""
    words = [old] if new is None else [old, new]
    clients = [clients] if isinstance(clients, (str, os.PathLike)) else list(clients)
    return _ask("impact", *words, flags={"clients": [os.fspath(one) for one in clients], **flags})


def upgrade(*what, clients=None, **flags):
    """What does a dependency bump do to this code? `upgrade("humanize", "4.15.0", "4.16.0")`."""
    clients = [clients] if isinstance(clients, (str, os.PathLike)) else clients
    return _ask("upgrade", *what, flags={"clients": clients, **flags})


def dac(old, new, **flags):
    """Does new fail an assertion that old does not?"""
    return _ask("dac", old, new, flags=flags)


def same_as(revision, **flags):
    """The function does what it did at that revision of git: a test for pytest, wherever it is imported."""

    def mark(function):
        function.__safebump_same_as__ = (revision, flags)
        return function

    return mark
