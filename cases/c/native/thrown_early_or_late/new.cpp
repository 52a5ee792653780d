static int below(int x) {
    throw 1;
}

extern "C" int checked(int x) {
    return x >= 0 ? x : below(x);
}
