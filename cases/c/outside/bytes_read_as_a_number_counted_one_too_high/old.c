unsigned f(unsigned char ***s, int ***p) {
    (void)p;
    if (*(unsigned *)**s == 5)
        return (**s)[0] + (**s)[1] + (**s)[2] + (**s)[3];
    return 7;
}
