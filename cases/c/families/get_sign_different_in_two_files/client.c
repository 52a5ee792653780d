int get_sign(int x);

int client(int x) {
    return get_sign(x) * 2;
}
