int classify(char c) {
    char lower = c | 0x20;
    switch (c) {
    case ' ': case '\t': case '\n': return 3;
    case '_': return 2;
    }
    if (lower >= 'a' && lower <= 'z') return 2;
    return c >= '0' && c <= '9';
}
int client(char c) { return classify(c); }
