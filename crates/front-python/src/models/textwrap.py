# What the standard library's textwrap does, as far as it breaks no lines.

# There it is a generator that asks: what would end that is an error.
def indent(text, prefix, predicate=None):
    made = []
    for line in text.splitlines(True):
        try:
            is_wanted = line.strip() if predicate is None else predicate(line)
            made.append(prefix + line if is_wanted else line)
        except StopIteration as error:
            raise RuntimeError('generator raised StopIteration') from error
    return ''.join(made)

def dedent(text):
    if not isinstance(text, str):
        raise TypeError
    lines = []
    for line in text.split('\n'):
        lines.append(line if line.strip(' \t') else '')
    margin = None
    for line in lines:
        if line == '':
            continue
        own = line[:len(line) - len(line.lstrip(' \t'))]
        if margin is None:
            margin = own
        elif own.startswith(margin):
            pass
        elif margin.startswith(own):
            margin = own
        else:
            at = 0
            while margin[at] == own[at]:
                at += 1
            margin = margin[:at]
    if not margin:
        return '\n'.join(lines)
    made = []
    for line in lines:
        made.append(line[len(margin):] if line.startswith(margin) else line)
    return '\n'.join(made)
