unsigned up(unsigned v) {
    if (v <= 1) return 1;
    int z = __builtin_clz(v);
    return z ? 1u << (32 - z) : 0;
}
