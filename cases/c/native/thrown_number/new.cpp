extern "C" int checked(int x) {
    if (x < 0) throw 2;
    return x;
}
