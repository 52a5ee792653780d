static const int one[2] = {0, 1};

static int pick(const int *table, int x) {
    return table[x & 1];
}

const char *parity(int x) {
    if (pick(one, x)) return "add";
    return "even";
}

const char *client(int x) {
    return parity(x);
}
