int client(int x) {
    return (x & 15) / 4;
}
