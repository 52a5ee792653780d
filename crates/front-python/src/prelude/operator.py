
def with_OP(a: V, b: V) -> V:
    r = answer_OP(a, b)
    if is_no_answer(r):
        return NOBODY(a, b)
    return r

def with_iOP(a: V, b: V) -> V:
    if is_instance(a):
        r = own_iOP(a, b)
        if r is not Unbound and not is_no_answer(r):
            return r
    r = answer_OP(a, b)
    if is_no_answer(r):
        return INOBODY(a, b)
    return r

def answer_OP(a: V, b: V) -> V:
    asks_other = is_instance(b)
    if is_instance(a):
        if is_of_one_class(a, b):
            r = own_OP(a, b)
            return or_no_answer(r)
        if is_below(b, a):
            if which_rOP(b) is not Unbound and which_rOP(b) != which_rOP(a):
                r = own_rOP(b, a)
                if not is_no_answer(or_no_answer(r)):
                    return r
                asks_other = False
        r = own_OP(a, b)
        if not is_no_answer(or_no_answer(r)):
            return r
    if asks_other:
        r = own_rOP(b, a)
        return or_no_answer(r)
    return Builtin(atom("NotImplemented"))

def own_OP(a: V, b: V) -> V:
    ...

def own_rOP(a: V, b: V) -> V:
    ...

def own_iOP(a: V, b: V) -> V:
    ...

def which_rOP(a: V) -> V:
    ...
