int ltfive(int x) {
    return x < 5;
}
