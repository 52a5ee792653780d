unsigned swap(unsigned x) {
    union { unsigned word; unsigned char byte[4]; } from, to;
    from.word = x;
    for (int i = 0; i < 4; i++) to.byte[i] = from.byte[3 - i];
    return to.word;
}
unsigned client(unsigned x) { return swap(x); }
