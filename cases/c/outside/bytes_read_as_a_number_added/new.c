unsigned f(unsigned char ***s, int ***p) {
    (void)p;
    if (*(unsigned *)**s == 5)
        return 5;
    return 7;
}
