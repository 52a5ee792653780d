# The modules itertools, operator, bisect and heapq, as far as they call no functions that they are handed.

def itertools_next(it: iterator) -> (bool, V):
    kind = ITERATORS[it][0].builtin
    if kind == atom("strict"):
        return strict_next(it)
    if kind == atom("chain") or kind == atom("flatten"):
        return chain_next(it)
    if kind == atom("islice"):
        return islice_next(it)
    if kind == atom("longest"):
        return longest_next(it)
    if kind == atom("backwards"):
        return backwards_next(it)
    if kind == atom("repeat") or kind == atom("count") or kind == atom("accumulate") or kind == atom("pairwise"):
        return running_next(it)
    unsupported("this iterator")

def backwards_next(it: iterator) -> (bool, V):
    state = ITERATORS[it]
    d = state[1].dict
    at = state[2].int
    if at < 0:
        return False, None
    if len(ORDERS[d]) != state[3].int or REMOVALS[d] != state[5].int:
        unsupported("a dict that changes while it is gone through backwards")
    ITERATORS[it] = update(state, 2, Int(at - 1))
    return True, shown_entry(DICTS[d][ORDERS[d][at]], ORDERS[d][at], state[4].int)

# zip(…, strict=True)
def strict_next(it: iterator) -> (bool, V):
    state = ITERATORS[it]
    items = []
    i = 1
    while i < len(state):
        more, item = iter_next(state[i], 0)
        if not more:
            if i > 1:
                raise ValueError("zip() argument " + text(i) + " is shorter than " + ("argument 1" if i == 2 else "arguments 1-" + text(i - 1)))
            i = 2
            while i < len(state):
                more, item = iter_next(state[i], 0)
                if more:
                    raise ValueError("zip() argument " + text(i) + " is longer than " + ("argument 1" if i == 2 else "arguments 1-" + text(i - 1)))
                i += 1
            return False, None
        items = items + [item]
        i += 1
    return i > 1, Tuple(items)

def chain_(items: seq) -> V:
    return make_iterator([Builtin(atom("chain")), None, Tuple(items)])

def chain_from(a: V) -> V:
    return make_iterator([Builtin(atom("flatten")), None, iter_(a)])

# What comes next of the iterable that is gone through, or of those after it. It is at its end for good where there is
# none, and where what comes next cannot be gone through: so that stands there before it is asked for.
def chain_next(it: iterator) -> (bool, V):
    while True:
        state = ITERATORS[it]
        if state[1] is None:
            ITERATORS[it] = [Builtin(atom("chain")), None, Tuple([])]
            if state[0].builtin == atom("chain"):
                if len(state[2].items) == 0:
                    return False, None
                current = iter_(state[2].items[0])
                ITERATORS[it] = [state[0], current, Tuple(state[2].items[1:])]
            else:
                more, source = iter_next(state[2], 0)
                if not more:
                    return False, None
                current = iter_(source)
                ITERATORS[it] = [state[0], current, state[2]]
            state = ITERATORS[it]
        more, item = iter_next(state[1], 0)
        if more:
            return True, item
        ITERATORS[it] = update(ITERATORS[it], 1, None)
    return False, None

# A bound of islice: None, or a size.
def slice_size(a: V, default: int) -> int:
    if a is None:
        return default
    if has_methods(a):
        unsupported("__index__")
    if not is_integral(a):
        raise ValueError(unknown)
    if as_int(a) < 0 or as_int(a) > 9223372036854775807:
        raise ValueError(unknown)
    return as_int(a)

def islice_(a: V, b: V, c: V, d: V) -> V:
    start = 0 if c is Unbound else slice_size(b, 0)
    stop = slice_size(b if c is Unbound else c, -1)
    step = 1 if d is Unbound else slice_size(d, 1)
    if step == 0:
        raise ValueError("Step for islice() must be a positive integer or None.")
    return make_iterator([Builtin(atom("islice")), iter_(a), Int(0), Int(start), Int(stop), Int(step)])

def islice_next(it: iterator) -> (bool, V):
    state = ITERATORS[it]
    if state[1] is None:
        return False, None
    at = state[2].int
    wanted = state[3].int
    stop = state[4].int
    # At its end for good, unless there is another element: also where its source raises.
    ITERATORS[it] = update(state, 1, None)
    while at < wanted:
        more, item = iter_next(state[1], 0)
        if not more:
            return False, None
        at += 1
    if stop >= 0 and at >= stop:
        return False, None
    more, item = iter_next(state[1], 0)
    if not more:
        return False, None
    wanted = wanted + state[5].int
    wanted = stop if stop >= 0 and wanted > stop else wanted
    ITERATORS[it] = [state[0], state[1], Int(at + 1), Int(wanted), state[4], state[5]]
    return True, item

def repeat_(a: V, n: V) -> V:
    if n is Unbound:
        return make_iterator([Builtin(atom("repeat")), a, None])
    check_size(index_of(n))
    return make_iterator([Builtin(atom("repeat")), a, Int(index_of(n))])

