int days_in(int month);

int client(int month) {
    return month >= 1 && month <= 13 ? days_in(month) : 0;
}
