int ltfive(int x) {
    for (int i = 0; i < 5; i++) {
        if (x == i) {
            return 1;
        }
    }
    return 0;
}