def count_(start: V, step: V) -> V:
    if not is_number(start) or not is_number(step):
        if has_methods(start) or has_methods(step):
            unsupported("counting by objects")
        raise TypeError("a number is required")
    # By ones it counts in numbers, whatever it began with.
    if start is Bool and step is not Float and as_int(step) == 1:
        return make_iterator([Builtin(atom("count")), Int(as_int(start)), step])
    return make_iterator([Builtin(atom("count")), start, step])

def accumulate_(a: V) -> V:
    return make_iterator([Builtin(atom("accumulate")), iter_(a), Unbound])

def pairwise_(a: V) -> V:
    return make_iterator([Builtin(atom("pairwise")), iter_(a), Unbound])

# Iterators of one source that are made of what came before.
def running_next(it: iterator) -> (bool, V):
    state = ITERATORS[it]
    kind = state[0].builtin
    if kind == atom("repeat"):
        if state[2] is Int:
            if state[2].int <= 0:
                return False, None
            ITERATORS[it] = update(state, 2, Int(state[2].int - 1))
        return True, state[1]
    if kind == atom("count"):
        ITERATORS[it] = update(state, 1, add(state[1], state[2]))
        return True, state[1]
    if kind == atom("accumulate"):
        more, item = iter_next(state[1], 0)
        if not more:
            return False, None
        total = item
        if state[2] is not Unbound:
            total = add(state[2], item)
        ITERATORS[it] = update(ITERATORS[it], 2, total)
        return True, total
    before = state[2]
    if state[1] is None:
        return False, None
    # As in islice.
    ITERATORS[it] = update(state, 1, None)
    if before is Unbound:
        more, before = iter_next(state[1], 0)
        if not more:
            return False, None
    more, item = iter_next(state[1], 0)
    if not more:
        return False, None
    ITERATORS[it] = update(state, 2, item)
    return True, Tuple([before, item])

# The state: what to fill up with, then the iterators; one that is done is None.
def longest_(fill: V, items: seq) -> V:
    state = [Builtin(atom("longest")), fill]
    i = 0
    while i < len(items):
        state = state + [iter_(items[i])]
        i += 1
    return make_iterator(state)

# The same with the iterables in a tuple, for the models.

def longest_of(fill: V, items: V) -> V:
    return longest_(fill, items.items)

def chain_of(items: V) -> V:
    return chain_(items.items)

def product_all(items: V, times: V) -> V:
    return product_(items.items, times)

# What `tee` gives copies of otherwise than by going through it.
def check_teed(a: V) -> V:
    if has_methods(a):
        unsupported("tee of an iterator of the program")
    if is_stepped(a):
        if ITERATORS[a.iterator][2].str == "_tee":
            unsupported("tee of what tee gave")
    return a

def give_up_teeing() -> V:
    unsupported("an iterator that asks the tee it is given to")

def longest_next(it: iterator) -> (bool, V):
    state = ITERATORS[it]
    n = len(state)
    active = 0
    i = 2
    while i < n:
        active = active if state[i] is None else active + 1
        i += 1
    if active == 0:
        return False, None
    # As in islice.
    ITERATORS[it] = [state[0], state[1]]
    out = []
    i = 2
    while i < n:
        item = state[1]
        if state[i] is not None:
            more, next = iter_next(state[i], 0)
            if more:
                item = next
            else:
                active = active - 1
                if active == 0:
                    return False, None
                state = update(state, i, None)
        out = out + [item]
        i += 1
    ITERATORS[it] = state
    return True, Tuple(out)

# All at once: the arguments were gone through already, and making tuples does nothing else.
def product_(items: seq, times: V) -> V:
    n = index_of(times)
    check_size(n)
    if n < 0:
        raise ValueError("repeat argument cannot be negative")
    pools = []
    i = 0
    while i < len(items):
        pools = pools + [Tuple(to_items(items[i]))]
        i += 1
    out = [Tuple([])]
    i = 0
    while i < n * len(pools):
        out = with_each(out, pools[i % len(pools)].items)
        i += 1
    return iter_(Tuple(out))

def with_each(tuples: seq, pool: seq) -> seq:
    out = []
    i = 0
    while i < len(tuples):
        j = 0
        while j < len(pool):
            out = out + [Tuple(tuples[i].items + [pool[j]])]
            j += 1
        i += 1
    return out

def combinations_(a: V, r: V) -> V:
    pool = to_items(a)
    n = index_of(r)
    check_size(n)
    if n < 0:
        raise ValueError("r must be non-negative")
    return iter_(Tuple(combined(pool, n, 0)))

# The ways to choose n elements from the place on, in their order.
def combined(pool: seq, n: int, from_: int) -> seq:
    if n == 0:
        return [Tuple([])]
    out = []
    while from_ + n <= len(pool):
        rest = combined(pool, n - 1, from_ + 1)
        i = 0
        while i < len(rest):
            out = out + [Tuple([pool[from_]] + rest[i].items)]
            i += 1
        from_ += 1
    return out

def permutations_(a: V, r: V) -> V:
    pool = to_items(a)
    n = len(pool)
    if r is not None:
        if not is_integral(r):
            if has_methods(r):
                unsupported("__index__")
            raise TypeError("Expected int as r")
        n = as_int(r)
        check_size(n)
    if n < 0:
        raise ValueError("r must be non-negative")
    return iter_(Tuple(permuted(pool, n)))

