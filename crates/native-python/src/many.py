# Many calls, one after another, in modules that are loaded once.

ONE_CALL = 0.05
MOST_LATE = 2
"""After so many calls that took too long, the rest of a batch waits until that is known."""

progress_file = os.open(os.path.join(own_folder, "progress"), os.O_RDWR | os.O_CREAT | os.O_TRUNC)
os.ftruncate(progress_file, 16)
progress = mmap.mmap(progress_file, 16)
"""How many calls were begun, and the number of the last of them in its request: whoever waits sees a call that hangs where
no signal reaches it."""

begun = 0
was_late = False
looks_for_differences = True
"""Else it is looked at what loading leaves: proofs rest on that."""
common = None
# The functions that both versions have.
common_callables = None
common_pace = None


class Tick:
    """Ends calls that take too long, without a timer for each."""

    def __enter__(self):
        self.last, self.since, self.count = -1, 0.0, 0
        self.before = signal.signal(signal.SIGALRM, self.look)
        signal.setitimer(signal.ITIMER_REAL, ONE_CALL, ONE_CALL)

    def look(self, *_):
        """A call may take so much of the processor's time, or twelve times as much of everybody's."""
        global was_late
        if self.last != begun:
            self.last, self.since, self.count = begun, time.process_time(), 0
            return
        self.count += 1
        if is_timed and (time.process_time() - self.since >= ONE_CALL * 0.8 or self.count >= 12):
            # The code may catch it, and go on.
            was_late = True
            raise TooLong

    def __exit__(self, *_):
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)


def step():
    global begun
    begun += 1
    progress[:8] = begun.to_bytes(8, "little")


def at_number(number):
    progress[8:] = number.to_bytes(8, "little")


class State:
    """The modules as one load left them, and what came of calls since."""

    def __init__(self):
        """Loads. A module that cannot be loaded is a way to behave, unless it is for want of a package."""
        global is_timed, is_watching, is_offline, refusal
        self.function, self.failure, self.nothing, self.lacks = None, None, None, None
        clean_folder()
        for name in own_modules():
            del sys.modules[name]
        # Loading may take longer than a call, and what it imports must not be left half loaded.
        refusal, is_timed, is_watching, is_offline = None, False, True, looks_for_differences
        output = sys.stdout
        sys.stdout = Output()
        step()
        try:
            self.module = importlib.import_module(job["client"])
            self.function = resolve(self.module)
        except BaseException as error:
            self.failure = error
        finally:
            is_timed = is_watching = is_offline = False
            self.said, sys.stdout = sys.stdout.getvalue(), output
        if refusal is not None:
            self.nothing = f"refused: {refusal}"
        elif self.failure is not None:
            self.lacks = lacks_package(self.failure)
            self.nothing = nothing_from(self.failure) or (self.lacks and f"there is no module {self.lacks}")
        self.globals = None if self.failure else Globals()
        self.names = None
        # Was a function called before the client, for what it leaves behind?
        self.has_stepped = False

    def observe(self, text, in_full=False, looks=True):
        """One call: what was seen, or why nothing was. Are the globals looked at, too?"""
        global is_timed, is_watching, is_calling, refusal, was_late
        step()
        if self.nothing is not None:
            return Nothing(self.nothing)
        if self.failure is not None:
            return Seen("fails to load", self.failure, [], self.said, {}, in_full)
        last_drawn.clear()
        refusal, was_late, is_timed, is_watching = None, False, True, looks_for_differences
        canon, output = Canon(calls=True), sys.stdout
        sys.stdout = Output()
        returned = raised = why = None
        args, result, is_step = [], "", False
        try:
            try:
                is_step = text.startswith("#")
                called = "_call()" if is_step else f"_call({text})"
                values, keywords = eval(called, {"__builtins__": builtins}, self.namespace())
                function = (lambda: eval(text[1:], {"__builtins__": builtins}, self.namespace())) if is_step else self.function
            except (TooLong, Refused):
                raise
            except BaseException as error:
                why = f"the input cannot be made: {type(error).__name__}: {error}"
            else:
                given = [value for value in [*values, *keywords.values()] if not is_plain_value(value)]
                were = [parts_of(value, False) for value in given]
                before = told_arguments(self, values, keywords) if in_full else ()
                try:
                    is_calling = True
                    limit_digits(4300)
                    returned = function(*values, **keywords)
                except Exception as error:
                    raised = error
                except SystemExit as error:
                    raised = error
                finally:
                    limit_digits(0)
                result = canon.of(returned) if raised is None and not is_step else ""
                is_calling = False
                # Each version makes its own objects: what it did to them counts, and which of them it gives back.
                args = [canon.shared_with(value) for value in given]
                for value, was in zip(given, were):
                    now = parts_of(value, True)
                    args.append([(name, now.get(name)) for name in sorted({*now, *was}) if now.get(name) != was.get(name)])
                is_timed = False
        except BaseException as error:
            why = nothing_from(error) or f"what it gives cannot be compared: {type(error).__name__}"
        finally:
            is_timed = is_watching = is_calling = False
            said, sys.stdout = sys.stdout.getvalue(), output
        own_output = took_output()
        if refusal is not None:
            why = f"refused: {refusal}"
        elif was_late:
            why = "it took too long"
        elif own_output is None:
            why = "it wrote too much"
        elif raised is not None:
            why = why or nothing_from(raised)
        if why is not None:
            return Nothing(why)
        if is_step:
            # What it leaves behind is where the next call begins.
            self.globals, self.has_stepped = Globals(), True
            return Seen("a step before", None, [], "", {}, False)
        left = self.globals.left_behind(in_full or looks)
        seen = Seen(result, raised, args, said + own_output, left, in_full)
        if in_full:
            seen.tell(self, returned, before, told_arguments(self, values, keywords), left)
        return seen

    def is_as_loaded(self):
        """Is nothing to be seen of the calls before?"""
        if self.failure is not None or self.nothing is not None or self.has_stepped or self.globals.left_behind(True, of_all=True):
            return False
        return self.globals.variables == {place: held(value) for place, value in closed_over().items()}

    def namespace(self):
        """What the words of an input mean."""
        if self.names is None:
            self.names = Names(self.module)
        return self.names


