void exchange(int &a, int &b) {
    a = b;
    b = a;
}
