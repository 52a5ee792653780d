static int leap(int y) {
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

int days(int year, int month) {
    static const int table[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    if (month < 1 || month > 12) return -1;
    if (month == 2 && leap(year)) return 29;
    return month == 2 ? 28 : 30 + ((month + (month > 8)) & 1);
}