class Globals:
    """What the modules held when they were loaded, and what is not so any more."""

    def __init__(self):
        began = time.perf_counter()
        self.before = global_places()
        self.texts = {place: held(value) for place, value in self.before.items() if not is_fixed(value)}
        cost = time.perf_counter() - began
        self.variables = {place: held(value) for place, value in closed_over().items()}
        # Where there is much to look at it is looked at now and then, in both versions after as many calls.
        self.pace = common_pace or max(1, min(50, int(cost / 0.0001)))
        self.spaces = [(space, dict(space)) for space in namespaces()]
    def left_behind(self, looks, of_all=False):
        """The globals that are not as they were, of those that both versions have, or of all. Where there is something that
        can be changed without binding a name, they are looked at only if that is asked for."""
        if not looks and (self.texts or self.is_untouched()):
            return {}
        found = self.changed()
        return found if common is None or of_all else {name: value for name, value in found.items() if name in common}

    def changed(self):
        """Places that hold something else, with what they hold. What is fixed holds the same as long as it is the same."""
        found = {}
        for place, value in global_places().items():
            was = self.before.get(place, self)
            if was is value and place not in self.texts:
                continue
            text = held(value)
            if was is self or text != (self.texts[place] if place in self.texts else held(was)):
                found[place] = text
        return found

    def is_untouched(self):
        for space, before in self.spaces:
            if len(space) != len(before):
                return False
            for name, value in space.items():
                if before.get(name, space) is not value:
                    return False
        return True


def closed_over():
    """The variables that functions of modules and classes keep for themselves."""
    found = {}
    for module_name, module in own_modules().items():
        for name, value in list(vars(module).items()):
            if isinstance(value, types.FunctionType):
                keep_variables(found, f"{module_name}.{name}", value)
            elif isinstance(value, type) and value.__module__ == module_name:
                for member, part in list(vars(value).items()):
                    keep_variables(found, f"{module_name}.{name}.{member}", getattr(part, "__func__", part))
    return found


def keep_variables(found, place, function):
    if isinstance(function, types.FunctionType) and function.__closure__:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__):
            try:
                found[f"{place}.{name}"] = cell.cell_contents
            except ValueError:
                pass


def namespaces():
    """The modules' and their classes' and functions' names."""
    found = []
    for module_name, module in own_modules().items():
        found.append(vars(module))
        for value in list(vars(module).values()):
            if isinstance(value, type) and value.__module__ == module_name:
                found.append(vars(value))
            elif isinstance(value, types.FunctionType) and vars(value):
                found.append(vars(value))
    return found


