enum state { START, NUMBER, WORD, BAD };
enum state step(enum state s, char c) {
    int digit = c >= '0' && c <= '9', letter = (c >= 'a' && c <= 'z') || c == '_';
    int kind = digit ? 0 : letter ? 1 : 2;
    static const enum state next[3][3] = {{NUMBER, WORD, BAD}, {NUMBER, WORD, BAD}, {WORD, WORD, BAD}};
    if (s >= START && s < BAD) return next[s][kind];
    return BAD;
}
