int get_sign(int x) {
    if (x > 0) {
        return 1;
    } else if (x < 0) {
        return -1;
    } else {
        return 0;
    }
}

int client(int x) {
    return get_sign(x) * 2;
}
