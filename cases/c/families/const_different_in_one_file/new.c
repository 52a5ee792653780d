int five(void) {
    int total = 0;
    for (int i = 0; i < 4; i++) {
        total = total + 1;
    }
    return total;
}

int client(int x) {
    return x + five();
}
