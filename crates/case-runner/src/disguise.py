"""Rewrites a Python file so that it looks different and does the same; prints the result.

Locals are renamed, dead code is added, branches are flipped, and neighbouring statements that do
not depend on each other are swapped. Methods stay as they are: an object of a class with other code is
another object to whoever is given it.
"""
import ast
import sys


def own_nodes(function):
    """The nodes of a function, without those of functions inside it."""
    work = list(function.body)
    while work:
        node = work.pop()
        yield node
        work.extend(ast.iter_child_nodes(node))


def is_plain(function):
    """Nothing inside has a scope of its own or names variables in another way."""
    inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp,
             ast.DictComp, ast.GeneratorExp, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.Delete, ast.Match)
    return not any(isinstance(node, inner) for node in own_nodes(function))


class Rename(ast.NodeTransformer):
    def __init__(self, names):
        self.names = names

    def visit_Name(self, node):
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_ExceptHandler(self, node):
        node.name = self.names.get(node.name, node.name)
        self.generic_visit(node)
        return node


def rename_locals(function):
    arguments = function.args
    parameters = {a.arg for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs,
                                  *filter(None, [arguments.vararg, arguments.kwarg])]}
    local = {node.id for node in own_nodes(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    local |= {node.name for node in own_nodes(function) if isinstance(node, ast.ExceptHandler) and node.name}
    names = {name: f"renamed_{index}" for index, name in enumerate(sorted(local - parameters))}
    function.body = [Rename(names).visit(statement) for statement in function.body]


def flip(statements):
    for statement in statements:
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(statement, field, None), list):
                flip(getattr(statement, field))
        for handler in getattr(statement, "handlers", []):
            flip(handler.body)
        if isinstance(statement, ast.If):
            flipped = ast.UnaryOp(ast.Not(), statement.test)
            statement.test, statement.body, statement.orelse = flipped, statement.orelse or [ast.Pass()], statement.body


def simple_store(statement):
    """The name that a statement gives a constant or another name, with the names it reads."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        if isinstance(statement.value, ast.Constant):
            return statement.targets[0].id, set()
    return None


def swap(statements):
    for statement in statements:
        for field in ("body", "orelse"):
            if isinstance(getattr(statement, field, None), list):
                swap(getattr(statement, field))
    index = 0
    while index + 1 < len(statements):
        first, second = simple_store(statements[index]), simple_store(statements[index + 1])
        if first and second and first[0] != second[0]:
            statements[index], statements[index + 1] = statements[index + 1], statements[index]
            index += 1
        index += 1


def add_dead_code(function):
    docstring = 1 if ast.get_docstring(function) is not None else 0
    dead = ast.parse("unused = 0\nif unused != 0:\n    unused = unused + 1\n").body
    function.body[docstring:docstring] = dead


def functions(node):
    """All functions, but for those in classes."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield child
        if not isinstance(child, ast.ClassDef):
            yield from functions(child)


tree = ast.parse(open(sys.argv[1], encoding="utf-8").read())
for node in list(functions(tree)):
    if is_plain(node):
        swap(node.body)
        add_dead_code(node)
        rename_locals(node)
    flip(node.body)
print(ast.unparse(ast.fix_missing_locations(tree)))
