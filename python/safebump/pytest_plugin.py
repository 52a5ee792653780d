"""Functions that are marked with `@safebump.same_as("v1.4")` are tests: they do what they did at that revision.

Both trees are copied, and the marks taken out of the copies: a mark is no change.
"""

import ast
import inspect
import subprocess
import tempfile
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
        root = Path(git(file.parent, "rev-parse", "--show-toplevel").strip())
        with tempfile.TemporaryDirectory(prefix="safebump-") as folder:
            before, now = Path(folder, "before"), Path(folder, "now")
            listed = git(root, "ls-tree", "-r", "-z", "--name-only", self.revision)
            for name in python_files(listed):
                copy(before / name, git(root, "show", f"{self.revision}:{name}"))
            listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
            for name in python_files(listed):
                if (root / name).is_file():
                    copy(now / name, (root / name).read_text(encoding="utf-8"))
            self.ask(folder, file.relative_to(root))

    def ask(self, folder, file):
        line = [program(), "check", f"before/{file}", f"now/{file}", f"--client={self.function.__qualname__}"]
        line += [f"--{name.rstrip('_').replace('_', '-')}={value}" for name, value in self.flags.items()]
        done = subprocess.run(line, capture_output=True, text=True, cwd=folder, env=environment())
        if done.returncode != 0:
            raise NotTheSame(done.stdout or done.stderr)

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, NotTheSame):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, self.function.__code__.co_firstlineno - 1, self.name


def git(folder, *words):
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True)
    if done.returncode != 0:
        raise NotTheSame(done.stderr.decode(errors="replace"))
    return done.stdout.decode()


def python_files(listed):
    return [name for name in listed.split("\0") if name.endswith((".py", ".pyi"))]


def copy(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(unmarked(text), encoding="utf-8")


def unmarked(text):
    """The text without marks; what follows stays on its line."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    lines = text.splitlines(keepends=True)
    taken = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            taken += [one for one in node.decorator_list if is_mark(one)]
    if not taken:
        return text
    taken += [node for node in tree.body if is_import(node)]
    for node in taken:
        for number in range(node.lineno - 1, node.end_lineno):
            lines[number] = "\n"
    return "".join(lines)


def is_mark(node):
    called = node.func if isinstance(node, ast.Call) else node
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name == "same_as"


def is_import(node):
    """Of this package and nothing else."""
    if isinstance(node, ast.Import):
        return all(name.name == "safebump" and name.asname is None for name in node.names)
    return isinstance(node, ast.ImportFrom) and node.module == "safebump"
