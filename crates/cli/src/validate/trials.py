"""Holds claims about a library against runs of it, on generated arguments."""
import contextlib
import copy
import importlib
import io
import json
import pickle
import random
import types

ROUNDS = 200
CALLS = 72
MOST_DEPTH = 2


def generated(kind, rng, constants, makers, depth=0):
    if kind == "int":
        if rng.random() < 0.2:
            return rng.choice(mined["int"])
        return rng.choice([rng.randint(-3, 8), rng.choice(constants["int"]), rng.choice([97, 98])])
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "float":
        return rng.choice([0.0, -0.0, 1.0, -1.5, 2.5, 1e9])
    if kind == "str":
        letters = "aabbA \u00e9" + "".join(constants["str"])
        text = "".join(rng.choice(letters) for _ in range(rng.randint(0, 5)))
        # Short texts are often the same one, as keys are.
        if rng.random() < 0.15:
            return rng.choice(mined["str"])
        return rng.choice([text, text, rng.choice(constants["str"] + ["", "a", "A"])])
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
    mine()
    ways = {}
    known = [(names[name], kinds) for name, _, kinds in functions if callable(names.get(name))]
    for name, kind, kinds in functions:
        if callable(names.get(name)):
            ways.setdefault(kind, []).append((names[name], kinds))
            if kind == "None" and kinds:
                ways.setdefault(("changes", kinds[0]), []).append((names[name], kinds[1:]))
    # What changes things may hide what others would show, so it is called last.
    quiet = [(names[name], kinds) for name, kind, kinds in functions if kind != "None" and callable(names.get(name))]
    observers[:] = [(call, kinds, ways) for call, kinds in quiet + [one for one in known if one not in quiet]]
    results = []
    for claim in claims:
        if len(claim) == 3:
            name, kinds, effect = claim
            gives = next((kind for other, kind, _ in functions if other == name), None)
            results.append(of_effect(names.get(name), kinds, gives, effect, ways, known))
        else:
            results.append(of_fact(names, ways, *claim))
    return json.dumps(results).encode().hex()


mined = {"int": [0], "str": [""]}


def mine():
    """Numbers and texts that the library's own code has, and what is next to them: where it may turn."""
    ints, texts, seen = {0, 1000, -1000}, {""}, set()

    def look(value):
        if isinstance(value, types.CodeType) and value not in seen:
            seen.add(value)
            for one in value.co_consts:
                look(one)
        elif isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 40:
            ints.update([value - 1, value, value + 1, -value])
        elif isinstance(value, str) and len(value) < 12:
            texts.add(value)
        elif isinstance(value, (tuple, frozenset)):
            for one in value:
                look(one)

    for module in loaded:
        for name, value in vars(module).items():
            if name.startswith("__"):
                continue
            if isinstance(value, types.FunctionType):
                if value.__module__ == module.__name__:
                    look(value.__code__)
            elif isinstance(value, (list, set, dict)):
                for one in value:
                    look(one)
            else:
                look(value)
    mined.update({"int": sorted(ints), "str": sorted(texts)})


def own_data():
    """What the library keeps in its modules."""

    def is_data(name, value):
        return not (name.startswith("__") or callable(value) or isinstance(value, type(copy)))

    return [{name: value for name, value in vars(module).items() if is_data(name, value)} for module in loaded]


def fresh(call, *arguments):
    """What a call gives in the library's state of now, which it leaves as it is."""
    now = own_data()
    try:
        # What the library keeps and what is handed to it may be the same thing.
        copied, handed = (now, arguments) if is_plain(now, arguments) else copied_all((now, arguments))
        for module, data in zip(loaded, copied):
            vars(module).update(data)
        return call(*handed)
    finally:
        for module, data in zip(loaded, now):
            vars(module).update(data)


def copied_all(values):
    """As copy.deepcopy, and mostly much faster."""
    try:
        return pickle.loads(pickle.dumps(values, pickle.HIGHEST_PROTOCOL))
    except Exception:
        return copy.deepcopy(values)


PLAIN = {int, str, bool, float, bytes, type(None)}


def is_plain(kept, handed):
    """Can none of it be changed? Then it needs no copy."""
    return all(type(one) in PLAIN for one in handed) and all(type(one) in PLAIN for data in kept for one in data.values())


loaded, observers = [], []


def left_same(first, second, *arguments):
    """Can no call tell which of the two was done?"""
    return all(seen_after(first, arguments, seed) == seen_after(second, arguments, seed) for seed in range(3))


def load_again(module):
    """As importlib.reload, without reading the file each time."""
    if module.__name__ not in codes:
        loader = getattr(module.__spec__, "loader", None)
        get_code = getattr(loader, "get_code", lambda name: None)
        codes[module.__name__] = get_code(module.__name__)
    code = codes[module.__name__]
    if code is None:
        importlib.reload(module)
    else:
        exec(code, vars(module))


codes = {}


