static const char *const workdays[] = {"Mon", "Tue", "Wed", "Thu", "Fri"};
static const char *const free_days[] = {"Sat", "Sun"};

const char *day(unsigned n) {
    n %= 7;
    return n < 5 ? workdays[n] : free_days[n - 5];
}
