# What the standard library's re does with a function that is called with each match.

def sub(pattern, repl, string, count):
    if not callable(repl):
        py_not_a_template(repl)
    found = py_pattern_matches(pattern, string, count)
    out = []
    at = 0
    for match in found:
        if at < match.start():
            out.append(string[at:match.start()])
        made = repl(match)
        if made is not None:
            out.append(made)
        at = match.end()
    if at < len(string):
        out.append(string[at:])
    return "".join(out)

def subn(pattern, repl, string, count):
    if not callable(repl):
        py_not_a_template(repl)
    found = py_pattern_matches(pattern, string, count)
    out = []
    at = 0
    for match in found:
        if at < match.start():
            out.append(string[at:match.start()])
        made = repl(match)
        if made is not None:
            out.append(made)
        at = match.end()
    if at < len(string):
        out.append(string[at:])
    return "".join(out), len(found)
