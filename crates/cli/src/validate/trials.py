"""Holds claims about a library against runs of it, on generated arguments."""
import importlib
import inspect
import json
import random

ROUNDS = 400
MOST_DEPTH = 2


def generated(kind, rng, constants, makers, depth=0):
    if kind == "int":
        return rng.choice([rng.randint(-3, 8), rng.choice(constants["int"]), rng.choice([97, 98])])
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "float":
        return rng.choice([0.0, -0.0, 1.0, -1.5, 2.5, 1e9])
    if kind == "str":
        letters = "ab" + "".join(constants["str"])
        text = "".join(rng.choice(letters) for _ in range(rng.randint(0, 5)))
        return rng.choice([text, text, rng.choice(constants["str"] + [""])])
    ways = makers.get(kind, [])
    if not ways or depth >= MOST_DEPTH:
        raise LookupError(kind)
    make, kinds = rng.choice(ways)
    return make(*[generated(each, rng, constants, makers, depth + 1) for each in kinds])


def trial(modules, makers, claims):
    """For each claim the values on which it fails, or None; as JSON in hexadecimal digits."""
    names = {}
    for path in modules:
        module = importlib.import_module(path)
        names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    ways = {}
    for name, kind, kinds in makers:
        if callable(names.get(name)):
            ways.setdefault(kind, []).append((names[name], kinds))
    results = [one(names, ways, *claim) for claim in claims]
    return json.dumps(results).encode().hex()


def one(names, ways, variables, premises, conclusion, constants):
    rng = random.Random(len(conclusion))
    try:
        parts = [compile(text, "<claim>", "eval") for text in premises + [conclusion]]
    except SyntaxError:
        return "cannot"
    met = 0
    for _ in range(ROUNDS):
        try:
            values = {name: generated(kind, rng, constants, ways) for name, kind in variables}
            scope = {**names, **values}
            if all(eval(part, scope) for part in parts[:-1]):
                met += 1
                if not eval(parts[-1], scope):
                    return [shown(values[name]) for name, _ in variables]
        except Exception:
            # What raises tells nothing about what is given.
            continue
    return None if met else "cannot"


def shown(value):
    plain = isinstance(value, (bool, int, str))
    return value if plain else None
