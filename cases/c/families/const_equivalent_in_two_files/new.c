int five(void) {
    int total = 0;
    for (int i = 0; i < 5; i++) {
        total = total + 1;
    }
    return total;
}
