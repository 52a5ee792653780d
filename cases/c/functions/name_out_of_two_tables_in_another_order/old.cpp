static const char *const days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

const char *day(unsigned n) {
    return days[n % 7];
}
