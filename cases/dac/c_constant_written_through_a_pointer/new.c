static const char text[] = "abc";

char f(int i, char c) {
    char *p = (char *)text;
    p[i & 1] = c;
    return p[0];
}
