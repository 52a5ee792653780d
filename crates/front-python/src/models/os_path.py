# What the standard library's os.path does with texts, on systems whose separator is a slash.

def join(a, *p):
    path = py_path_of(a)
    for b in p:
        b = py_path_of(b)
        if b.startswith('/'):
            path = b
        elif not path or path.endswith('/'):
            path += b
        else:
            path += '/' + b
    return path

def split(p):
    p = py_path_of(p)
    at = p.rfind('/') + 1
    head = p[:at]
    bare = head.rstrip('/')
    return bare if bare else head, p[at:]

def basename(p):
    p = py_path_of(p)
    return p[p.rfind('/') + 1:]

def dirname(p):
    p = py_path_of(p)
    head = p[:p.rfind('/') + 1]
    bare = head.rstrip('/')
    return bare if bare else head

def splitext(p):
    p = py_path_of(p)
    slash = p.rfind('/')
    dot = p.rfind('.')
    at = slash + 1
    while at < dot:
        if p[at] != '.':
            return p[:dot], p[dot:]
        at += 1
    return p, ''

def isabs(s):
    return py_path_of(s).startswith('/')
