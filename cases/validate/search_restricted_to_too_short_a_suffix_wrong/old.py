from strlib import append, find, get


def srch_strm(s):
    sb = ""
    while not find(sb, s):
        c = get()
        sb = append(sb, c)
    return sb
