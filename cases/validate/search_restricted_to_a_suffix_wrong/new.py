from strlib import append, find, get, length, sub


def srch_strm(s):
    sb = ""
    pos = -length(s)
    while pos < 0 or not find(sub(sb, pos), s):
        c = get()
        sb = append(sb, c)
        pos = length(sb) - length(s) - 1
    return sb
