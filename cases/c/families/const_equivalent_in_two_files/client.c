int five(void);

int client(int x) {
    return x + five();
}
