void move(int *restrict to, const int *restrict from) {
    to[1] = from[1];
    to[0] = from[0];
}
