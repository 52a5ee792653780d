void move(int *restrict to, const int *restrict from) {
    to[0] = from[0];
    to[1] = from[1];
}
