int get_sign(int x) {
    if (x == 0) {
        return 0;
    }
    if (x < 0) {
        return -1;
    }
    return 1;
}