def seen_after(action, arguments, seed):
    for module in loaded:
        load_again(module)
    own = copied_all(arguments)
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
    met, scope = 0, dict(names)
    depends = any("fresh(" in text for text in premises + [conclusion])
    # What calls leave behind is looked at several times each round.
    looks = any("left_same(" in text for text in premises + [conclusion])
    for _ in range(CALLS if looks else ROUNDS):
        try:
            of_kind = {}
            for name, kind in variables:
                # Two names may be about one thing.
                is_same = kind in of_kind and rng.random() < 0.2
                scope[name] = of_kind[kind] if is_same else generated(kind, rng, constants, ways)
                of_kind[kind] = scope[name]
            if depends:
                call_something(rng, constants)
            if all(eval(part, scope) for part in parts[:-1]):
                met += 1
                # What is so only once has a reason that is not seen.
                if not eval(parts[-1], scope) and fails(parts, scope):
                    return [shown(scope[name]) for name, _ in variables]
        except Exception:
            # What raises tells nothing about what is given.
            continue
    return None if met else "cannot"


def fails(parts, scope):
    return all(eval(part, scope) for part in parts[:-1]) and not eval(parts[-1], scope)


def call_something(rng, constants):
    """Brings the library to some state."""
    for _ in range(rng.randint(0, 3)):
        call, kinds, makers = rng.choice(observers)
        try:
            call(*[generated(kind, rng, constants, makers) for kind in kinds])
        except Exception:
            pass


def of_effect(function, kinds, gives, effect, ways, known):
    """Does a call raise, change what other calls give, or depend on what was called before?"""
    if function is None:
        return "cannot"
    is_object = gives not in ("int", "bool", "float", "str", "None") and effect != "Returns"
    for seed in range(CALLS):
        try:
            if is_object and seed % 2 and told_apart(function, kinds, gives, ways, known, seed):
                return []
            if effect == "Looks":
                fails = changes(function, kinds, ways, known, seed) or varies_at_once(function, kinds, ways, seed)
            else:
                fails = varies(function, kinds, effect, ways, known, seed)
        except LookupError:
            return "cannot"
        if fails:
            return []
    return None


def calls_of(kinds, ways, known, seed):
    """Arguments for a function, and some other call, which is handed the same things where it takes such."""
    rng = random.Random(seed)
    constants = {"int": [0, 1], "str": []}
    arguments = [generated(kind, rng, constants, ways) for kind in kinds]
    other, other_kinds = rng.choice(known)
    own = dict(zip(kinds, arguments))
    others = [own[kind] if kind in own else generated(kind, rng, constants, ways) for kind in other_kinds]
    return arguments, other, others


def varies(function, kinds, effect, ways, known, seed):
    """Does it raise, or give something else after another call?"""
    try:
        arguments, other, others = calls_of(kinds, ways, known, seed)
    except LookupError:
        raise
    except Exception:
        return False
    try:
        first = shown(function(*arguments))
    except Exception:
        return True
    if effect == "Returns":
        return False
    try:
        other(*others)
        return shown(function(*arguments)) != first
    except Exception:
        return False


def varies_at_once(function, kinds, ways, seed):
    """Does it give something else when it is called again at once, or print something?"""
    rng = random.Random(seed)
    arguments = [generated(kind, rng, {"int": [0, 1], "str": []}, ways) for kind in kinds]
    written = io.StringIO()
    try:
        with contextlib.redirect_stdout(written):
            return shown(function(*arguments)) != shown(function(*arguments)) or written.getvalue() != ""
    except Exception:
        return False


def told_apart(function, kinds, gives, ways, known, seed):
    """Can the objects of two calls be told apart, by changing one and looking at the other?"""
    takers = [(call, own) for call, own in known if gives in own]
    if not takers:
        return False

    def seen(is_one):
        for module in loaded:
            load_again(module)
        rng = random.Random(seed)
        arguments = [generated(kind, rng, {"int": [0, 1], "str": []}, ways) for kind in kinds]
        first = function(*arguments)
        second = first if is_one else function(*arguments)
        results = []
        for value in (first, second):
            call, own = rng.choice(takers)
            given = [generated(kind, rng, {"int": [0, 1], "str": []}, ways) if kind != gives else value for kind in own]
            try:
                results.append(shown(call(*given)))
            except Exception as error:
                results.append(type(error).__name__)
        return results

    try:
        return seen(True) != seen(False) and seen(False) == seen(False)
    except LookupError:
        raise
    except Exception:
        return False


def changes(function, kinds, ways, known, seed):
    """Does another call give something else where it was called before? Each time from the library's beginning."""

    def given(is_called):
        for module in loaded:
            load_again(module)
        arguments, other, others = calls_of(kinds, ways, known, seed)
        if is_called:
            function(*arguments)
        try:
            return shown(other(*others))
        except Exception as error:
            return type(error).__name__

    try:
        return given(False) != given(True) and given(False) == given(False)
    except LookupError:
        raise
    except Exception:
        return varies(function, kinds, "Returns", ways, known, seed)


def shown(value):
    plain = isinstance(value, (bool, int, float, str))
    return value if plain else None
