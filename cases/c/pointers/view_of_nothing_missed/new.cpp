bool f(const char* p, unsigned n) {
    return n != 0 && p[0] == '#';
}
