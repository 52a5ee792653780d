unsigned f(unsigned char ***s, int ***p) {
    (void)p;
    if (*(unsigned *)**s == 5)
        return 6;
    return 7;
}
