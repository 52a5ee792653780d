# Writes programs, each with what CPython's compiler says of it: separated by NUL, the verdict first.
# They are the files of the standard library and its tests, and random statements put together.
import glob, random, sys, sysconfig, warnings

warnings.simplefilter("ignore")

def verdict(source):
    try:
        compile(source, "m.py", "exec", dont_inherit=True)
        return "taken"
    except SyntaxError as e:
        return "refused " + type(e).__name__ + " " + str(e.msg)
    except (ValueError, RecursionError, MemoryError, OverflowError) as e:
        return "stopped " + type(e).__name__

NAMES = ["x", "y", "z", "__p", "_C__p", "__debug__", "super", "__class__"]

class Writer:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def name(self):
        return self.r.choices(NAMES, [20, 20, 10, 2, 2, 1, 1, 1])[0]

    def target(self, depth=2):
        r = self.r.random()
        if depth == 0 or r < 0.6:
            return self.name()
        if r < 0.7:
            return f"{self.name()}.{self.name()}"
        if r < 0.78:
            return f"{self.name()}[{self.expr(1)}]"
        stars = [("*" if self.r.random() < 0.2 else "") + self.target(depth - 1) for _ in range(self.r.randint(1, 3))]
        return "(" + ", ".join(stars) + ",)" if r < 0.9 else "[" + ", ".join(stars) + "]"

    def clauses(self, depth):
        out = ""
        for _ in range(self.r.choice([1, 1, 2])):
            a = "async " if self.r.random() < 0.08 else ""
            out += f" {a}for {self.target(1)} in {self.expr(depth)}"
            if self.r.random() < 0.3:
                out += f" if {self.expr(depth)}"
        return out

    def params(self):
        names = [self.name() for _ in range(self.r.choice([0, 1, 1, 2, 3]))]
        out = list(names)
        if self.r.random() < 0.2:
            out.append("*" + self.name())
        if self.r.random() < 0.2:
            out.append("**" + self.name())
        return ", ".join(out)

    def args(self, depth):
        out = []
        for _ in range(self.r.choice([0, 1, 2])):
            out.append(("*" if self.r.random() < 0.2 else "") + self.expr(depth))
        for _ in range(self.r.choice([0, 0, 1, 2, 3])):
            out.append(f"{self.name()}={self.expr(depth)}")
        return ", ".join(out)

    def expr(self, depth=2):
        r = self.r.random()
        if depth <= 0 or r < 0.4:
            return self.r.choice([self.name(), self.name(), "1", "'t'", "None", "..."])
        d = depth - 1
        if r < 0.46:
            return f"({self.name()} := {self.expr(d)})"
        if r < 0.52:
            return "[" + self.expr(d) + self.clauses(d) + "]"
        if r < 0.56:
            return "(" + self.expr(d) + self.clauses(d) + ")"
        if r < 0.59:
            return "{" + self.expr(d) + ": " + self.expr(d) + self.clauses(d) + "}"
        if r < 0.62:
            return f"(await {self.expr(d)})"
        if r < 0.66:
            return self.r.choice(["(yield)", f"(yield {self.expr(d)})", f"(yield from {self.expr(d)})"])
        if r < 0.72:
            return f"(lambda {self.params()}: {self.expr(d)})"
        if r < 0.78:
            return f"{self.name()}({self.args(d)})"
        if r < 0.82:
            return "f'{" + self.r.choice([self.name(), "(" + self.name() + " := 1)", "x:{y}", "x:{y:{z}}", "x!r:>{y}"]) + "}'"
        if r < 0.86:
            return "[" + ", ".join(("*" if self.r.random() < 0.2 else "") + self.expr(d) for _ in range(2)) + "]"
        if r < 0.88:
            return "(*" + self.expr(d) + ", 1)"
        if r < 0.92:
            return f"{self.expr(d)} + {self.expr(d)}"
        return f"{self.name()}[{self.expr(d)}:{self.expr(d)}]" if r < 0.96 else f"({self.expr(d)} if {self.expr(d)} else {self.expr(d)})"

    def pattern(self, depth=2):
        r = self.r.random()
        if depth == 0 or r < 0.4:
            return self.r.choice(["x", "y", "z", "_", "1", "'a'", "None", "-1", "x.y", "1+2j"])
        d = depth - 1
        if r < 0.55:
            parts = [self.r.choice(["*x", "*_"]) if self.r.random() < 0.2 else self.pattern(d) for _ in range(self.r.randint(1, 3))]
            return "[" + ", ".join(parts) + "]"
        if r < 0.7:
            return "(" + " | ".join(self.pattern(d) for _ in range(2)) + ")"
        if r < 0.8:
            return f"({self.pattern(d)} as {self.name()})"
        if r < 0.9:
            keys = [self.r.choice(["1", "1.0", "'a'", "x.y", "-1", "None", "True", "2.5"]) for _ in range(self.r.randint(1, 2))]
            rest = ", **z" if self.r.random() < 0.3 else ""
            return "{" + ", ".join(f"{k}: {self.pattern(d)}" for k in keys) + rest + "}"
        keys = [self.r.choice(["x", "y", "__debug__"]) for _ in range(self.r.randint(0, 2))]
        return "C(" + ", ".join([self.pattern(d)] + [f"{k}={self.pattern(d)}" for k in keys]) + ")"

    def block(self, depth, indent):
        return [line for _ in range(self.r.randint(1, 3)) for line in self.stmt(depth, indent)]

    def stmt(self, depth, indent):
        i = " " * indent
        r = self.r.random()
        if depth <= 0 or r < 0.5:
            n = self.name
            return [i + self.r.choices([
                f"{self.target()} = {self.expr()}", f"{n()} += {self.expr()}", f"{self.expr()}", f"global {n()}",
                f"nonlocal {n()}", f"{n()}: {self.expr(1)}", f"{n()}: {self.expr(1)} = {self.expr(1)}", f"({n()}): {self.expr(1)}",
                f"{n()}.{n()}: {self.expr(1)}", f"del {n()}", f"import {n()}", f"from m import {n()}", "from m import *",
                f"from __future__ import {self.r.choice(['annotations', 'division', 'nothing'])}", "break", "continue",
                "return", f"return {self.expr()}", "pass", f"del {n()}.{n()}", f"{n()}.{n()} += 1", f"import m as {n()}",
                f"{self.expr()}; from __future__ import division",
            ], [16, 6, 16, 5, 5, 3, 3, 1, 1, 2, 2, 2, 1, 1, 3, 3, 3, 5, 3, 1, 1, 1, 0.2])[0]]
        b = lambda: self.block(depth - 1, indent + 1)
        a = "async " if self.r.random() < 0.15 else ""
        if r < 0.6:
            notes = "" if self.r.random() < 0.7 else f" -> {self.expr(1)}"
            return [i + f"{a}def {self.name()}({self.params()}){notes}:"] + b()
        if r < 0.66:
            head = self.r.choice(["", "", f"({self.args(1)})"])
            return [i + f"class {self.r.choice(['C', '_C', '__debug__', '__'])}{head}:"] + b()
        if r < 0.72:
            return [i + f"{a}for {self.target()} in {self.expr()}:"] + b()
        if r < 0.76:
            return [i + f"while {self.expr()}:"] + b() + ([i + "else:"] + b() if self.r.random() < 0.3 else [])
        if r < 0.8:
            return [i + f"if {self.expr()}:"] + b()
        if r < 0.84:
            return [i + f"{a}with {self.expr()} as {self.target()}, {self.expr()}:"] + b()
        if r < 0.92:
            star = "*" if self.r.random() < 0.2 else ""
            out = [i + "try:"] + b()
            if self.r.random() < 0.8:
                for _ in range(self.r.choice([1, 1, 2])):
                    bare = not star and self.r.random() < 0.2
                    out += [i + ("except:" if bare else f"except{star} {self.name()} as {self.name()}:")] + b()
                if self.r.random() < 0.3:
                    out += [i + "finally:"] + b()
            else:
                out += [i + "finally:"] + b()
            return out
        out = [i + f"match {self.name()}:"]
        for _ in range(self.r.randint(1, 3)):
            guard = " if x" if self.r.random() < 0.2 else ""
            out += [i + f" case {self.pattern()}{guard}:"] + self.block(depth - 1, indent + 2)
        return out

def nested(kind, n):
    return "\n".join(" " * i + kind for i in range(n)) + "\n" + " " * n + "pass\n"

def written(seed):
    w = Writer(seed)
    if seed % 50 == 0:
        kind = w.r.choice(["for x in y:", "while x:", "with x:", "with x, y:"])
        n = w.r.randint(18, 22) // (2 if "," in kind else 1)
        return nested(kind, n)
    lines = w.block(3, 0)
    if seed % 5 == 0:
        lines.insert(0, "from __future__ import annotations")
    return "\n".join(lines) + "\n"

def files():
    root = sysconfig.get_paths()["stdlib"]
    for path in sorted(glob.glob(root + "/**/*.py", recursive=True)):
        if "site-packages" in path or "dist-packages" in path:
            continue
        try:
            yield open(path, encoding="utf-8-sig", newline="").read()
        except UnicodeDecodeError:
            pass

start, count, every = map(int, sys.argv[1:4])
programs = [written(seed) for seed in range(start, start + count)]
if every:
    programs += [text for i, text in enumerate(files()) if i % every == 0 and "\0" not in text]
sys.stdout.buffer.write("\0".join(verdict(p) + "\0" + p for p in programs).encode("utf-8", "surrogatepass"))
