/* 0 other, 1 digit, 2 letter, 3 space */
int class_of(unsigned char c) {
    if (c >= '0' && c <= '9')
        return 1;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return 2;
    if (c == ' ' || c == '\t' || c == '\n')
        return 3;
    return 0;
}

int word(unsigned char a, unsigned char b, unsigned char c) {
    return class_of(a) * 16 + class_of(b) * 4 + class_of(c);
}
