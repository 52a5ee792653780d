static char text[] = "abc";

char f(int i, char c) {
    char *p = text;
    p[i & 1] = c;
    return p[0];
}
