"""Holds claims about a library against runs of it, on generated arguments."""
import copy
import importlib
import json
import random

ROUNDS = 300
CALLS = 120
MOST_DEPTH = 2


def generated(kind, rng, constants, makers, depth=0):
    if kind == "int":
        return rng.choice([rng.randint(-3, 8), rng.choice(constants["int"]), rng.choice([97, 98])])
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "float":
        return rng.choice([0.0, -0.0, 1.0, -1.5, 2.5, 1e9])
    if kind == "str":
        letters = "aabb\u00e9" + "".join(constants["str"])
        text = "".join(rng.choice(letters) for _ in range(rng.randint(0, 5)))
        return rng.choice([text, text, rng.choice(constants["str"] + [""])])
    ways = makers.get(kind, [])
    if not ways or depth >= MOST_DEPTH:
        raise LookupError(kind)
    make, kinds = rng.choice(ways)
    value = make(*[generated(each, rng, constants, makers, depth + 1) for each in kinds])
    changes = makers.get(("changes", kind), [])
    if changes and rng.random() < 0.5:
        change, rest = rng.choice(changes)
        change(value, *[generated(each, rng, constants, makers, depth + 1) for each in rest])
    return value


def trial(modules, functions, claims):
    """For each claim the values on which it fails, or None; as JSON in hexadecimal digits."""
    names = {"fresh": fresh, "left_same": left_same}
    loaded.clear()
    for path in modules:
        module = importlib.import_module(path)
        loaded.append(module)
        names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    ways = {}
    known = [(names[name], kinds) for name, _, kinds in functions if callable(names.get(name))]
    for name, kind, kinds in functions:
        if callable(names.get(name)):
            ways.setdefault(kind, []).append((names[name], kinds))
            if kind == "None" and kinds:
                ways.setdefault(("changes", kinds[0]), []).append((names[name], kinds[1:]))
    observers[:] = [(call, kinds, ways) for call, kinds in known]
    results = []
    for claim in claims:
        if len(claim) == 3:
            name, kinds, effect = claim
            results.append(of_effect(names.get(name), kinds, effect, ways, known))
        else:
            results.append(of_fact(names, ways, *claim))
    return json.dumps(results).encode().hex()


def fresh(call, *arguments):
    return call(*copy.deepcopy(arguments))


loaded, observers = [], []


def left_same(first, second, *arguments):
    """Can no call tell which of the two was done?"""
    return all(seen_after(first, arguments, seed) == seen_after(second, arguments, seed) for seed in range(3))


def seen_after(action, arguments, seed):
    for module in loaded:
        importlib.reload(module)
    own = copy.deepcopy(arguments)
    action(*own)
    rng, results = random.Random(seed), []
    for call, kinds, makers in observers:
        try:
            given = [next((one for one in own if type(one).__name__ == kind), None) for kind in kinds]
            constants = {"int": [0, 1], "str": [one for one in own if isinstance(one, str)]}
            given = [generated(kind, rng, constants, makers) if one is None else one for one, kind in zip(given, kinds)]
            results.append(shown(call(*given)))
        except Exception as error:
            results.append(type(error).__name__)
    return results


def of_fact(names, ways, variables, premises, conclusion, constants):
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


def of_effect(function, kinds, effect, ways, known):
    """Does a call raise, change what other calls give, or depend on what was called before?"""
    if function is None:
        return "cannot"
    rng = random.Random(len(kinds))
    constants = {"int": [0, 1], "str": []}
    for _ in range(CALLS):
        try:
            arguments = [generated(kind, rng, constants, ways) for kind in kinds]
            other, other_kinds = rng.choice(known)
            own = {kind: value for kind, value in zip(kinds, arguments)}
            others = [own[kind] if kind in own else generated(kind, rng, constants, ways) for kind in other_kinds]
        except LookupError:
            return "cannot"
        except Exception:
            continue
        try:
            first = function(*arguments)
        except Exception:
            return []
        if effect == "Returns":
            continue
        try:
            if effect == "Computes":
                first = shown(first)
                other(*others)
                if shown(function(*arguments)) != first:
                    return []
            else:
                before = shown(other(*others))
                function(*arguments)
                between = shown(other(*others))
                again = shown(other(*others))
                # What changes by itself tells nothing.
                if before != between and between == again:
                    return []
        except Exception:
            continue
    return None


def shown(value):
    plain = isinstance(value, (bool, int, float, str))
    return value if plain else None
