void move(int *to, const int *from) {
    to[1] = from[1];
    to[0] = from[0];
}
