int table[4];

int put(unsigned i, int v) {
    if (v > 0) {
        table[0] = v;
        table[i & 3] = v + 1;
    } else {
        table[1] = -v;
    }
    return table[0] + table[1];
}
