void exchange(int &a, int &b) {
    int kept = a;
    a = b;
    b = kept;
}
