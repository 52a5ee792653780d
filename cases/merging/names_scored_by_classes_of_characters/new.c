static int class_of(unsigned char c) {
    int k = 0;
    if (c == '-' || c == '_') k = 4;
    else if (c <= '9') { if (c >= '0') k = 1; }
    else if (c <= 'Z') { if (c >= 'A') k = 3; }
    else if (c >= 'a' && c <= 'z') k = 2;
    return k;
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
