int is_leap(unsigned year) {
    if (year % 4 != 0) return 0;
    if (year % 100 != 0) return 1;
    return year % 400 == 0;
}
int client(unsigned year) { return is_leap(year); }