def is_fixed(value):
    """Can nothing be changed in it, but by binding its name anew?"""
    if isinstance(value, types.FunctionType):
        defaults = [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
        return all(map(is_fixed, defaults))
    if isinstance(value, (staticmethod, classmethod)):
        return is_fixed(value.__func__)
    if type(value) in (tuple, frozenset):
        # Of a large table the first parts tell what the others are.
        return all(map(is_fixed, itertools.islice(value, 100)))
    return value is None or is_told(value) or isinstance(value, (*PLAIN, *CODE, type, re.Pattern, property, enum.Enum))


class Names(dict):
    """The words of inputs: those of the language, then those of the client's module, then modules."""

    def __init__(self, module):
        super().__init__(WORDS)
        self.module = module

    def __missing__(self, name):
        if hasattr(builtins, name):
            raise KeyError(name)
        if name in RARE_WORDS:
            module, part = RARE_WORDS[name]
            found = importlib.import_module(module)
            return getattr(found, part) if part else found
        if hasattr(self.module, name):
            return getattr(self.module, name)
        if name in sys.modules:
            return sys.modules[name]
        raise KeyError(name)


def together(*values, **keywords):
    return values, keywords


def after(value, *steps):
    """The value, once something was done to it."""
    for step_of_it in steps:
        step_of_it(value)
    return value


WORDS = {
    "_call": together, "nan": float("nan"), "inf": float("inf"), "re": re, "io": io, "collections": collections,
    "SimpleNamespace": types.SimpleNamespace, "after": after,
}
RARE_WORDS = {
    "Decimal": ("decimal", "Decimal"), "Fraction": ("fractions", "Fraction"), "datetime": ("datetime", None), "Path": ("pathlib", "Path"),
    "UUID": ("uuid", "UUID"),
}


def resolve(module):
    function = module
    for part in job["function"].split("."):
        owner, function = function, inspect.getattr_static(function, part, None)
        if function is None or not isinstance(function, property):
            function = getattr(owner, part)
    return function.fget if isinstance(function, property) else function


def clean_folder():
    for name in os.listdir(own_folder):
        if name not in ("output", "progress"):
            path = os.path.join(own_folder, name)
            shutil.rmtree(path, ignore_errors=True) if os.path.isdir(path) else os.remove(path)


def nothing_from(error):
    """Why an end is no observation; nothing if it is one."""
    ends = {
        TooLong: "it took too long", RecursionError: "it recurses too deeply", MemoryError: "it takes too much memory",
        TooMuch: "it wrote too much", Refused: "refused", KeyboardInterrupt: "it was interrupted", Unclear: "it is too large",
    }
    return ends.get(type(error))


def lacks_package(error):
    """A package that is not installed tells nothing of the version."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        name = error.name.split(".")[0]
        own = {module.split(".")[0] for module in job["named"]}
        is_own = name in own or any(os.path.exists(os.path.join(folder, name)) for folder in job["path"])
        if not is_own and name not in getattr(sys, "stdlib_module_names", ()):
            return name
    return None


class Nothing:
    """No observation."""

    def __init__(self, why):
        self.why = why
        # Was a call cut short? An input that cannot be made is none.
        self.is_cut = not why.startswith("the input cannot be made")

    def digest(self):
        return [None, self.why]

    def shown(self):
        return {"digest": None, "why": self.why}


def told(value):
    """A value as a reader wants to see it."""
    try:
        text = described(value, 0)
    except Exception as error:
        text = f"<{type(value).__name__}, which cannot be shown: {type(error).__name__}>"
    return placeless(text if len(text) <= 400 else text[:400] + " ...")


def described(value, depth):
    kind = type(value)
    if depth > 6:
        return "..."
    if kind is int:
        return told_int(value)
    if kind is list:
        return "[" + ", ".join(described(part, depth + 1) for part in value[:50]) + (", ..." if len(value) > 50 else "") + "]"
    if kind is tuple:
        return "(" + ", ".join(described(part, depth + 1) for part in value[:50]) + ("," if len(value) == 1 else "") + ")"
    if kind is dict:
        rows = [f"{described(key, depth + 1)}: {described(part, depth + 1)}" for key, part in list(value.items())[:50]]
        return "{" + ", ".join(rows) + "}"
    if kind is types.FunctionType:
        rows = small_calls(value) if depth < 3 else []
        given = [f"{call} {outcome if isinstance(outcome, str) else 'gives ' + described(outcome[0], 5)}" for call, outcome in rows]
        return f"<function {value.__name__}" + (": called with " + ", with ".join(given) if given else "") + ">"
    if kind.__repr__ is not object.__repr__:
        return repr(value)
    return f"{kind.__name__}(" + ", ".join(f"{name}={described(part, depth + 1)}" for name, part in fields(value)) + ")"


def as_data(value):
    """The value if JSON has a word for it, in a list of its own; else nothing."""
    kind = type(value)
    if value is None or kind in (bool, str) or (kind is float and value == value and abs(value) != float("inf")):
        return [value]
    if kind is int:
        return [value] if abs(value) <= 1 << 53 else [{"int": str(value)}]
    if kind is list and len(value) <= 50:
        parts = [as_data(part) for part in value]
        return [[part[0] for part in parts]] if all(parts) else None
    return None


def message_of(error):
    if not job.get("messages"):
        return ""
    return "(" + ", ".join(map(told, error.args)) + ")"


class Seen:
    """What one call showed."""

    def __init__(self, result, raised, args, output, left, in_full):
        self.kind = "" if raised is None else type(raised).__name__
        if isinstance(raised, TypeError) and result == "" and raised.__traceback__ and raised.__traceback__.tb_next is None:
            self.kind = "refuses the call"
        parts = [result, "|".join(map(str, args)), output, "|".join(f"{name}={left[name]}" for name in sorted(left))]
        if raised is not None:
            line = [kind.__name__ for kind in type(raised).__mro__]
            parts.append("raises" if job.get("any_raise") else f"raises {line}")
            if job.get("messages"):
                parts.append(f"{raised}")
        self.text = placeless("\n".join(parts))
        self.words = {"raises": None if raised is None else [type(raised).__name__, message_of(raised)]}
        self.words["loads"] = result != "fails to load"
        self.words["canon"] = parts if in_full else None
        self.words["output"] = output
        self.words["left"] = left

    def tell(self, state, returned, before, after, left):
        """All that a report shows."""
        words = self.words
        if words["raises"] is None:
            words["returns"] = [told(drained(returned)), as_data(returned)]
        words["given"] = before
        changed = [row for row, known in zip(after, before) if row != known]
        words["writes"] = changed + [[name, *global_word(name, left[name])] for name in sorted(left)]

    def digest(self):
        return [hashlib.blake2b(self.text.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest(), self.kind]

    def shown(self):
        return {"digest": self.digest()[0], "kind": self.kind, **self.words}


def parts_of(value, draws):
    """An argument as text; of an object each field by itself, so that only what is done to it counts."""
    if type(value).__module__ == "builtins" or not fields(value):
        return {"": Canon(draws=draws).of(value)}
    return {name: Canon(draws=draws).of(field) for name, field in fields(value)}


def is_plain_value(value):
    return value is None or type(value) in PLAIN


def told_arguments(state, values, keywords):
    """Each with its name, that of an earlier one that is the same object, and whether it is handed over by its name."""
    rows, first = [], {}
    for name, value in parameter_names(state.function, values, keywords):
        other = None if is_fixed(value) else first.setdefault(id(value), name)
        rows.append([name, told(drained(value)), as_data(value), None if other == name else other, name in keywords])
    return rows


def global_word(place, text):
    """The value of a global as a reader wants to see it, by its dotted place."""
    parts = place.split(".")
    for end in range(len(parts) - 1, 0, -1):
        module = sys.modules.get(".".join(parts[:end]))
        if module is not None:
            value = module
            for part in parts[end:]:
                value = vars(value).get(part, WORDS) if hasattr(value, "__dict__") else WORDS
            return [text, None] if value is WORDS else [told(drained(value)), as_data(value)]
    return [text, None]


class Drawn:
    """An iterator, as what was drawn from it."""

    def __init__(self, value):
        self.name, self.parts = type(value).__name__, last_drawn.get(id(value))

    def __repr__(self):
        return f"<{self.name}>" if self.parts is None else f"<{self.name} of {', '.join(described(part, 3) for part in self.parts[:20])}>"


def drained(value):
    return Drawn(value) if isinstance(value, ITERATORS) else value


def parameter_names(function, values, keywords):
    try:
        bound = inspect.signature(function).bind(*values, **keywords)
        return list(bound.arguments.items())
    except Exception:
        return [(str(number), value) for number, value in enumerate(values)] + list(keywords.items())


# Lines that ran, of the files that are compared.
ran = set()
watched = {}


def files_own(file):
    if file not in watched:
        watched[file] = is_beneath(file, own_roots) if file and not file.startswith("<") else False
    return watched[file]


# Functions that were called, by file and first line.
entered = set()


is_calling = False
"""Runs the call itself, and not what makes its arguments?"""


def follow(frame, event, argument):
    return followed(frame) if is_calling else None


def followed(frame):
    code = frame.f_code
    if not files_own(code.co_filename):
        return None
    file = code.co_filename

    def line(frame, event, _):
        if event == "line":
            ran.add((file, frame.f_lineno))
        return line

    ran.add((file, frame.f_lineno))
    if code.co_flags & inspect.CO_OPTIMIZED:
        entered.add((file, code.co_firstlineno))
    return line


def follow_top(frame, event, _):
    """The top levels of modules and classes alone, where lines of them changed: to be followed takes time."""
    code = frame.f_code
    is_top = code.co_name == "<module>" or not code.co_flags & inspect.CO_OPTIMIZED
    return followed(frame) if is_top and changed_lines_of(code.co_filename) else None


def changed_lines_of(file):
    return changed.get(real_name(file), ())


has_followed_loading = False
"""Which lines loading reaches is seen the first time."""

kept = None
"""Modules that are loaded, and which nobody used so far or left as they were."""


def fresh_state():
    """Modules as loading leaves them."""
    global kept, has_followed_loading
    state, kept = kept, None
    if state is not None and state.is_as_loaded():
        return state
    if has_followed_loading:
        return State()
    sys.settrace(follow_top)
    try:
        return State()
    finally:
        sys.settrace(None)
        has_followed_loading = True


def keep(state):
    """Another one may use it."""
    global kept
    kept = state if state.failure is None and state.nothing is None else None


def changed_among(places):
    """How many of the places are changed lines."""
    return sum(number in changed_lines_of(file) for file, number in places)


def batch(calls, traces):
    """Calls in one state. The numbers of those that ran a line for the first time are told as well, and of those for which
    it was a changed one."""
    state, seen, newly, hot, late = None, [], [], [], 0
    with Tick():
        try:
            state = fresh_state()
            if traces:
                sys.settrace(follow)
            count, known = len(ran), changed_among(ran)
            for number, call in enumerate(calls):
                at_number(number)
                looks = state.globals is not None and (number + 1) % state.globals.pace == 0
                observed = state.observe(call, looks=looks) if late < MOST_LATE else Nothing("there was no time for it")
                late += was_late and late < MOST_LATE
                if isinstance(observed, Nothing) and observed.is_cut and state.nothing is None and late < MOST_LATE:
                    # Whatever was cut short may have left anything behind.
                    state = State()
                seen.append(observed.digest())
                if len(ran) > count:
                    before, count, known = known, len(ran), changed_among(ran)
                    newly.append(number)
                    hot += [number] if known > before else []
        finally:
            sys.settrace(None)
        keep(state)
    return {"seen": seen, "new": newly, "hot": hot}


def alone(sequences):
    """What the last call of each sequence shows, each in modules that are as loading left them."""
    seen, state = [], None
    with Tick():
        for number, calls in enumerate(sequences):
            at_number(number)
            state = state if state is not None and state.is_as_loaded() else fresh_state()
            for call in calls:
                observed = state.observe(call)
                if isinstance(observed, Nothing) and observed.is_cut:
                    # Whatever was cut short may have left anything behind.
                    state = None
                    break
            seen.append(observed.digest())
    return {"seen": seen}


def show(calls, times):
    """All that the last call shows, if it shows the same each time; the time and the order of sets are not the same."""
    first = None
    with Tick():
        for _ in range(times):
            state = State()
            for call in calls[:-1]:
                before = state.observe(call)
                if isinstance(before, Nothing) and before.is_cut:
                    return {"digest": None, "why": "a call before it was cut short"}
            observed = state.observe(calls[-1], in_full=True)
            if first is None:
                first = observed
            elif first.digest() != observed.digest():
                return {"digest": None, "why": "it does not do the same each time"}
    return first.shown()


def lines():
    """Of the changed lines with code that belongs to what is called: those that ran, and those that did not."""
    reached, missed = [], []
    called, ran_in = by_file({*entered, *codes_of_client()}), by_file(ran)
    for file in sorted(set(called) & set(changed)):
        wanted = changed[file]
        try:
            with open(file, "rb") as source:
                code = compile(source.read(), file, "exec")
        except (OSError, SyntaxError, ValueError):
            continue
        ran_here = ran_in.get(file, ())
        for number, belongs in sorted(lines_of(code, called[file], False).items()):
            if number in wanted and (number in ran_here or belongs):
                (reached if number in ran_here else missed).append([file, number])
    return {"reached": reached, "missed": missed}


def by_file(places):
    """The numbers in each file, by its real name."""
    found = {}
    for file, number in places:
        found.setdefault(real_name(file), set()).add(number)
    return found


def real_name(file):
    if file not in real_names:
        real_names[file] = os.path.realpath(file)
    return real_names[file]


def codes_of_client():
    """The client's code, and that of functions and methods that it mentions, by file and first line."""
    with Tick():
        # It is only looked at.
        state = kept or fresh_state()
        keep(state)
    function = code_behind(state.function)
    if function is None:
        return []
    owner = found_in(state.module, job["function"].rpartition(".")[0]) if "." in job["function"] else None
    mentioned = [function.__globals__.get(name) for name in words_of(function.__code__)]
    mentioned += [inspect.getattr_static(owner, name, None) for name in words_of(function.__code__)] if owner else []
    found = [function, *(part for part in map(code_behind, mentioned) if part is not None)]
    return [(part.__code__.co_filename, part.__code__.co_firstlineno) for part in found]


def code_behind(value):
    """The function of the program that a value is, or wraps."""
    value = getattr(value, "fget", None) or getattr(value, "func", None) or value
    try:
        value = inspect.unwrap(getattr(value, "__func__", value))
    except (ValueError, AttributeError, TypeError):
        return None
    return value if isinstance(value, types.FunctionType) else None


def words_of(code):
    found = set(code.co_names)
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            found |= words_of(part)
    return found


def lines_of(code, called_here, belongs):
    """The lines with code, and whether that is the client's, was called, or is mentioned by the client. The top levels of
    modules and classes are nobody's: their lines count only if they ran."""
    is_function = bool(code.co_flags & inspect.CO_OPTIMIZED)
    belongs = is_function and (belongs or code.co_firstlineno in called_here)
    found = {line: belongs for _, _, line in code.co_lines() if line} if hasattr(code, "co_lines") else {}
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            for line, here in lines_of(part, called_here, belongs).items():
                found[line] = here or found.get(line, False)
    return found


def load():
    """What there is to know once the version is loaded."""
    with Tick():
        began = time.perf_counter()
        state = fresh_state()
        took = time.perf_counter() - began
        keep(state)
        failure = None if state.failure is None else f"{type(state.failure).__name__}: {state.failure}"
        mined = Mined(state) if state.failure is None else None
    return {
        "took": took, "pace": state.globals.pace if state.globals else 1, "failure": failure, "nothing": state.nothing, "lacks": state.lacks, "callables": callables() if state.globals else [], "globals": sorted(state.globals.before) if state.globals else [],
        "mined": mined.as_data() if mined else {}, "private": private_members(mined) if mined else [],
    }


def private_members(mined):
    """What the program's classes keep in their objects for themselves."""
    found = {name for names in mined.members.values() for name in names}
    for module in own_modules().values():
        for kind in list(vars(module).values()):
            if isinstance(kind, type) and kind.__module__ == module.__name__:
                slots = vars(kind).get("__slots__", ())
                found |= {slots} if isinstance(slots, str) else set(map(str, slots))
                found |= {name for name, value in vars(kind).items() if isinstance(value, functools.cached_property)}
    return sorted(name for name in found if name.startswith("_") and not name.endswith("__"))


def share(names, members, pace, functions):
    """The globals that both versions have, members that only one keeps in its objects, and how often globals are looked at."""
    global common, common_pace, common_callables
    common, common_pace, common_callables = set(names), pace, set(functions)
    if kept is not None:
        kept.globals.pace = pace
    hidden.update(members)
    return "ok"


inputs = None


def prepare(options):
    """Makes the one who makes up inputs."""
    global inputs
    with Tick():
        inputs = Inputs(fresh_state(), options)
    return {"parameters": len(inputs.parameters)}


def propose(count):
    with Tick():
        return inputs.propose(count)


def learn(calls, kinds, newly, hot):
    inputs.learn(calls, kinds, newly, hot)
    return "ok"


def smaller(call):
    return inputs.smaller(call)


REQUESTS = {
    "load": load, "share": share, "prepare": prepare, "propose": propose, "learn": learn, "smaller": smaller,
    "batch": batch, "alone": alone, "show": show, "lines": lines,
}
