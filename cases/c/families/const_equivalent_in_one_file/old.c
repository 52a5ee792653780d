int five(void) {
    return 5;
}

int client(int x) {
    return x + five();
}
