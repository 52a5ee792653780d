"""Functions that are marked with `@safebump.same_as("v1.4")` are tests: they do what they did at that revision."""

import inspect
import subprocess
from pathlib import Path

import pytest

from safebump import environment, program


def pytest_pycollect_makeitem(collector, name, obj):
    mark = getattr(obj, "__safebump_same_as__", None)
    if mark is None or not inspect.isfunction(obj):
        return None
    return SameAs.from_parent(collector, name=f"{name}[same as {mark[0]}]", function=obj, mark=mark)


class NotTheSame(Exception):
    pass


class SameAs(pytest.Item):
    def __init__(self, *, function, mark, **rest):
        super().__init__(**rest)
        self.function, (self.revision, self.flags) = function, mark

    def runtest(self):
        file = Path(inspect.getsourcefile(self.function)).resolve()
        line = [program(), "check", f"--from={self.revision}", file.name, f"--client={self.function.__qualname__}"]
        line += [f"--{name.rstrip('_').replace('_', '-')}={value}" for name, value in self.flags.items()]
        done = subprocess.run(line, capture_output=True, text=True, cwd=file.parent, env=environment())
        if done.returncode != 0:
            raise NotTheSame(done.stdout or done.stderr)

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, NotTheSame):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, self.function.__code__.co_firstlineno - 1, self.name
