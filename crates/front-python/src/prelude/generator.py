# Generators: calls that are suspended. Their state: the kind, the code, where it goes on (0: at the start, -1: it
# has ended, -2: it is running), the closure's contents, then the variables.

def is_generator(a: V) -> bool:
    if a is Iterator:
        return ITERATORS[a.iterator][0].builtin == atom("generator")
    return False

def is_stepped(a: V) -> bool:
    if a is Iterator:
        return ITERATORS[a.iterator][0].builtin == atom("stepped")
    return False

# Runs the code to its next yield, or to its end: then the value is what it returned. `raised` is raised where it was
# suspended, unless it is Unbound.
def generator_step(it: iterator, code: atom, sent: V, raised: V) -> (bool, V):
    ...

# The end of an iterator, as `next` tells it.
def stop_iteration(a: V, returned: V):
    if is_generator(a):
        if returned is not None:
            raise StopIteration(returned)
    raise StopIteration

def generator_next(it: iterator) -> V:
    more, item = iterator_next(it)
    if not more:
        stop_iteration(Iterator(it), item)
    return item

def generator_send(it: iterator, sent: V) -> V:
    state = ITERATORS[it]
    if state[0].builtin != atom("generator"):
        raise AttributeError(unknown)
    if state[2].int == 0 and sent is not None:
        raise TypeError("can't send non-None value to a just-started generator")
    more, item = generator_step(it, state[1].code, sent, Unbound)
    if not more:
        stop_iteration(Iterator(it), item)
    return item

# The old way names the class, the value and the traceback.
def generator_thrown(it: iterator, raised: V, value: V, traceback: V) -> V:
    if value is not Unbound or traceback is not Unbound:
        unsupported("an exception that is thrown by its class and its value")
    return generator_throw(it, raised)

def generator_throw(it: iterator, raised: V) -> V:
    state = ITERATORS[it]
    if state[0].builtin != atom("generator"):
        raise AttributeError(unknown)
    more, item = generator_step(it, state[1].code, None, to_raise(raised))
    if not more:
        stop_iteration(Iterator(it), item)
    return item

def generator_close(it: iterator) -> V:
    state = ITERATORS[it]
    if state[0].builtin != atom("generator"):
        raise AttributeError(unknown)
    if state[2].int == 0:
        ITERATORS[it] = update(state, 2, Int(-1))
    if state[2].int == 0 or state[2].int == -1:
        return None
    return generator_end(it, state[1].code)

# Raises GeneratorExit where it was suspended, which has to end it.
def generator_end(it: iterator, code: atom) -> V:
    ...

# One step of `yield from`: what is sent and raised goes to the inner generator.
def delegate(a: V, sent: V, raised: V) -> (bool, V):
    if is_generator(a):
        state = ITERATORS[a.iterator]
        more, item = generator_step(a.iterator, state[1].code, sent, raised)
        if not more and raised is Exception and raised.kind == atom("GeneratorExit"):
            unsupported("the end of a generator within another")
        return more, item
    if raised is not Unbound:
        raise raised
    if sent is not None:
        if has_methods(a):
            unsupported("something sent to an iterator of the program")
        raise AttributeError(unknown)
    more, item = iter_next(a, 0)
    if more:
        return more, item
    if has_methods(a):
        unsupported("what an iterator of the program returns")
    return False, None

# Does going through an iterator lead to it?
def is_among(a: V, source: V) -> bool:
    i = 0
    while True:
        more, item = iter_next(source, i)
        if not more:
            return False
        if item_eq(item, a):
            return True
        i += 1
    return False

# What a mutable element holds when it is given.
def looked_at(before: seq, item: V) -> seq:
    if item is List:
        return before + [Tuple(LISTS[item.list])]
    if item is Dict:
        return before + [dict_copied(item.dict)]
    if item is Set:
        return before + [set_as_it_is(item.set)]
    return before

def set_as_it_is(s: set) -> V:
    out = new(set)
    SETS[out] = SETS[s]
    MEMBERS[out] = MEMBERS[s]
    return Set(out)

def written_so_far(before: seq) -> seq:
    return before + [Int(len(OUTPUT))]

# What is seen of a generator that is given back: all that it gives, and how it ends.
def drawn(items: seq, between: seq, outcome: V) -> V:
    return make_iterator([Builtin(atom("drawn")), Tuple(items), outcome, Tuple(between)])

def observed_iterator(a: V) -> V:
    ...

# Is an iterator that is given back seen by its elements?
def is_drawn(a: V) -> bool:
    kind = ITERATORS[a.iterator][0].builtin
    if kind == atom("generator") or kind == atom("stepped") or kind == atom("zip") or kind == atom("strict"):
        return True
    if kind == atom("enumerate") or kind == atom("chain") or kind == atom("flatten") or kind == atom("islice"):
        return True
    return kind == atom("longest") or kind == atom("accumulate") or kind == atom("pairwise")

# What was drawn, with the type of the iterator, unless that is a generator.
def drawn_of(d: V, a: V) -> V:
    state = ITERATORS[a.iterator]
    kind = state[0].builtin
    of = state[2] if kind == atom("stepped") else Builtin(kind)
    if kind == atom("strict"):
        of = Builtin(atom("zip"))
    if kind == atom("flatten"):
        of = Builtin(atom("chain"))
    if kind == atom("accumulate"):
        of = Str("accumulate")
    if kind == atom("generator"):
        return d
    ITERATORS[d.iterator] = ITERATORS[d.iterator] + [of]
    return d