def permuted(pool: seq, n: int) -> seq:
    if n == 0:
        return [Tuple([])]
    out = []
    if n > len(pool):
        return out
    i = 0
    while i < len(pool):
        rest = permuted(without(pool, i), n - 1)
        j = 0
        while j < len(rest):
            out = out + [Tuple([pool[i]] + rest[j].items)]
            j += 1
        i += 1
    return out

def operator_not(a: V) -> bool:
    return not truth(a)

def operator_contains(a: V, b: V) -> bool:
    return contains(b, a)

def operator_is_not(a: V, b: V) -> bool:
    return not is_same(a, b)

# itemgetter(…)(a)
def get_items(keys: V, a: V) -> V:
    if len(keys.items) == 1:
        return getitem(a, keys.items[0])
    out = []
    i = 0
    while i < len(keys.items):
        out = out + [getitem(a, keys.items[i])]
        i += 1
    return Tuple(out)

# Where a value belongs in a sequence that is in order, before or after those that are equal.
def bisected(a: V, x: V, lo: V, hi: V, is_left: bool) -> int:
    low = index_of(lo)
    check_size(low)
    if low < 0:
        raise ValueError("lo must be non-negative")
    high = len_of(a)
    if hi is not None:
        high = index_of(hi)
        check_size(high)
    while low < high:
        middle = (low + high) // 2
        item = getitem(a, Int(middle))
        is_above = truth(lt(item, x)) if is_left else not truth(lt(x, item))
        if is_above:
            low = middle + 1
        else:
            high = middle
    return low

def bisect_left(a: V, x: V, lo: V, hi: V) -> int:
    at = bisected(a, x, lo, hi, True)
    return at

def bisect_right(a: V, x: V, lo: V, hi: V) -> int:
    at = bisected(a, x, lo, hi, False)
    return at

def insort_left(a: V, x: V, lo: V, hi: V) -> V:
    at = bisected(a, x, lo, hi, True)
    insort(a, x, at)
    return None

def insort_right(a: V, x: V, lo: V, hi: V) -> V:
    at = bisected(a, x, lo, hi, False)
    insort(a, x, at)
    return None

def insort(a: V, x: V, at: int):
    if a is List:
        list_insert(a.list, Int(at), x)
        return
    if has_methods(a):
        unsupported("an object that is inserted into")
    raise AttributeError(unknown)

def check_heap(heap: V):
    if heap is not List:
        raise TypeError("heap argument must be a list, not " + type_name(heap))

# Moves the element up to where those above are not larger.
def sift_down(heap: list, start: int, at: int):
    item = LISTS[heap][at]
    while at > start:
        above = (at - 1) // 2
        if not truth(lt(item, LISTS[heap][above])):
            return
        LISTS[heap] = update(update(LISTS[heap], at, LISTS[heap][above]), above, item)
        at = above

# Moves it down to a leaf along the smaller ones, then up to its place.
def sift_up(heap: list, at: int):
    start = at
    n = len(LISTS[heap])
    while at < n // 2:
        below = 2 * at + 1
        if below + 1 < n:
            if not truth(lt(LISTS[heap][below], LISTS[heap][below + 1])):
                below += 1
        item = LISTS[heap][at]
        LISTS[heap] = update(update(LISTS[heap], at, LISTS[heap][below]), below, item)
        at = below
    sift_down(heap, start, at)

def heappush(heap: V, item: V) -> V:
    check_heap(heap)
    LISTS[heap.list] = LISTS[heap.list] + [item]
    sift_down(heap.list, 0, len(LISTS[heap.list]) - 1)
    return None

def heappop(heap: V) -> V:
    check_heap(heap)
    n = len(LISTS[heap.list])
    if n == 0:
        raise IndexError("index out of range")
    last = LISTS[heap.list][n - 1]
    LISTS[heap.list] = LISTS[heap.list][:n - 1]
    if n == 1:
        return last
    out = LISTS[heap.list][0]
    LISTS[heap.list] = update(LISTS[heap.list], 0, last)
    sift_up(heap.list, 0)
    return out

def heapify(heap: V) -> V:
    check_heap(heap)
    i = len(LISTS[heap.list]) // 2 - 1
    while i >= 0:
        sift_up(heap.list, i)
        i = i - 1
    return None

def heapreplace(heap: V, item: V) -> V:
    check_heap(heap)
    if len(LISTS[heap.list]) == 0:
        raise IndexError("index out of range")
    out = LISTS[heap.list][0]
    LISTS[heap.list] = update(LISTS[heap.list], 0, item)
    sift_up(heap.list, 0)
    return out

def heappushpop(heap: V, item: V) -> V:
    check_heap(heap)
    if len(LISTS[heap.list]) == 0:
        return item
    if not truth(lt(LISTS[heap.list][0], item)):
        return item
    out = LISTS[heap.list][0]
    LISTS[heap.list] = update(LISTS[heap.list], 0, item)
    sift_up(heap.list, 0)
    return out
