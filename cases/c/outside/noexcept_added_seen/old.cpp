static int half(int x) {
    if (x < 0) throw 1;
    return x / 2;
}

extern "C" int f(int x) {
    try {
        return half(x);
    } catch (...) {
        return -1;
    }
}
