int is_leap(unsigned year) {
    return (year & 3) == 0 && (year % 25 != 0 || (year & 15) == 0);
}
int client(unsigned year) { return is_leap(year); }
