static void split(int x, int *tens, int *ones) {
    *tens = x / 10;
    *ones = x % 10;
}

int client(int x) {
    int tens, ones;
    if (x < 0 || x > 99) return -1;
    split(x, &tens, &ones);
    return ones * 10 + tens;
}
