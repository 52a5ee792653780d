enum state { START, NUMBER, WORD, BAD };
enum state step(enum state s, char c) {
    int digit = c >= '0' && c <= '9', letter = (c >= 'a' && c <= 'z') || c == '_';
    switch (s) {
        case START: return digit ? NUMBER : letter ? WORD : BAD;
        case NUMBER: return digit ? NUMBER : BAD;
        case WORD: return digit || letter ? WORD : BAD;
        default: return BAD;
    }
}
