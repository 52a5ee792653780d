const char *parity(int x) {
    return x % 2 == 0 ? "even" : "odd";
}

const char *client(int x) {
    return parity(x);
}
