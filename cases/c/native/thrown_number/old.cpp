extern "C" int checked(int x) {
    if (x < 0) throw 1;
    return x;
}
