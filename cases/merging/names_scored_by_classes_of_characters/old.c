static int class_of(unsigned char c) {
    if (c >= '0' && c <= '9') return 1;
    if (c >= 'a' && c <= 'z') return 2;
    if (c >= 'A' && c <= 'Z') return 3;
    if (c == '_' || c == '-') return 4;
    return 0;
}

int score(unsigned char c0, unsigned char c1, unsigned char c2, unsigned char c3, unsigned char c4, unsigned char c5, unsigned char c6) {
    int s = 0;
    s = s * 5 + class_of(c0);
    s = s * 5 + class_of(c1);
    s = s * 5 + class_of(c2);
    s = s * 5 + class_of(c3);
    s = s * 5 + class_of(c4);
    s = s * 5 + class_of(c5);
    s = s * 5 + class_of(c6);
    return s;
}
