int first(unsigned x) {
    return x ? __builtin_clz(x) : 32;
}
