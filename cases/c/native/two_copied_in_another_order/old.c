void move(int *to, const int *from) {
    to[0] = from[0];
    to[1] = from[1];
}
