static unsigned char add(unsigned char a, unsigned char b) {
    unsigned s = (unsigned)a + b;
    if (s > 255)
        return 255;
    return (unsigned char)s;
}

unsigned char mix(unsigned char a0, unsigned char a1, unsigned char a2, unsigned char a3, unsigned char a4, unsigned char a5, unsigned char a6, unsigned char a7, unsigned char a8, unsigned char a9, unsigned char a10, unsigned char a11) {
    unsigned char s = a0;
    s = add(s, a1);
    s = add(s, a2);
    s = add(s, a3);
    s = add(s, a4);
    s = add(s, a5);
    s = add(s, a6);
    s = add(s, a7);
    s = add(s, a8);
    s = add(s, a9);
    s = add(s, a10);
    s = add(s, a11);
    return s;
}
